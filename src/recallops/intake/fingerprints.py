"""Fingerprints: what tells the same alert again, whichever host it comes from."""

import json
from collections.abc import Mapping
from hashlib import sha256

_WHAT = (
    "alertname", "service", "job", "app", "application", "component", "namespace", "cluster",
    "environment", "env", "region",
)  # fmt: skip
"""Labels that say what is wrong with what. All others, such as severity, may change meanwhile."""

_WHERE = (
    "instance", "host", "hostname", "node", "pod", "pod_name", "container", "server", "exported_instance",
    "device", "source",
)  # fmt: skip
"""Labels that say where it was seen, most telling first."""


def fingerprint_of(source: str, labels: Mapping[str, str], title: str) -> str:
    """Return the fingerprint of an alert: its source and the labels that say what is wrong."""
    what = {name: labels[name] for name in _WHAT if labels.get(name)}
    if not what.get("alertname"):
        what["alertname"] = title
    return f"{source}:{digest_of(what)}"


def place_in(labels: Mapping[str, str]) -> str:
    """Return where an alert was seen; empty where no label says so."""
    return next((labels[name] for name in _WHERE if labels.get(name)), "")


def digest_of(value: object) -> str:
    """Return a short digest of anything that JSON can hold; order of keys does not matter."""
    told = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return sha256(told.encode("utf-8", "replace")).hexdigest()[:16]
