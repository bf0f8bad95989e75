/** Tool responses other than JSON: media bytes, redirects and pages. */
export type ReplyKind = 'json' | 'bytes' | 'redirect' | 'page';

/** Facts about the bytes of a REST answer besides their type and name. */
export interface BytesInfo {
  /** Shown by programs that read no other than ASCII names; default: the name, as far as it is ASCII. */
  plainName?: string;
  /** With its quotation marks. */
  etag?: string;
  headers?: Readonly<Record<string, string>>;
  /** A text that programs read on: not saved under a name, and packed for whoever unpacks. */
  isText?: boolean;
}

/** Which answer this is, told over REST: whoever has it already need not get it again. */
export interface AnswerVersion {
  /** With its quotation marks. */
  etag: string;
  /** Of the answer and of the 304 in its place. */
  headers: Readonly<Record<string, string>>;
}

export class Bytes {
  readonly data: Uint8Array;
  readonly type: string;
  readonly filename: string;
  readonly facts: BytesInfo;

  constructor(data: Uint8Array, type: string, filename: string, facts: BytesInfo = {}) {
    this.data = data;
    this.type = type;
    this.filename = filename;
    this.facts = facts;
  }
}

/** The caller has this version already and has said so with `If-None-Match`. */
export class NotModified {
  readonly etag: string;

  constructor(etag: string) {
    this.etag = etag;
  }
}

export class Redirect {
  readonly location: string;
  readonly status: 302 | 303 | 307 | 308;

  constructor(location: string, status: 302 | 303 | 307 | 308 = 302) {
    this.location = location;
    this.status = status;
  }
}

export class Page {
  readonly body: string;
  readonly type: string;
  readonly status: number;

  constructor(body: string, type = 'text/html; charset=utf-8', status = 200) {
    this.body = body;
    this.type = type;
    this.status = status;
  }
}

/** Whether it is one of these, and no plain JSON. */
export const isReply = (output: unknown): boolean =>
  output instanceof Bytes || output instanceof NotModified || output instanceof Redirect || output instanceof Page;

/** Format in which the ledger records answers for replay: JSON text, bytes as base64. */
export function encodeAnswer(output: unknown, warnings: readonly string[]): string {
  if (output instanceof Bytes) {
    const data = Buffer.from(output.data).toString('base64');
    return JSON.stringify({ bytes: { data, type: output.type, filename: output.filename }, warnings });
  }
  return JSON.stringify({ output, warnings });
}

export function decodeAnswer(text: string): { output: unknown; warnings: string[] } {
  const recorded: { output?: unknown; warnings: string[]; bytes?: { data: string; type: string; filename: string } } =
    JSON.parse(text);
  const { bytes, warnings } = recorded;
  if (!bytes) return { output: recorded.output, warnings };
  return { output: new Bytes(Buffer.from(bytes.data, 'base64'), bytes.type, bytes.filename), warnings };
}

/** Time for which answers may be served again, by default to their own account. */
export interface CachePolicy {
  seconds: number;
  scope?: 'account' | 'public';
  isKept?(output: unknown): boolean;
}
