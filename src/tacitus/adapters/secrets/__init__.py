"""Secrets found by the detectors of detect-secrets, and by how they are written."""

from tacitus.adapters.secrets.detecting import DetectedSecrets

__all__ = ["DetectedSecrets"]
