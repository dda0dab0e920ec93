"""Servers that ask for keys, and who holds which."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
from fastapi import FastAPI

from tacitus.bootstrap import Runtime
from tacitus.domain.access import Grant, Right


async def key_of(runtime: Runtime, tenant: str, right: Right = Right.ADMIN, *banks: str) -> str:
    """Make a key; for all banks where none is named."""
    whole = Grant(key=None, tenant=tenant, banks=None, right=Right.ADMIN)
    of = frozenset(banks) if banks else None
    key, text = await runtime.engine.granted(whole).access.create("a key", right, banks=of)
    runtime.gate.look_again(key.id)
    return text


@asynccontextmanager
async def holding(app: FastAPI, key: str | None) -> AsyncGenerator[httpx.AsyncClient]:
    """Yield who asks with a key, or without one."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app, raise_app_exceptions=False),
        base_url="http://memory",
        headers={"Authorization": f"Bearer {key}"} if key else {},
    ) as client:
        yield client
