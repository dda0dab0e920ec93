"""Ours: keys, by which a server knows who asks."""

from tacitus.domain.access import KeyId, Right
from tacitus.http.asked import identity, moment
from tacitus.http.bodies import Topic
from tacitus.http.served import ServedEngine, ServedRuntime
from tacitus.views.access import key_created, key_detail
from tacitus.wire.access import KeyCreated, KeyDetail, KeyList, KeyRequest

router = Topic(prefix="/v1/default/keys", tags=["keys"])


@router.get("")
async def list_keys(engine: ServedEngine) -> KeyList:
    """List the tenant's keys, oldest first, those that are good no more included."""
    return KeyList(keys=[key_detail(key) for key in await engine.access.all()])


@router.post("", status_code=201)
async def create_key(body: KeyRequest, runtime: ServedRuntime) -> KeyCreated:
    """Make a key for the tenant of the caller; from the first one on, keys are asked for."""
    until = body.expires_at
    key, text = await runtime.engine.access.create(
        body.label,
        Right(body.right),
        banks=None if body.banks is None else frozenset(body.banks),
        expires_at=None if until is None else moment(until, "expires_at"),
    )
    runtime.gate.look_again(key.id)
    return key_created(key, text)


@router.delete("/{key_id:name}")
async def revoke_key(key_id: str, runtime: ServedRuntime) -> KeyDetail:
    """Let a key be good no more: on this server at once, on others within seconds."""
    revoked = await runtime.engine.access.revoke(KeyId(identity(key_id)))
    runtime.gate.look_again(revoked.id)
    return key_detail(revoked)
