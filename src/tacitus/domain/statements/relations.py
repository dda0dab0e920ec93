"""How states are put into words: one pattern for each way of saying that something holds.

Patterns are tried in order on one sentence without its time words. Groups: `s` subject, `n`
attribute, `v` value, `a` value that ended, `r` words that belong to the relation.
"""

import re
from dataclasses import dataclass

_BE = r"(?:am|is|are|has been|have been)"
_HAVE = r"(?:(?:has|have) )?"
_SUBJECT = r"(?P<s>.{1,80}?)"
_VALUE = r"(?P<v>.+)"
_CLASS = (
    r"(?:city|town|country|state|continent|region|language|sport|religion|field|position|role|rank"
    r"|profession|genre|title)"
)
_MADE = (
    r"(?:created|founded|performed|developed|written|directed|produced|invented|designed|owned"
    r"|composed|managed|run|led|painted|sung|published|built|taught)"
)
_MOVE = r"(?:switched|changed|moved|migrated|upgraded|transitioned|went|gone|swapped)"
_RAISED = (
    r"(?:raised|increased|lowered|decreased|reduced|changed|updated|set|bumped|upgraded|raised|cut"
    r"|extended|shortened|moved|postponed|rescheduled|rose|risen|fell|fallen|climbed|dropped|sank|grew"
    r"|jumped|(?:went|gone) (?:up|down))"
)


