"""A bank's configuration: a flat set of fields, of which a bank may have its own."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import ValidationError

from tacitus.domain.bank_config import CHOSEN, SWITCHES
from tacitus.domain.banks import Bank, BankChange, Disposition
from tacitus.domain.disuse import DECAY
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.expiry import EXPIRIES
from tacitus.http.bodies import Topic
from tacitus.http.errors import Malformed, NotOffered
from tacitus.http.served import ServedEngine
from tacitus.http.unoffered import CONFIGURATION, UNOFFERED, refuse_unoffered
from tacitus.wire import BankChangeRequest, BankConfig, BankConfigRequest

router = Topic(prefix="/v1/default/banks/{bank_id:name}/config", tags=["banks"])

_TRAITS = {f"disposition_{trait}": trait for trait in ("skepticism", "literalism", "empathy")}
_MISSION = "reflect_mission"
_ENVIRONMENT = "HINDSIGHT_API_"
OWN = frozenset((*SWITCHES, *CHOSEN, *EXPIRIES, DECAY))
"""What a bank may have of its own, beside what it is; who changes it administers the bank."""
_SETTABLE = frozenset((*OWN, *_TRAITS, _MISSION))


@router.get("")
async def get_config(bank_id: str, engine: ServedEngine) -> BankConfig:
    """Return the configuration as it works, and what of it is the bank's own."""
    return _config(await engine.bank(bank_id))


@router.patch("")
async def change_config(bank_id: str, body: BankConfigRequest, engine: ServedEngine) -> BankConfig:
    """Set single fields; null takes one back to its default."""
    bank = await engine.bank(bank_id)
    updates = _checked(body.updates)
    own = {key: value for key, value in updates.items() if key in OWN}
    config = {key: value for key, value in {**bank.config, **own}.items() if value is not None}
    change = BankChange(
        mission=_mission(updates),
        config=config,
        disposition=_disposition(bank.disposition, updates),
    )
    return _config(await engine.set_bank(bank_id, change))


@router.delete("")
async def reset_config(bank_id: str, engine: ServedEngine) -> BankConfig:
    """Take every field back to its default."""
    await engine.bank(bank_id)
    change = BankChange(mission="", config={}, disposition=Disposition())
    return _config(await engine.set_bank(bank_id, change))


def _checked(updates: Mapping[str, object]) -> Mapping[str, object]:
    updates = {_field(key): value for key, value in updates.items()}
    for key in sorted(updates.keys() & CONFIGURATION.keys()):
        if updates[key] is not None:
            raise NotOffered(f"updates.{key} is not offered: {CONFIGURATION[key]}")
    updates = {key: value for key, value in updates.items() if key not in CONFIGURATION}
    unknown = sorted(set(updates) - _SETTABLE - UNOFFERED[BankChangeRequest].keys())
    if unknown:
        raise Malformed(f"No such configuration: {', '.join(unknown)}")
    try:
        read = BankChangeRequest.model_validate(updates)
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidRequest(f"{first['loc'][0]}: {first['msg']}") from None
    refuse_unoffered(read, "updates.")
    return read.model_dump(include=set(updates))


def _field(key: str) -> str:
    """Return the name of a field; its environment variable is another name for it."""
    return key.removeprefix(_ENVIRONMENT).lower() if key.startswith(_ENVIRONMENT) else key


def _mission(updates: Mapping[str, object]) -> str | None:
    return str(updates[_MISSION] or "") if _MISSION in updates else None


def _disposition(current: Disposition, updates: Mapping[str, object]) -> Disposition:
    for key, trait in _TRAITS.items():
        if key in updates:
            value = updates[key] or getattr(Disposition(), trait)
            current = replace(current, **{trait: value})
    return current


def _config(bank: Bank) -> BankConfig:
    defaults = _settings(Disposition(), mission="", own={})
    config = _settings(bank.disposition, mission=bank.mission, own=bank.config)
    overrides = {key: value for key, value in config.items() if value != defaults[key]}
    return BankConfig(bank_id=bank.name, config=config, overrides=overrides)


def _settings(
    disposition: Disposition, *, mission: str, own: Mapping[str, object]
) -> dict[str, object]:
    return {
        **{key: own.get(key, True) for key in sorted(SWITCHES)},
        **{key: own.get(key, default) for key, default in CHOSEN.items()},
        **{key: own.get(key) for key in EXPIRIES},
        DECAY: own.get(DECAY, 0.0),
        _MISSION: mission,
        **{key: getattr(disposition, trait) for key, trait in _TRAITS.items()},
    }
