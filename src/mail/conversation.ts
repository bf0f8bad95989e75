/**
 * Follows an SMTP conversation through the mail library's log, because its errors don't tell whether the connection
 * broke before or after the mail was handed over (newsroom.md §7.4).
 */
import { truncate } from '../text/truncate.ts';
import { classifyRefusal } from './refusal.ts';
import type { Stage, Verdict } from './types.ts';

const WORDS_MAX = 500;

/** Logger of the library: each method gets facts and a text. */
export interface ConversationLogger {
  debug(...entry: unknown[]): void;
  info(...entry: unknown[]): void;
  warn(...entry: unknown[]): void;
  error(...entry: unknown[]): void;
}

const COMMANDS: readonly [RegExp, Stage][] = [
  [/^MAIL FROM/i, 'mail'],
  [/^RCPT TO/i, 'rcpt'],
  [/^DATA/i, 'data'],
];

export class Conversation {
  readonly logger: ConversationLogger;
  /** What the server says it can do. */
  greeting = '';
  #stage: Stage = 'connect';
  /** Commands of this mail that were sent and not answered; several at once where the server allows it. */
  #awaiting: Stage[] = [];
  #isGreeting = false;
  #onStage: ((stage: Stage) => void) | undefined;
  /** The first answer that forbids this mail: where commands go out together, others follow it. */
  #refusal: { stage: Stage; breakdown: Breakdown } | null = null;

  constructor() {
    const read = (...entry: unknown[]): void => this.#read(entry);
    this.logger = { debug: read, info: read, warn: ignore, error: ignore };
  }

  /** How it ended, when it ended badly. */
  judge(thrown: unknown): Verdict {
    const { stage, breakdown } = this.#refusal ?? { stage: this.#stage, breakdown: readBreakdown(thrown) };
    return judgeBreakdown(stage, breakdown);
  }

  /** A mail begins, on this connection or one that is to be made. */
  begin(onStage: ((stage: Stage) => void) | undefined): void {
    this.#stage = 'connect';
    this.#awaiting = [];
    this.#refusal = null;
    this.#onStage = onStage;
    onStage?.('connect');
  }

  #read([facts, text]: unknown[]): void {
    if (typeof facts !== 'object' || facts === null || !('tnx' in facts)) return;
    if (facts.tnx === 'client' && typeof text === 'string') this.#noteCommand(text);
    else if (facts.tnx === 'server' && typeof text === 'string') this.#noteReply(text);
    else if (facts.tnx === 'message' && 'outByteCount' in facts && this.#stage === 'body') this.#move('terminator');
  }

  #noteCommand(text: string): void {
    this.#isGreeting = /^(EHLO|LHLO)\b/i.test(text);
    const stage = COMMANDS.find(([pattern]) => pattern.test(text))?.[1];
    if (stage === undefined) return;
    this.#awaiting.push(stage);
    if (this.#awaiting.length === 1) this.#stage = stage;
    this.#onStage?.(stage);
  }

  #noteReply(text: string): void {
    if (this.#isGreeting) this.greeting = text;
    this.#isGreeting = false;
    if (this.#stage === 'terminator') {
      this.#move('reply');
      return;
    }
    const answered = this.#awaiting.shift();
    if ((answered === 'mail' || answered === 'rcpt') && !text.startsWith('2')) this.#noteRefusal(answered, text);
    if (answered === 'data' && /^[23]/.test(text)) this.#move('body');
    else if (this.#awaiting[0] !== undefined) this.#stage = this.#awaiting[0];
  }

  #noteRefusal(stage: 'mail' | 'rcpt', text: string): void {
    const code = Number(/^\d{3}/.exec(text)?.[0] ?? 0);
    const command = stage === 'mail' ? 'MAIL FROM' : 'RCPT TO';
    this.#refusal ??= { stage, breakdown: { code, command, text: cut(text) } };
  }

  #move(stage: Stage): void {
    this.#stage = stage;
    this.#onStage?.(stage);
  }
}

const ignore = (): void => {};

const cut = (text: string): string => truncate(text, WORDS_MAX).toWellFormed();

/** Error of the library, in the words of the table. */
export interface Breakdown {
  /** Of the reply that it came of; null for a broken connection or a silent server. */
  code: number | null;
  /** The command that was answered so. */
  command: string;
  text: string;
}

export function readBreakdown(thrown: unknown): Breakdown {
  if (!(thrown instanceof Error)) return { code: null, command: '', text: cut(String(thrown)) };
  const code = 'responseCode' in thrown && typeof thrown.responseCode === 'number' ? thrown.responseCode : null;
  const command = 'command' in thrown && typeof thrown.command === 'string' ? thrown.command : '';
  const response = 'response' in thrown && typeof thrown.response === 'string' ? thrown.response : thrown.message;
  return { code, command, text: cut(response) };
}

const plain = { refusal: null, asksForPatience: false, isTransportTrouble: false };

export const acceptedVerdict = (text: string): Verdict => ({
  ...plain,
  outcome: 'sent',
  stage: 'reply',
  code: Number(/^\d{3}/.exec(text)?.[0] ?? 250),
  text: cut(text),
});

/** Verdict of a failed conversation: the first matching row. */
export function judgeBreakdown(stage: Stage, { code, command, text }: Breakdown): Verdict {
  const facts = { ...plain, stage, code, text };
  if (stage === 'connect') return { ...facts, outcome: 'transport_error', isTransportTrouble: true };
  if (code === 421) return { ...facts, outcome: 'retry', asksForPatience: true };
  if (code === null) return judgeSilence(facts);
  const isFinal = code >= 500;
  if (!isFinal && code < 400) return { ...facts, outcome: 'unknown' };
  if (/^MAIL/i.test(command)) return { ...facts, outcome: 'transport_error', isTransportTrouble: true };
  if (/^(?:RCPT|DATA)/i.test(command))
    return { ...facts, outcome: isFinal ? 'failed' : 'retry', refusal: classifyRefusal(text).cause };
  return { ...facts, outcome: 'unknown' };
}

/** Nobody said anything: how far it had come decides. */
function judgeSilence(facts: Omit<Verdict, 'outcome'>): Verdict {
  switch (facts.stage) {
    case 'mail':
    case 'rcpt':
    case 'data':
      return { ...facts, outcome: 'retry', isTransportTrouble: true };
    case 'body':
      return { ...facts, outcome: 'retry' };
    default:
      return { ...facts, outcome: 'unknown' };
  }
}
