"""
Writes test/fastapi/pydantic-corpus.jsonl: random bodies, and what CPython's json and pydantic v2 say of each.
With CPython <= 3.12 and pydantic 2: python3 test/fastapi/pydantic-corpus.py > test/fastapi/pydantic-corpus.jsonl
"""

import json
import random
from typing import List, Literal, Optional

from pydantic import BaseModel, Field, TypeAdapter, ValidationError


class Place(BaseModel):
    city: str


class Entry(BaseModel):
    title: str
    note: Optional[str] = None
    count: int = Field(10, ge=1, le=100)
    free: int = 0
    ratio: Optional[float] = None
    positive: float = Field(1, gt=0, le=10)
    loud: bool = False
    rating: Literal[1, -1] = 1
    ids: List[int] = []
    short: str = Field('ab', min_length=2, max_length=5)
    few: List[str] = Field(['a'], min_length=1, max_length=3)
    place: Optional[Place] = None


CASES = 600
MISSING = [{'type': 'missing', 'loc': ['body'], 'msg': 'Field required', 'input': None}]
SCALARS = (
    'null true false 0 1 -1 2 9 100 101 9.0 9.5 1e2 1E5 1e19 -0 -0.0 0.5 1e-7 1.5e300 -5 0.1 1e16 1e15 123456.789 1e22 '
    '-9223372036854775808.0 9007199254740993 "" "9" "+5" "1_0" "00009" "9.00" "9." ".0" "9.5" "1e3" "0x10" "1__0" "_1" '
    '"1_" "70" "true" "TRUE" "Yes" "t" "off" "2" "abc" "abcdef" "5." ".5" "-" "--1" "1.5_0" "1e1_0" "-0" "+0.0" "0_0" '
    '"1._5" "1_.5" "1e" "1e+5" "infinit" "\\uff19" "\\u0663" "\\u00a07" "\\u20037" "\\u00857" "\\u001c7" "\\ufeff7" '
    '"\\u200b7" "a\\u0000b"'
).split() + ['" "', '" 7 "', '"+ 5"', '" on"', '"1 2"', '"é😀"']
LARGE = '123456789012345678901234567890'
TEXT = '"x"'
BROKEN = list('{}[],:"\\ue1-+.0 \n\tnNIafrlsytu') + ['\\u12', '😀', '\x01', '']
FIELDS = [*Entry.model_fields, 'unknown', '10', '2']
adapter = TypeAdapter(Entry)


def value(field: str, depth: int = 0) -> str:
    if depth < 2 and random.random() < 0.12:
        return '[' + ','.join(value(field, depth + 1) for _ in range(random.randint(0, 4))) + ']'
    if depth < 2 and random.random() < 0.09:
        names = ['a', 'city', '1', '0', 'z', '__proto__']
        members = (f'{json.dumps(random.choice(names))}:{value(field, depth + 1)}' for _ in range(random.randint(0, 3)))
        return '{' + ','.join(members) + '}'
    # Of a literal, pydantic tells a number beyond 64 bits in other words than any other.
    return random.choice(SCALARS if field == 'rating' else [*SCALARS, LARGE])


def body() -> str:
    fields = [random.choice(FIELDS) for _ in range(random.randint(0, 6))]
    if random.random() < 0.8:
        fields.append('title')
    texts = (f'{json.dumps(f)}:{value(f) if random.random() < 0.8 else TEXT}' for f in fields)
    text = '{' + ','.join(texts) + '}'
    for _ in range(random.choice([0, 0, 0, 0, 0, 1, 2])):
        at = random.randint(0, len(text))
        text = text[:at] + random.choice(BROKEN) + text[at + random.randint(0, 2) :]
    return text


def verdict(text: str) -> str:
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as error:
        item = {'type': 'json_invalid', 'loc': ['body', error.pos], 'msg': 'JSON decode error', 'input': {}}
        return dumped([{**item, 'ctx': {'error': error.msg}}])
    if parsed is None:
        return dumped(MISSING)
    try:
        adapter.validate_python(parsed, from_attributes=True)
        return ''
    except ValidationError as error:
        return dumped([{**item, 'loc': ['body', *item['loc']]} for item in error.errors(include_url=False)])


def dumped(items: list) -> str:
    ordered = [{key: item[key] for key in ('type', 'loc', 'msg', 'input', 'ctx') if key in item} for item in items]
    return json.dumps(ordered, ensure_ascii=False, separators=(',', ':'), allow_nan=False)


random.seed(20261121)
for _ in range(CASES):
    text = body()
    print(json.dumps([text, verdict(text)]))
