"""Banks as bodies."""

from tacitus.domain.banks import Bank, BankStats, Disposition
from tacitus.domain.memories import Network
from tacitus.domain.operations import OperationStatus
from tacitus.views.times import iso
from tacitus.wire import BankListItem, BankProfile, Traits
from tacitus.wire import BankStats as BankStatsBody


def traits(disposition: Disposition) -> Traits:
    """Return how a bank leans."""
    return Traits(
        skepticism=disposition.skepticism,
        literalism=disposition.literalism,
        empathy=disposition.empathy,
        bias_strength=disposition.bias_strength,
    )


def profile(bank: Bank) -> BankProfile:
    """Return what a bank is; one without a title is called by its name."""
    return BankProfile(
        bank_id=bank.name,
        name=bank.title or bank.name,
        disposition=traits(bank.disposition),
        mission=bank.mission,
        background=bank.background,
        embedder=bank.embedder,
    )


def listed_bank(bank: Bank, stats: BankStats) -> BankListItem:
    """Return a bank for a list."""
    return BankListItem(
        bank_id=bank.name,
        name=bank.title or bank.name,
        disposition=traits(bank.disposition),
        mission=bank.mission,
        created_at=iso(bank.created_at),
        updated_at=iso(bank.updated_at),
        fact_count=sum(stats.memories.values()),
        last_document_at=iso(stats.last_document_at),
        last_write_at=iso(stats.last_memory_at),
        document_count=stats.documents,
        entity_count=stats.entities,
    )


def bank_stats(name: str, stats: BankStats) -> BankStatsBody:
    """Return how much a bank holds; links are not told apart by network."""
    return BankStatsBody(
        bank_id=name,
        total_nodes=sum(stats.memories.values()),
        total_links=sum(stats.links.values()),
        total_documents=stats.documents,
        nodes_by_fact_type=dict(stats.memories),
        links_by_link_type=dict(stats.links),
        links_by_fact_type={},
        links_breakdown={},
        pending_operations=stats.operations.get(OperationStatus.PENDING, 0),
        failed_operations=stats.operations.get(OperationStatus.FAILED, 0),
        operations_by_status=dict(stats.operations),
        last_memory_write_at=iso(stats.last_memory_at),
        total_observations=stats.memories.get(Network.OBSERVATION, 0),
        total_entities=stats.entities,
    )
