/**
 * A feed as its elements, however broken its XML is. htmlparser2 never fails, and expands no entities of a document type:
 * those are left as they are written.
 */
import { Parser } from 'htmlparser2';

/** Vocabularies of an item's elements. `core` is the feed's own: RSS of any version, or Atom. */
export type Vocabulary = 'core' | 'dc' | 'content' | 'media' | 'itunes' | 'other';

export interface FeedElement {
  /** In lower case, without its prefix. */
  name: string;
  vocabulary: Vocabulary;
  attributes: Readonly<Record<string, string>>;
  /** `xml:base` of the element and those around it, outermost first. */
  bases: readonly string[];
  children: (FeedElement | string)[];
}

export interface FeedDocument {
  /** The channel of RSS, or the feed of Atom, without its items. */
  head: FeedElement;
  isAtom: boolean;
  items: FeedElement[];
  /** It ends before its end tag. An item that is cut off is left out. */
  isCut: boolean;
}

/** Far more than any feed has; what follows is not read. */
const ITEMS_MAX = 5_000;
/** Elements in an item; deeper ones are left out, with their text. */
const DEPTH_MAX = 100;
const ELEMENTS_MAX = 300_000;
const JUNK_CHARS_MAX = 16_384;
const CHUNK_CHARS = 65_536;
const ROOT = /<!--[\s\S]*?-->|<(?:[\w.-]+:)?(rss|feed|rdf|html)(?=[\s>])/gi;

/** Start of a feed, after anything that a broken server has written before it; -1 for another document. */
function findRoot(text: string): number {
  for (const match of text.slice(0, JUNK_CHARS_MAX).matchAll(ROOT)) {
    const name = match[1]?.toLowerCase();
    if (name !== undefined) return name === 'html' ? -1 : match.index;
  }
  return -1;
}

const VOCABULARIES: readonly (readonly [RegExp, Vocabulary])[] = [
  [/^https?:\/\/search\.yahoo\.com\/mrss/i, 'media'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content/i, 'content'],
  [/^https?:\/\/purl\.org\/dc\//i, 'dc'],
  [/^https?:\/\/www\.itunes\.com\/dtds/i, 'itunes'],
  [
    /^https?:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/(?:atom\/ns|rss\/)|backend\.userland\.com|my\.netscape\.com)/i,
    'core',
  ],
];
/** Of feeds that don't declare them. */
const PREFIXES: Readonly<Record<string, Vocabulary>> = {
  '': 'core',
  atom: 'core',
  dc: 'dc',
  dcterms: 'dc',
  content: 'content',
  media: 'media',
  itunes: 'itunes',
};

/** Null: it isn't a feed. */
export function parseFeedDocument(text: string): FeedDocument | null {
  const start = findRoot(text);
  if (start < 0) return null;
  const builder = new FeedBuilder();
  const parser = new Parser(builder, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true });
  for (let at = start; at < text.length && !builder.hasEnded; at += CHUNK_CHARS)
    parser.write(text.slice(at, at + CHUNK_CHARS));
  return builder.finish();
}

interface OpenElement {
  element: FeedElement;
  /** With its prefix. */
  tag: string;
  /** Addresses by prefix, of this element and those around it. */
  namespaces: Readonly<Record<string, string>>;
}

class FeedBuilder {
  readonly #items: FeedElement[] = [];
  readonly #open: OpenElement[] = [];
  #head: FeedElement | undefined;
  #root: FeedElement | undefined;
  #elements = 0;
  hasEnded = false;

  onopentag(tag: string, attributes: Record<string, string>): void {
    if (this.hasEnded) return;
    const namespaces = this.#readNamespaces(attributes);
    const [name = '', prefix = ''] = tag.split(':').reverse();
    const vocabulary = findVocabulary(prefix, namespaces[prefix]);
    const isItem = isItemElement({ name, vocabulary });
    // An item that isn't closed ends where the next one begins.
    if (isItem) this.#closeFrom(this.#open.findIndex(({ element }) => isItemElement(element)));
    if (this.#open.length > DEPTH_MAX || this.#elements >= ELEMENTS_MAX) return;
    this.#elements++;
    const around = this.#open.at(-1)?.element;
    const base = attributes['xml:base'];
    const bases = base === undefined ? (around?.bases ?? []) : [...(around?.bases ?? []), base];
    const element: FeedElement = { name, vocabulary, attributes, bases, children: [] };
    this.#root ??= element;
    if (this.#root === element || (vocabulary === 'core' && name === 'channel')) this.#head = element;
    if (!isItem) around?.children.push(element);
    this.#open.push({ element, tag, namespaces });
  }

  ontext(text: string): void {
    this.#open.at(-1)?.element.children.push(text);
  }

  onclosetag(tag: string): void {
    this.#closeFrom(this.#open.findLastIndex((open) => open.tag === tag));
  }

  /** Nothing is closed for -1. */
  #closeFrom(index: number): void {
    if (index < 0) return;
    for (const { element } of this.#open.splice(index)) if (isItemElement(element)) this.#items.push(element);
    if (this.#open.length === 0 || this.#items.length >= ITEMS_MAX) this.hasEnded = true;
  }

  #readNamespaces(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const around = this.#open.at(-1)?.namespaces ?? {};
    const declared = Object.entries(attributes).filter(([name]) => /^xmlns(?:$|:)/.test(name));
    if (declared.length === 0) return around;
    return {
      ...around,
      ...Object.fromEntries(declared.map(([name, value]) => [name.slice('xmlns:'.length), value.trim()])),
    };
  }

  finish(): FeedDocument | null {
    if (!this.#head || !this.#root) return null;
    return { head: this.#head, isAtom: this.#root.name === 'feed', items: this.#items, isCut: !this.hasEnded };
  }
}

const findVocabulary = (prefix: string, address: string | undefined): Vocabulary =>
  (address === undefined ? undefined : VOCABULARIES.find(([pattern]) => pattern.test(address))?.[1]) ??
  PREFIXES[prefix] ??
  'other';

const isItemElement = ({ name, vocabulary }: Pick<FeedElement, 'name' | 'vocabulary'>): boolean =>
  vocabulary === 'core' && (name === 'item' || name === 'entry');
