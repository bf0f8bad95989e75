/**
 * Bounces that are not delivery reports: what some servers write for people, such as qmail, older Exim, and the gateways of
 * mobile networks. A reply code counts before any words do.
 */

export interface BounceText {
  kind: 'hard' | 'soft';
  /** Enhanced status code; null when there is none. */
  status: string | null;
  /** The line that said so: somebody else's words. */
  diagnostic: string;
}

const READ_CHARS_MAX = 20_000;
const LINES_MAX = 400;
const LINE_CHARS_MAX = 500;

/** Behind such a line stands the mail that came back. */
const COPY_BELOW = /^[\s>*-]*(?:below this line is a copy|this is a copy of|original message|copy of the message)/i;
const ENHANCED = /\b([45]\.\d{1,3}\.\d{1,3})\b/;
/** At the beginning of a line, or behind a word that announces it. */
const REPLY_CODE =
  /(?:^\s*|\b(?:smtp|said|error|code|response|reply|status|answered|server|rejected)\b[^\d\n]{0,40})([45])[0-5]\d(?:[\s\-,.:]|$)/i;

const FULL =
  /mailbox (?:is )?full|over (?:its |the )?quota|quota exceeded|exceeded (?:the |its )?(?:storage|quota)|out of storage|temporar(?:y|ily)|try again later|timed out|容量(?:を|が)?超|容量不足|邮箱已满|空间不足/i;
const DEAD =
  /user unknown|unknown user|no such (?:user|mailbox|recipient|address|person)|does(?:n't| not) (?:exist|have (?:a|an) .{0,40}account)|(?:mailbox|address|recipient) (?:unavailable|not found|unknown|rejected)|no mailbox here|invalid recipient|account (?:has been |is )?(?:disabled|closed)|(?:宛先|アドレス|ユーザー?).{0,20}(?:存在しません|見つかりません|不明)|(?:地址|用户|收件人|账号).{0,20}不存在/i;

/** Null when it does not say why it came back. */
export function classifyText(text: string): BounceText | null {
  const lines = text
    .slice(0, READ_CHARS_MAX)
    .split(/\r?\n/, LINES_MAX)
    .map((line) => line.slice(0, LINE_CHARS_MAX));
  const end = lines.findIndex((line) => COPY_BELOW.test(line));
  const body = end < 0 ? lines : lines.slice(0, end);
  return findEnhanced(body) ?? findReplyCode(body) ?? findWords(body);
}

function findEnhanced(lines: readonly string[]): BounceText | null {
  for (const line of lines) {
    const status = ENHANCED.exec(line)?.[1];
    if (status !== undefined)
      return { kind: status.startsWith('5') ? 'hard' : 'soft', status, diagnostic: line.trim() };
  }
  return null;
}

function findReplyCode(lines: readonly string[]): BounceText | null {
  for (const line of lines) {
    const digit = REPLY_CODE.exec(line)?.[1];
    if (digit !== undefined) return { kind: digit === '5' ? 'hard' : 'soft', status: null, diagnostic: line.trim() };
  }
  return null;
}

function findWords(lines: readonly string[]): BounceText | null {
  const full = lines.find((line) => FULL.test(line));
  if (full !== undefined) return { kind: 'soft', status: null, diagnostic: full.trim() };
  const dead = lines.find((line) => DEAD.test(line));
  return dead === undefined ? null : { kind: 'hard', status: null, diagnostic: dead.trim() };
}
