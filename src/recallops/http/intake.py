"""Routes by which data comes in: files and webhooks."""

import json
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, UploadFile
from fastapi import File as FormFile
from pydantic import BaseModel

from recallops.casebook.intake import AlertSource, File
from recallops.domain.errors import Invalid
from recallops.http.seams import CasebookSeam, RuntimeSeam
from recallops.http.views import RowView, row_of
from recallops.intake.signatures import is_signed

router = APIRouter(prefix="/api", tags=["intake"])

_SIGNATURES = ("x-recallops-signature", "x-pagerduty-signature", "x-hub-signature-256")
_LONGEST = 5_000_000


class RefusalView(BaseModel):
    """A file that was not read, and why."""

    file: str
    reason: str


class ImportView(BaseModel):
    """What became of files."""

    imported: list[RowView]
    unchanged: list[str]
    refused: list[RefusalView]


class HeardView(BaseModel):
    """What an alert did to which incident: opened, occurrence, resolved or reopened."""

    id: str
    action: str


class WebhookView(BaseModel):
    """What the alerts of a webhook did."""

    incidents: list[HeardView]


@router.post("/import")
async def import_files(
    casebook: CasebookSeam, files: Annotated[list[UploadFile], FormFile()]
) -> ImportView:
    """Import postmortems in Markdown or text; one that was imported before is brought up to date."""
    handed_in = [File(one.filename or "unnamed.md", await one.read(_LONGEST)) for one in files]
    result = await casebook.intake.files(handed_in)
    return ImportView(
        imported=[row_of(one, one.related) for one in result.imported],
        unchanged=result.unchanged,
        refused=[RefusalView(file=one.file, reason=one.reason) for one in result.refused],
    )


@router.post("/webhooks/{source}")
async def hear_webhook(runtime: RuntimeSeam, source: AlertSource, request: Request) -> WebhookView:
    """Hear alerts; the body is signed with the secret that both sides know (HMAC, SHA-256)."""
    secret = runtime.settings.webhook_secret
    if secret is None:
        raise HTTPException(403, "Set RECALLOPS_WEBHOOK_SECRET, then webhooks are heard")
    body = await request.body()
    if len(body) > _LONGEST:
        raise HTTPException(413, "The webhook is too long")
    given = next((one for name in _SIGNATURES if (one := request.headers.get(name))), None)
    if not is_signed(body, given, secret.get_secret_value()):
        raise HTTPException(401, "The signature is missing, or not of this body and secret")
    heard = await runtime.casebook.intake.alerts(source, _read(body))
    return WebhookView(
        incidents=[HeardView(id=one.incident_id, action=one.effect.value) for one in heard]
    )


def _read(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Invalid("The webhook is no JSON") from error
