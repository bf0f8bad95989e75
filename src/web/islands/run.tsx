/** Runs a tool from a page with a test account that is made with the first run, and shows answer, price and receipt. */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Ticket, type TicketFacts } from '../components/ticket.tsx';
import type { RunWords } from '../words/run.ts';
import { type CallOutcome, callTool, ensureTestKey, type Receipt, readKey, verifyReceipt } from './common/call.ts';
import { readInput } from './common/input.ts';

const SHOWN_LENGTH_MAX = 8_000;
const ANSWER_ROWS = 12;

function Outcome({ outcome, words }: { outcome: CallOutcome; words: RunWords }) {
  const { status, ms, answer, receipt, balance } = outcome;
  const text = JSON.stringify(answer, null, 2).slice(0, SHOWN_LENGTH_MAX);
  const said =
    receipt === undefined
      ? words.refused.replace('{status}', String(status)).replace('{message}', outcome.message)
      : words.took.replace('{ms}', String(ms));
  return (
    <>
      <p class={receipt === undefined ? 'fault' : 'note'}>{said}</p>
      <div class="outcome">
        {receipt && (
          <div>
            <Ticket isNew words={words} facts={describeReceipt(receipt, balance)} />
            <Verification callId={receipt.callId} words={words} />
          </div>
        )}
        <label>
          <span>{words.answer}</span>
          <textarea readOnly rows={ANSWER_ROWS} spellcheck={false} value={text} />
        </label>
      </div>
    </>
  );
}

function describeReceipt({ callId, tool, amount, at, mode }: Receipt, balance: number | undefined): TicketFacts {
  const left = balance === undefined ? {} : { balance: toAmount(balance) };
  return { callId, tool, price: toAmount(amount), ...left, at, isTest: mode === 'test' };
}

function Verification({ callId, words }: { callId: string; words: RunWords }) {
  const [verdict, setVerdict] = useState<string>();
  const [isGenuine, setGenuine] = useState(false);
  const verify = async (): Promise<void> => {
    try {
      const holds = await verifyReceipt(callId);
      setGenuine(holds);
      setVerdict(holds ? words.genuine : words.notGenuine);
    } catch {
      setVerdict(words.cannotVerify);
    }
  };
  if (verdict !== undefined) return <p class={isGenuine ? 'stamp' : 'stamp fault'}>{verdict}</p>;
  return (
    <button class="second short" type="button" onClick={() => void verify()}>
      {words.verify}
    </button>
  );
}

const toAmount = (usd: number): string =>
  `$${usd.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 6 })}`;

/** Code to paste works as it stands once there is a key. */
function fillKey(words: RunWords): void {
  const key = readKey();
  if (key === '') return;
  for (const code of document.querySelectorAll('.code code')) {
    if (code.textContent?.includes('<apiKey>')) code.textContent = code.textContent.replaceAll('<apiKey>', key);
  }
  const note = document.querySelector('[data-key-note]');
  if (note) note.textContent = words.keyFilled;
}

async function run(form: HTMLFormElement, room: Element, words: RunWords): Promise<void> {
  render(<p class="note">{words.running}</p>, room);
  try {
    const input = readInput(form);
    await ensureTestKey();
    fillKey(words);
    const outcome = await callTool(form.dataset.path ?? '', input);
    render(<Outcome outcome={outcome} words={words} />, room);
  } catch (error) {
    const message = error instanceof TypeError ? words.offline : error instanceof Error ? error.message : words.offline;
    render(<p class="fault">{message}</p>, room);
  }
}

function start(form: HTMLFormElement): void {
  const room = form.querySelector('[data-outcome]');
  const button = form.querySelector('button[type=submit]');
  if (!room || !(button instanceof HTMLButtonElement)) return;
  const words: RunWords = JSON.parse(form.dataset.words ?? '{}');
  fillKey(words);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    void run(form, room, words).finally(() => {
      button.disabled = false;
    });
  });
}

for (const form of document.querySelectorAll('form[data-runner]')) if (form instanceof HTMLFormElement) start(form);
