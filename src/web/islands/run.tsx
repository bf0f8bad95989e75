/** Runs a tool from a page with a test account that is made with the first run, and shows answer, price and receipt. */
import { render } from 'preact';
import { formatText } from '../../locales/format.ts';
import type { Texts } from '../../locales/text-types.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { Ticket, type TicketInfo } from '../components/ticket.tsx';
import { formatWait } from '../texts/waits.ts';
import {
  type CallOutcome,
  callTool,
  ensureTestKey,
  NoTestKey,
  type Receipt,
  readKey,
  verifyReceipt,
} from './common/call.ts';
import { NotJson, readInput } from './common/input.ts';
import { countPrices } from './common/price.ts';
import { Verification } from './common/verification.tsx';

const SHOWN_LENGTH_MAX = 8_000;
const MICROS_PER_USD = 1_000_000;

interface Words extends Texts<'run'> {
  /** Of the button. */
  action: string;
  /** By code; empty in English, where the server's own message is shown. */
  errors: Readonly<Record<string, string>>;
}

const { lang: pageLanguage } = document.documentElement;
const sayWait = (seconds: number): string => formatWait(seconds, pageLanguage);

interface Runner {
  form: HTMLFormElement;
  button: HTMLButtonElement;
  room: Element;
  words: Words;
}

interface OutcomeProps {
  outcome: CallOutcome;
  words: Words;
  /** The member of the answer that people came for. */
  shows: string | undefined;
  runFor(price: number): void;
}

function Outcome({ outcome, words, shows, runFor }: OutcomeProps) {
  const { status, ms, answer, receipt, balance } = outcome;
  const text = JSON.stringify(answer, null, 2).slice(0, SHOWN_LENGTH_MAX);
  const result: unknown = shows === undefined ? undefined : Reflect.get(Object(answer), shows);
  if (status >= 400) return <Refusal outcome={outcome} words={words} runFor={runFor} />;
  return (
    <>
      {typeof result === 'string' && <p class="result">{result}</p>}
      <p class="note">{formatText(words.took, { ms: String(ms) }, pageLanguage)}</p>
      <div class="outcome">
        {receipt && (
          <Ticket isNew words={words} facts={describeReceipt(receipt, balance)}>
            <Verification words={words} verify={() => verifyReceipt(receipt.callId)} />
          </Ticket>
        )}
        {typeof result === 'string' ? (
          <details>
            <summary>{words.answer}</summary>
            <CodeBlock code={text} />
          </details>
        ) : (
          <Answer title={words.answer} text={text} />
        )}
      </div>
    </>
  );
}

function Answer({ title, text }: { title: string; text: string }) {
  return (
    <section class="answer">
      <h3>{title}</h3>
      <CodeBlock code={text} />
    </section>
  );
}

function explain({ code, message, waitSeconds }: CallOutcome, words: Words): string {
  if (code === 'RATE_LIMITED' && waitSeconds > 0)
    return formatText(words.tooOften, { wait: sayWait(waitSeconds) }, pageLanguage);
  return words.errors[code] ?? message;
}

function explainNoKey({ message, waitSeconds }: NoTestKey, words: Words): string {
  if (waitSeconds > 0) return formatText(words.tooManyAccounts, { wait: sayWait(waitSeconds) }, pageLanguage);
  return pageLanguage === 'en' && message !== '' ? message : words.noTestKey;
}

/** Refusal of a call, and the next step if there is one. */
function Refusal({ outcome, words, runFor }: Omit<OutcomeProps, 'shows'>) {
  const { status, price, paymentLink } = outcome;
  const message = explain(outcome, words);
  return (
    <div class="failure">
      <p class="fault">{formatText(words.refused, { status: String(status), message }, pageLanguage)}</p>
      {price !== undefined && (
        <button class="second short" type="button" onClick={() => runFor(price)}>
          {formatText(words.runFor, { price: toAmount(price) }, pageLanguage)}
        </button>
      )}
      {paymentLink !== undefined && (
        <p>
          <a href={paymentLink} target="_blank" rel="noreferrer">
            {words.addMoney}
          </a>
        </p>
      )}
    </div>
  );
}

function describeReceipt({ callId, tool, amount, at, mode }: Receipt, balance: number | undefined): TicketInfo {
  const left = balance === undefined ? {} : { balance: toAmount(balance) };
  return { callId, tool, price: toAmount(amount), ...left, at, isTest: mode === 'test' };
}

const toAmount = (usd: number): string =>
  `$${usd.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 6 })}`;

/** Code to paste works as it stands once there is a key. */
function fillKey(words: Texts<'run'>): void {
  const key = readKey();
  if (key === '') return;
  for (const code of document.querySelectorAll('.code code')) {
    if (code.textContent?.includes('<apiKey>')) code.textContent = code.textContent.replaceAll('<apiKey>', key);
  }
  const note = document.querySelector('[data-key-note]');
  if (note) note.textContent = words.keyFilled;
}

/** USD, as the button says it: nobody pays more than what they have read. */
const readPrice = ({ form }: Runner): number => (Number(form.dataset.price ?? 0) * countPrices(form)) / MICROS_PER_USD;

async function run(runner: Runner, maxPrice: number): Promise<void> {
  const { form, button, room, words } = runner;
  button.disabled = true;
  render(<p class="note">{words.running}</p>, room);
  try {
    const input = readInput(form);
    await ensureTestKey();
    fillKey(words);
    const outcome = await callTool(form.dataset.path ?? '', input, maxPrice);
    const runFor = (price: number): void => void run(runner, price);
    render(<Outcome outcome={outcome} words={words} shows={form.dataset.shows} runFor={runFor} />, room);
  } catch (error) {
    render(<p class="fault">{explainThrown(error, words)}</p>, room);
  } finally {
    button.disabled = false;
  }
}

function explainThrown(error: unknown, words: Words): string {
  if (error instanceof NoTestKey) return explainNoKey(error, words);
  if (error instanceof NotJson) return formatText(words.notJson, { field: error.field }, pageLanguage);
  return words.offline;
}

function start(form: HTMLFormElement): void {
  const room = form.querySelector('[data-outcome]');
  const button = form.querySelector('button[type=submit]');
  if (!room || !(button instanceof HTMLButtonElement)) return;
  const words: Words = JSON.parse(form.dataset.words ?? '{}');
  const runner = { form, button, room, words };
  fillKey(words);
  form.addEventListener('input', () => {
    button.textContent = formatText(words.action, { price: toAmount(readPrice(runner)) }, pageLanguage);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // What was shown before there was an answer is not part of what follows.
    room.replaceChildren();
    void run(runner, readPrice(runner));
  });
}

for (const form of document.querySelectorAll('form[data-runner]')) if (form instanceof HTMLFormElement) start(form);
