/** A twin answers in the wire format of one upstream: deterministic, without network, state or a clock of its own. */

/** A request as the upstream would see it. */
export interface TwinRequest {
  method: string;
  /** The whole address the adapter asked for. */
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Body as it came; empty when there is none. */
  body: Uint8Array;
  /** The body as UTF-8. */
  text: string;
  /** The body as JSON; undefined when it is none. */
  json: unknown;
  /** The server's time, in milliseconds: replies are of today, and for the same input otherwise the same. */
  nowMs: number;
}

export interface TwinReply {
  /** Default 200. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** At most one of `json` (with its content type) and `body`. */
  json?: unknown;
  body?: string | Uint8Array;
}

/** Failures that upstreams tell in words of their own; the others are the same for all (see magic.ts). */
export type WordedFailure =
  | 'rate-limit'
  | 'bad-key'
  | 'quota'
  | 'down'
  | 'error-in-200'
  | 'empty'
  | 'not-found'
  | 'filtered'
  | 'too-long'
  | 'retired';

export interface Twin {
  /** The provider's id, which is also the file's name. */
  id: string;
  handle(request: TwinRequest): TwinReply | Promise<TwinReply>;
  /**
   * How this upstream tells a failure that a caller asked for with a magic value. What is left out is told the common
   * way. `empty` should always be here: it is the upstream's way to say that it found nothing.
   */
  failures?: Partial<Record<WordedFailure | 'malformed', (request: TwinRequest) => TwinReply>>;
}

/** Checks a twin's parts at compile time; changes nothing. */
export function defineTwin(twin: Twin): Twin {
  return twin;
}
