/** What is wrong with a request, in the words of FastAPI with pydantic v2. */
import { formatJson, type Json } from './json.ts';

export type Loc = readonly (string | number)[];

/** One item of a 422's `detail`. `context` is `ctx`, as JSON. */
interface Item {
  type: string;
  loc: Loc;
  message: string;
  input: Json;
  context?: string;
}

/** Gathers all that is wrong, in the order in which it is found. */
export class Faults {
  readonly items: Item[] = [];
  /** Fields with a text that is none of their words: told, with status 400, when nothing else is wrong. */
  readonly unknownWords: { field: string; accepted: readonly string[] }[] = [];

  add(type: string, loc: Loc, message: string, input: Json, context?: string): void {
    this.items.push({ type, loc, message, input, ...(context === undefined ? {} : { context }) });
  }

  get isEmpty(): boolean {
    return this.items.length === 0 && this.unknownWords.length === 0;
  }

  /** The items as a JSON array, with the members of each in FastAPI's order. */
  toText(): string {
    return `[${this.items.map(formatItem).join(',')}]`;
  }
}

function formatItem({ type, loc, message, input, context }: Item): string {
  const ctx = context === undefined ? '' : `,"ctx":${context}`;
  const [typeText, locText, messageText] = [type, loc, message].map((part) => JSON.stringify(part));
  return `{"type":${typeText},"loc":${locText},"msg":${messageText},"input":${formatJson(input)}${ctx}}`;
}
