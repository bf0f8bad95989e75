/** Phrases validation errors as FastAPI with pydantic v2 does. */
import { formatEcho, type Json } from './json.ts';

export type Loc = readonly (string | number)[];

/** One item of a 422's `detail`. `context` is `ctx`, as JSON. */
interface Item {
  type: string;
  loc: Loc;
  message: string;
  input: Json;
  context?: string;
}

/** More than this many are not told, and what they echo of the request is cut, each and in all. */
const ITEMS_MAX = 100;
const ECHO_CHARS_MAX = 8_192;
const ECHOES_CHARS_MAX = 65_536;
const ECHO_CHARS_MIN = 128;

/** Gathers all that is wrong, in the order in which it is found. */
export class Faults {
  readonly items: Item[] = [];
  /** Fields with a text that is none of their words: told, with status 400, when nothing else is wrong. */
  readonly unknownWords: { field: string; accepted: readonly string[] }[] = [];

  add(item: Item): void {
    if (this.items.length < ITEMS_MAX) this.items.push(item);
  }

  get isEmpty(): boolean {
    return this.items.length === 0 && this.unknownWords.length === 0;
  }

  /** The items as a JSON array, with the members of each in FastAPI's order. Long inputs are cut, and say so. */
  toText(): string {
    let charsLeft = ECHOES_CHARS_MAX;
    const items = this.items.map((item) => {
      const echo = formatEcho(item.input, Math.max(ECHO_CHARS_MIN, Math.min(ECHO_CHARS_MAX, charsLeft)));
      charsLeft -= echo.length;
      return formatItem(item, echo);
    });
    return `[${items.join(',')}]`;
  }
}

function formatItem({ type, loc, message, context }: Item, echo: string): string {
  const ctx = context === undefined ? '' : `,"ctx":${context}`;
  const [typeText, locText, messageText] = [type, loc, message].map((part) => JSON.stringify(part));
  return `{"type":${typeText},"loc":${locText},"msg":${messageText},"input":${echo}${ctx}}`;
}
