/** Structured logs: one JSON line per record, without credentials and email addresses. */
import { type DestinationStream, pino } from 'pino';
import { OWN_CREDENTIAL } from '../../kernel/credential.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { LogOutput } from './log-output.ts';

export interface LogOptions {
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Values that must never be written, wherever they turn up: tokens and keys of the configuration. */
  secrets: readonly string[];
  /** Default: standard output, written in the background. */
  stream?: DestinationStream;
}

/** One answered request. Every text is our own or holds nothing that JSON would escape. */
export interface RequestRecord {
  requestId: string;
  method: string;
  /** A label of the route table, not the path that was asked for. */
  route: string;
  /** 499 when the caller left first. */
  status: number;
  ms: number;
  tool: string | undefined;
  mode: Mode | undefined;
}

export interface RequestLog {
  /** The line of one request, at level info. */
  request(record: RequestRecord): void;
  /** Whether a credential or an email address stands in the text: one of the configuration, or a key, session or token of ours. */
  holdsSecret(text: string): boolean;
}

export interface ServerLog extends Log, RequestLog {
  /** More values that must never be written. */
  addSecrets(secrets: readonly string[]): void;
  /** Writes what is still waiting, for at most a second; for the end of the process. */
  flush(): Promise<void>;
}

const STANDARD_OUTPUT = 1;
const REDACTED = '[redacted]';
/** A shorter configured value would blot out ordinary words. */
const SECRET_CHARACTERS_MIN = 8;
const CAUSES_MAX = 5;
const TEXT_MAX = 4_000;

const OWN_TOKENS = new RegExp(OWN_CREDENTIAL, 'g');
const BEARER = /\b(bearer|basic|deepl-auth-key)((?:\s|%20)+)[\w.~+/=:-]{8,}/gi;
const SECRET_NAMES =
  'api[_-]?key|apikey|x-api-key|key|token|access[_-]?token|refresh[_-]?token|auth[_-]?key|appid|app[_-]?id|secret|' +
  'client[_-]?secret|password|signature|sig|authorization|proxy-authorization|cookie|set-cookie|jws';
const IN_QUERY = new RegExp(`([?&;](?:${SECRET_NAMES})=)[^&\\s"'\\\\#]+`, 'gi');
/** A member of JSON, also of JSON that stands escaped inside a text. */
const ESCAPED = '\\\\{0,8}"';
const IN_JSON = new RegExp(`(${ESCAPED}(?:${SECRET_NAMES})${ESCAPED}\\s*:\\s*${ESCAPED})[^"\\\\]+`, 'gi');
/** An email address; mail servers and parsers repeat them in their errors. */
const EMAIL = /[^\s"'<>()[\]{},:;=/\\@]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu;
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s"@:]{0,300}:[^/\s"@]*@/gi;

/** One finished line without credentials and email addresses; works on text, so that nothing inside errors and URLs escapes it. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  const values = secrets
    .filter((secret) => secret.length >= SECRET_CHARACTERS_MIN)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const unique = [...new Set(values)].sort((a, b) => b.length - a.length);
  return (line) => {
    let clean = line;
    for (const value of unique) if (clean.includes(value)) clean = clean.replaceAll(value, REDACTED);
    // A search for a plain text costs a tenth of one for a pattern, and this runs for every line.
    if (clean.includes('fb')) clean = clean.replace(OWN_TOKENS, REDACTED);
    if (clean.includes('=')) clean = clean.replace(IN_QUERY, `$1${REDACTED}`);
    if (clean.includes('://')) clean = clean.replace(IN_ADDRESS, `$1${REDACTED}@`);
    if (clean.includes('@')) clean = clean.replace(EMAIL, REDACTED);
    return clean.replace(BEARER, `$1$2${REDACTED}`).replace(IN_JSON, `$1${REDACTED}`);
  };
}

export function createLog({ level, secrets, stream }: LogOptions): ServerLog {
  const target = stream ?? new LogOutput(STANDARD_OUTPUT);
  const timestamp = createTimestamps();
  const known = new Set(secrets);
  let redact = createRedactor(secrets);
  const log = pino(
    {
      level,
      base: null,
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (thrown: unknown) => describeError(thrown) },
      hooks: { streamWrite: (line) => redact(line) },
    },
    target,
  );
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    request: log.isLevelEnabled('info')
      ? (record) => void target.write(formatRequestLine(record, timestamp()))
      : () => {},
    addSecrets(more) {
      for (const secret of more) known.add(secret);
      redact = createRedactor([...known]);
    },
    holdsSecret: (text) => redact(text) !== text,
    flush: async () => {
      if (target instanceof LogOutput) await target.flush();
    },
  };
}

/** Put together by hand: it is written for every request, and nothing in it can be a credential or needs escaping. */
function formatRequestLine(
  { requestId, method, route, status, ms, tool, mode }: RequestRecord,
  timestamp: string,
): string {
  const what = tool === undefined ? '' : `,"tool":"${tool}"`;
  const whose = mode === undefined ? '' : `,"mode":"${mode}"`;
  return `{"level":"info"${timestamp},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}${what}${whose},"msg":"request"}\n`;
}

/** The time as a member of the line; made once for all lines of a millisecond. */
function createTimestamps(): () => string {
  let latestMs = 0;
  let text = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== latestMs) {
      latestMs = nowMs;
      text = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return text;
  };
}

interface ErrorRecord {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorRecord | string;
}

/** Type, message, code, stack and causes: never the objects that libraries hang on their errors. */
export function describeError(thrown: unknown, depth = 0): ErrorRecord | string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, TEXT_MAX);
  const { name, message, stack, cause } = thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  return {
    type: name,
    message: message.slice(0, TEXT_MAX),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined || depth > 0 ? {} : { stack: stack.slice(0, TEXT_MAX) }),
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: describeError(cause, depth + 1) }),
  };
}
