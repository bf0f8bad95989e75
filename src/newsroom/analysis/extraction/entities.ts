/** Everything that a text names, each once, with all the places where it stands. */
import { findContacts } from '../mentions/addresses.ts';
import { type DateMention, findDates } from '../mentions/dates.ts';
import { findOrganizations } from '../mentions/organizations.ts';
import { findPeople } from '../mentions/people.ts';
import type { PersonMention } from '../mentions/person.ts';
import { findPlaces } from '../mentions/places.ts';
import { findProducts } from '../mentions/products.ts';
import { findNumbers, type NumberMention, type ReadText } from '../mentions/read-text.ts';
import { findWord } from '../mentions/terms.ts';
import { type Clock, keepLongest, type Mention } from '../mentions/types.ts';

export const ENTITY_TYPES = ['organization', 'person', 'place', 'product', 'date', 'number'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export interface Entity {
  text: string;
  type: EntityType;
  count: number;
  /** Code points, end excluded; the first 50 of them. */
  spans: [number, number][];
}

/** Mentions that other readers of the text found, in the order of the text, by kind. */
export interface TextMentions {
  readonly organizations: readonly Mention[];
  readonly people: readonly PersonMention[];
  readonly places: readonly Mention[];
  readonly products: readonly Mention[];
  readonly dates: readonly DateMention[];
  /** Amounts alone: no dates, ordinals, telephone numbers. */
  readonly numbers: readonly NumberMention[];
  readonly contacts: readonly Mention[];
}

const SPANS_MAX = 50;
const ENTITIES_MAX = 200;
/** Names of one kind that are looked for in the whole text. */
const NAMES_MAX = 60;

/** Finds all mentions. Names found once by what stands next to them are found wherever they stand. */
export function findMentions(text: ReadText, clock: Clock): TextMentions {
  const { plain, language } = text;
  const free = new FreePlaces(plain.length);
  const contacts = free.take(findContacts(plain));
  const dates = free.take(findDates(plain, clock));
  const firstOrganizations = free.take(findOrganizations(plain, language));
  const firstPeople = free.take(findPeople(plain, language));
  const firstProducts = free.take(findProducts(plain, language));
  const products = [...firstProducts, ...free.take(findAgain(plain, firstProducts))];
  const organizations = [...firstOrganizations, ...free.take(findAgain(plain, firstOrganizations, shortenName))];
  const again = free.take(findAgain(plain, firstPeople)).map((mention) => ({ ...mention, role: null }));
  const places = free.take(findPlaces(plain, language));
  const amounts = findNumbers(plain, language).filter((number) => isAmount(plain, number));
  return {
    organizations: keepLongest(organizations),
    people: keepLongest([...firstPeople, ...again]),
    places,
    products: keepLongest(products),
    dates,
    numbers: free.take(amounts),
    contacts,
  };
}

/** Mentions as answers list them: by kind, then by first place. */
export function listEntities(text: ReadText, mentions: TextMentions): Entity[] {
  const kinds: [EntityType, readonly Mention[]][] = [
    ['organization', mentions.organizations],
    ['person', mentions.people],
    ['place', mentions.places],
    ['product', mentions.products],
    ['date', mentions.dates],
    ['number', mentions.numbers],
  ];
  return kinds.flatMap(([type, group]) => gather(text, type, group)).slice(0, ENTITIES_MAX);
}

function gather(reading: ReadText, type: EntityType, mentions: readonly Mention[]): Entity[] {
  const entities = new Map<string, Entity>();
  for (const mention of mentions) {
    const { text, start, end } = reading.span(mention);
    const entity = entities.get(text) ?? { text, type, count: 0, spans: [] };
    entity.count += 1;
    if (entity.spans.length < SPANS_MAX) entity.spans.push([start, end]);
    entities.set(text, entity);
  }
  return [...entities.values()];
}

/** 1-2-3 is a part of an address. */
function isAmount(plain: string, { kind, start, end }: NumberMention): boolean {
  const isNumbered = /^-\d/.test(plain.slice(end, end + 2)) || /\d-$/.test(plain.slice(Math.max(0, start - 2), start));
  return /^(?:quantity|percent|money)$/.test(kind) && !isNumbered;
}

function findAgain(plain: string, mentions: readonly Mention[], shorten?: (name: string) => string): Mention[] {
  const names = new Set<string>();
  for (const { start, end } of mentions) {
    if (names.size >= NAMES_MAX) break;
    const name = plain.slice(start, end);
    names.add(name);
    if (shorten) names.add(shorten(name));
  }
  return keepLongest([...names].filter((name) => name.length >= 2).flatMap((name) => findWord(plain, name)));
}

const FORMS =
  /^(?:株式会社|合同会社|有限会社|一般社団法人|公益財団法人|NPO法人|\(株\)) ?|(?:株式会社|合同会社|有限会社|\(株\)|股份有限公司|有限公司)$|,? (?:Inc|Ltd|LLC|Corp|Corporation|Limited|PLC|plc|GmbH|K\.K)\.?$/gu;
const CITY = /^(?:北京|上海|广州|深圳|杭州|南京|成都|武汉|苏州|天津|重庆|西安)(?=\p{Script=Han}{3,}$)/u;

/** 株式会社コトバ → コトバ, 北京云帆科技有限公司 → 云帆科技, Kotoba Inc. → Kotoba; '' when too little is left to be told from a word. */
function shortenName(name: string): string {
  const short = name.replaceAll(FORMS, '').replace(CITY, '');
  const least = /^\p{Script=Han}/u.test(short) ? 3 : 2;
  return short.length >= least && /^[\p{Script=Han}\p{Script=Katakana}\p{Lu}]/u.test(short) ? short : '';
}

/** Which units of the text no mention has taken yet. */
class FreePlaces {
  readonly #taken: Uint8Array;

  constructor(length: number) {
    this.#taken = new Uint8Array(length);
  }

  /** Takes those that stand on free places. */
  take<T extends Mention>(mentions: readonly T[]): T[] {
    return mentions.filter(({ start, end }) => {
      if (this.#taken.subarray(start, end).includes(1)) return false;
      this.#taken.fill(1, start, end);
      return true;
    });
  }
}
