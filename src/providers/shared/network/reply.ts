/** A whole reply, read as far as somebody asks. */
import { parseWellFormedJson, repairText } from '../../../text/well-formed.ts';
import type { RawReply } from './exchange.ts';

/** A reply as `classify` sees it; `json` is undefined when the text is no JSON. */
export interface ProviderReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: unknown;
}

const utf8 = new TextDecoder();

export class WholeReply implements ProviderReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  #text: string | undefined;
  #json: { value: unknown } | undefined;

  constructor({ status, headers, bytes }: RawReply) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get type(): string {
    return this.headers['content-type'] ?? '';
  }

  get text(): string {
    this.#text ??= repairText(utf8.decode(this.bytes));
    return this.#text;
  }

  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) };
    return this.#json.value;
  }
}

function parseJson(text: string): unknown {
  try {
    return parseWellFormedJson(text);
  } catch {
    return parseLooseJson(text);
  }
}

/** Texts, which stay as they are, or numbers that JSON does not have. */
const oddNumbers = /"(?:[^"\\]|\\.)*"|(?<![\w.])[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)(?![\w.])/gi;

/** JSON as many upstreams write it: `NaN`, `-nan` and `Infinity` become null. Undefined when it is no JSON either way. */
function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(oddNumbers, (part) => (part.startsWith('"') ? part : 'null')));
  } catch {
    return undefined;
  }
}
