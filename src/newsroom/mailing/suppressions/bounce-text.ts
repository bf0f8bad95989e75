/** Classifies bounces that are not delivery reports: what qmail, older Exim and mobile networks write for people. */
import { classifyRefusal, type RefusalCause } from '../../../mail/refusal.ts';

export interface BounceText {
  kind: 'hard' | 'soft' | 'delayed';
  cause: RefusalCause;
  /** Enhanced status code; null when there is none. */
  status: string | null;
  /** The line that said so: somebody else's words. */
  diagnostic: string;
}

const READ_CHARS_MAX = 20_000;
const LINES_MAX = 400;
const LINE_CHARS_MAX = 500;
/** A reply of a server may go on over so many lines. */
const REPLY_LINES_MAX = 12;

/** The returned mail begins after such a line. */
const COPY_BELOW = /^[\s>*-]*(?:below this line is a copy|this is a copy of|original message|copy of the message)/i;
const ENHANCED = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;
/** At the beginning of a line, or after a word that announces it. */
const REPLY_CODE =
  /(?:^\s*|\b(?:smtp|said|error|code|response|reply|status|answered|server|rejected)\b[^\d\n]{0,40})[45][0-5]\d(?:[\s\-,.:]|$)/i;
const WARNING =
  /this is a warning message only|you do not need to resend|(?:has|have) not (?:yet )?been delivered.{0,80}(?:continue|keep|retry)|will (?:be retried|keep trying|continue (?:to try|trying))|delivery attempts will continue/i;

/** Null when the text does not say why the mail came back. */
export function classifyText(text: string): BounceText | null {
  const lines = text
    .slice(0, READ_CHARS_MAX)
    .split(/\r?\n/, LINES_MAX)
    .map((line) => line.slice(0, LINE_CHARS_MAX));
  const end = lines.findIndex((line) => COPY_BELOW.test(line));
  const body = end < 0 ? lines : lines.slice(0, end);
  const warning = body.find((line) => WARNING.test(line));
  if (warning !== undefined) return { kind: 'delayed', cause: 'deferred', status: null, diagnostic: warning.trim() };
  return classifyReply(body, ENHANCED) ?? classifyReply(body, REPLY_CODE) ?? classifyWords(body);
}

/** The line with the code, and what belongs to the same paragraph. */
function classifyReply(lines: readonly string[], code: RegExp): BounceText | null {
  const at = lines.findIndex((line) => code.test(line));
  const diagnostic = lines[at]?.trim();
  if (diagnostic === undefined) return null;
  const rest = lines.slice(at, at + REPLY_LINES_MAX);
  const blank = rest.findIndex((line) => line.trim() === '');
  const before = (lines[at - 1] ?? '').trim();
  const refusal = classifyRefusal([before, ...(blank < 0 ? rest : rest.slice(0, blank))].join('\n'));
  const words = refusal.cause === 'unknown' ? classifyWords(lines) : null;
  return words
    ? { ...words, status: refusal.status, diagnostic }
    : { ...decide(refusal), status: refusal.status, diagnostic };
}

function classifyWords(lines: readonly string[]): BounceText | null {
  for (const line of lines) {
    const refusal = classifyRefusal(line);
    if (refusal.cause !== 'unknown') return { ...decide(refusal), status: null, diagnostic: line.trim() };
  }
  return null;
}

const decide = ({
  cause,
  isPermanent,
}: {
  cause: RefusalCause;
  isPermanent: boolean;
}): Pick<BounceText, 'kind' | 'cause'> => ({
  kind: cause === 'recipient' && isPermanent ? 'hard' : 'soft',
  cause,
});