def _words(regex: str) -> str:
    """Return the words in a regular expression: of "a|b c" more than cues would need."""
    return " ".join(re.findall("[a-z]+", regex))


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of stating something.

    Attributes:
        relation: Name of the relation; "" where it is made from the groups `n` and `r`.
        cues: Words, parted by single blanks in the sentence, of which one stands in all it matches.
        strict: The value must be a name, a number or a date, for other words describe.
        changed: It tells of a change.
        event: It stays true once it happened, so it may be told as past.
    """

    relation: str
    cues: frozenset[str]
    regex: re.Pattern[str]
    strict: bool = False
    changed: bool = False
    event: bool = False


def _pattern(
    relation: str,
    cues: str,
    body: str,
    *,
    strict: bool = False,
    changed: bool = False,
    event: bool = False,
) -> Pattern:
    return Pattern(
        relation,
        frozenset(cues.split()),
        re.compile(rf"^{_SUBJECT} {body}$"),
        strict=strict,
        changed=changed,
        event=event,
    )


LEFT_FOR = (
    _pattern(
        "employer",
        "left quit",
        rf"{_HAVE}(?:left|quit) (?P<a>.+?) (?:and (?:{_HAVE}(?:joined|started at)|"
        rf"(?:now )?(?:works?|{_BE} working) (?:at|for)) |to (?:join|work (?:at|for)) )(?P<v>.+)",
        strict=True,
        changed=True,
    ),
    _pattern(
        "",
        "left dropped ditched quit",
        rf"{_HAVE}(?:left|dropped|ditched|quit) (?P<a>[^ ].*?) for (?P<v>.+)",
        strict=True,
        changed=True,
    ),
    _pattern("", "replaced", rf"{_HAVE}replaced (?P<a>.+?) (?:with|by) (?P<v>.+)", changed=True),
    _pattern(
        "",
        _words(_MOVE),
        rf"(?:(?:has|have|was|were|is|are) )*{_MOVE}(?: over)?(?: (?:our|the|my|its) (?P<n>\w+))?"
        r" from (?P<a>.+?) to (?P<v>.+)",
        changed=True,
    ),
)
"""Something ended and something else took its place."""

ENDED = (
    _pattern(
        "employer", "work works", r"(?:no longer works?|(?:do|does) not work) (?:at|for) (?P<a>.+)"
    ),
    _pattern("home", "live lives", r"(?:no longer lives?|(?:do|does) not live) in (?P<a>.+)"),
    _pattern("employer", "stopped", rf"{_HAVE}stopped working (?:at|for) (?P<a>.+)"),
    _pattern(
        "use",
        "use uses using",
        rf"(?:no longer uses?|(?:do|does) not use|{_HAVE}stopped using) (?P<a>.+)",
    ),
    _pattern(
        "employer",
        "longer",
        rf"{_BE} no longer (?:with|at|employed (?:by|at)) (?P<a>.+)",
        strict=True,
    ),
    _pattern(
        "employer",
        "off fired go dismissed",
        r"(?:was|were|got|has been|have been) (?:laid off|fired|let go|dismissed) (?:by|from) (?P<a>.+)",
        strict=True,
    ),
    _pattern(
        "team", "longer not", rf"{_BE} (?:no longer|not) (?:on|in|part of) (?P<a>.+)", strict=True
    ),
    _pattern("home", "moved", rf"{_HAVE}moved (?:out of|away from) (?P<a>.+)", strict=True),
    _pattern("married", "divorced", rf"(?:{_BE}|got) divorced from (?P<a>.+)", strict=True),
    _pattern(
        "use",
        "dropped got gotten abandoned phased retired removed",
        rf"{_HAVE}(?:dropped|got rid of|gotten rid of|abandoned|phased out|retired|removed) (?P<a>.+)",
        strict=True,
    ),
    _pattern(
        "",
        "left quit resigned retired sold",
        rf"{_HAVE}(?:left|quit|resigned from|retired from|sold (?:my|our|the)) (?P<a>.+)",
        strict=True,
    ),
)
"""Something ended."""

USES = (
    _pattern(
        "version",
        "using running on use uses run runs upgraded moved switched",
        rf"(?:(?:{_BE} )?(?:using|running|on)|uses?|runs?|upgraded to|moved to|switched to)(?: on)?"
        r" (?P<n>[A-Z][\w.+-]*(?: [A-Z][\w.+-]*)?) (?:version )?(?P<v>v?\d[\w.]*)",
    ),
    _pattern(
        "",
        "use uses using",
        r"(?:uses?|(?:am|is|are|has been|have been) using) (?P<v>.+?) as (?:our|my|the|its|their|his|her) (?:main |primary )?(?P<n>\w+)",
    ),
    _pattern(
        "kind",
        "use uses using",
        rf"(?:uses?|{_BE} using) (?P<v>.+?) for (?:our|my|the|its) (?:main )?(?P<n>\w+)",
    ),
    _pattern(
        "use",
        "using running use uses run runs",
        rf"(?:(?:{_BE} )?(?:using|running)|uses?|runs?)(?: everything)?(?: on)? (?P<v>.+)",
    ),
    _pattern(
        "use",
        "host hosts hosted deploy deploys",
        rf"(?:hosts?|deploys?|{_BE} hosted) (?:everything )?on (?P<v>.+)",
    ),
    _pattern("use", "on", rf"(?:relies|rely|{_BE}|stand|settled|standardi[sz]ed) on (?P<v>.+)"),
    _pattern("use", "data", r"(?:stores?|keeps?) (?:our|the|its|all|all our) data in (?P<v>.+)"),
    _pattern(
        "use",
        "switched moved migrated changed upgraded",
        rf"{_HAVE}(?:switched|moved|migrated|changed|upgraded)(?: over)? to (?P<v>.+)",
        changed=True,
    ),
    _pattern(
        "use",
        "chose picked adopted went decided settled",
        rf"{_HAVE}(?:chose|picked|adopted|went with|decided on|settled on) (?P<v>.+)",
    ),
)
"""What somebody works with: a state only where there is commonly one of the kind."""

PREDICATES = (
    _pattern("field", "field", r"works? in the field of (?P<v>.+)"),
    _pattern("workplace", "city", r"(?:works?|worked) in the city of (?P<v>.+)", event=True),
    _pattern(
        "occupation",
        "work works working",
        r"(?:works?|is working|am working) as (?:an? )?(?P<v>.+)",
    ),
    _pattern(
        "team",
        "team squad crew",
        rf"{_BE} (?:on|in|part of) (?P<v>(?:the )?.+? (?:team|squad|crew))",
    ),
    _pattern(
        "team",
        "team squad crew",
        rf"{_HAVE}(?:joined|moved to) (?P<v>the .+? (?:team|squad|crew))",
        changed=True,
    ),
    _pattern(
        "employer",
        "work works working employed",
        rf"(?:(?:{_BE} )?(?:works?|working) (?:at|for)|{_BE} employed (?:at|by)) (?P<v>.+)",
    ),
    _pattern(
        "employer",
        "joined started took got accepted",
        rf"{_HAVE}(?:joined|started (?:working |work )?(?:at|for)|(?:took|got|started|accepted) an?"
        r" (?:new )?(?:job|position|role) (?:at|with)) (?P<v>.+)",
        strict=True,
        changed=True,
    ),
    _pattern(
        "home",
        "living based live lives lived reside resides",
        rf"(?:{_BE} (?:living|based)|lives?|resides?|have lived|has lived) in (?P<v>.+)",
        strict=True,
    ),
    _pattern(
        "home",
        "moved relocated",
        rf"{_HAVE}(?:moved|relocated)(?: back)? to (?P<v>.+)",
        strict=True,
        changed=True,
    ),
    _pattern(
        "school",
        "studies study studying enrolled",
        rf"(?:studies|study|{_BE} studying|{_BE} enrolled) at (?P<v>.+)",
        strict=True,
    ),
    _pattern("married", "married", r"(?:am|is|are|got) married to (?P<v>.+)"),
    _pattern("citizen", "citizen", r"(?:am|is|are) an? citizen of (?P<v>.+)"),
    _pattern("headquarters", "headquartered", r"(?:is|are) headquartered in (?P<v>.+)"),
    _pattern("famous", "famous", r"(?:am|is|are|was) famous for (?P<v>.+)", strict=True),
    _pattern("age", "years", rf"{_BE} (?P<v>\d+) years old"),
    _pattern("age", "turned", r"(?:just )?turned (?P<v>\d+)", changed=True),
    _pattern("car", "drive drives", r"drives? an? (?P<v>.+)", strict=True),
    _pattern("", _words(_MADE), rf"(?P<r>(?:was|were) {_MADE} by) (?P<v>.+)", event=True),
    _pattern("", _words(_MADE), rf"(?P<r>(?:is|are) {_MADE} by) (?P<v>.+)"),
    _pattern(
        "",
        f"located born died associated affiliated {_words(_MADE)}",
        rf"(?P<r>(?:(?:is|are|was|were|has been) )?(?:located|born|died|associated|affiliated|{_MADE})"
        rf" (?:in|with)(?: the {_CLASS} of)?) (?P<v>.+)",
        event=True,
    ),
    _pattern(
        "",
        _words(_CLASS),
        rf"(?P<r>(?:plays|play|speaks|speak|holds|hold|has|have) the {_CLASS} of) (?P<v>.+)",
    ),
    _pattern(
        "when",
        "is are",
        r"(?:is|are)(?: due| scheduled| planned)? (?:on|at|for|by) (?P<v>.+)",
        strict=True,
    ),
    _pattern("team", "on part", rf"{_BE} (?:on|part of) (?P<v>[A-Z][\w-]*(?: [A-Z][\w-]*)?)"),
    _pattern("costs", "cost costs priced", r"(?:costs?|is priced at) (?P<v>.+)", strict=True),
    _pattern(
        "value",
        "is are equals",
        r"(?:is|are|equals) (?:set to )?(?P<v>[-+$€£]?\d\S*(?: [\w/%]{1,12})?(?: (?:a|an|per|each|every) \w{1,12})?)",
    ),
    _pattern(
        "version",
        "is are run runs",
        r"(?:is|are|runs?) (?:on |at )?(?:version )?(?P<v>v?\d+(?:\.\d+)+)",
    ),
    _pattern(
        "value",
        _words(_RAISED),
        rf"(?:(?:is|are|was|were|has been|have been|has|have) )?(?:now )?{_RAISED}(?: from (?P<a>.+?))? to (?P<v>.+)",
        strict=True,
        changed=True,
    ),
)
"""Subject, verb, value."""

RAISED_BY = Pattern(
    "value",
    frozenset(_words(_RAISED).split()),
    re.compile(
        rf"^.{{1,40}}? (?:(?:has|have|just) )*{_RAISED}(?: up| down)? (?:the|our|my|their|his|her|its) "
        r"(?P<s>[\w-]+(?: [\w-]+){0,3}?)(?: from (?P<a>.+?))? to (?P<v>.+)$"
    ),
    strict=True,
    changed=True,
)
"""Somebody gave something another value: "the landlord raised the rent to 950 euros"."""

_SOMETHING = r"(?P<n>(?:[\w-]+ ){0,3}?[\w-]+)"

_NOUN = r"(?P<n>(?:[a-z][\w-]* ){0,3}(?:[a-z][\w-]*|[A-Z]{2,4}))"

_SUCCEEDED = (
    r"(?:became|has become|took over as|has taken over as|(?:was|has been) (?:named|appointed|elected|made)"
    r"|(?:has )?(?:replaced|succeeded) [^ ]+(?: [A-Z][^ ]*)? as)"
)

ATTRIBUTES = (
    re.compile(
        rf"^(?P<s>[Mm]y|[Oo]ur|.{{1,60}}?'s?) {_NOUN} (?:is called|is named|is|are|runs on) {_VALUE}$"
    ),
    re.compile(rf"^[Tt]he {_SOMETHING} of (?P<s>.+?) (?:is|are) {_VALUE}$"),
    re.compile(rf"^[Tt]he {_NOUN} (?:that )?(?P<s>we|I|[A-Z]\w+) uses? is {_VALUE}$"),
    re.compile(rf"^{_VALUE} is the {_NOUN} (?:that )?(?P<s>we|I|[A-Z]\w+) uses?$"),
    re.compile(rf"^(?P<v>[\w. -]+?) is (?P<s>my|our|[A-Z][\w. ]*?'s) {_NOUN}$"),
    re.compile(rf"^(?P<v>[A-Z].*?) is the {_NOUN} of (?P<s>.+)$"),
    re.compile(rf"^(?P<v>[A-Z].*?) {_SUCCEEDED} (?:the )?{_NOUN} of (?P<s>.+)$"),
    re.compile(
        rf"^(?:[Tt]he )?(?P<s>.+) (?P<n>[a-z]\w+|[A-Z]{{2,4}}) (?:is|are|runs on) {_VALUE}$"
    ),
    re.compile(rf"^(?P<s>[Tt]he) (?P<n>[a-z]\w+) (?:is|are|runs on) {_VALUE}$"),
    re.compile(
        r"^(?P<v>[A-Z][\w. '-]*?) (?:is|became) the (?:new )?(?P<s>[a-z][\w-]*(?: [a-z][\w-]*)?)"
        r" (?P<n>[a-z]\w+|[A-Z]{2,4})$"
    ),
    re.compile(
        r"^(?P<v>[A-Z][\w. '-]*?) (?:is|became) (?P<s>the) (?:new )?(?P<n>[a-z]\w+|[A-Z]{2,4})$"
    ),
)
"""Subject and attribute: "my boss is", "the boss of", "is our boss", "the service timeout is"."""

ATTRIBUTE_CUES = frozenset(
    {"is", "are", "runs"} | {*_words(_SUCCEEDED).split()} - {"as", "has", "was"}
)
"""Of all the ways to say an attribute, this and the next: see `Pattern.cues`."""

DEFINITE = re.compile(
    r"^The (?P<n>(?:[a-z][\w-]* )+?)(?P<s>(?=[A-Z]).+?)(?P<r>(?: [a-z][\w-]*)*) is (?P<v>.+)$"
)
"""Lower-case words around a name: "the university where Galileo was educated is"."""

OPPOSITE = re.compile(
    r"^(?P<s>.+?) (?:am|is|are|got|became) (?:an? |turned |switched )?(?P<v>\w+)$"
)
"""A thing is in one of some opposite states."""

CUES = frozenset[str]({"am", "is", "are", "got", "became"}).union(
    ATTRIBUTE_CUES,
    *(pattern.cues for pattern in (*LEFT_FOR, *ENDED, *USES, *PREDICATES, RAISED_BY)),
)
"""A sentence without any of these states nothing."""
