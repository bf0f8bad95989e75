/** The outcome of an operation that was run from a page: answer, price and receipt, or a refusal with the next step. */
import { formatText } from '../../../locales/format.ts';
import type { Texts } from '../../../locales/text-types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Ticket, type TicketInfo } from '../../components/ticket.tsx';
import { formatWait } from '../../texts/waits.ts';
import { Verification } from '../common/verification.tsx';
import { type CallOutcome, type NoTestKey, type Receipt, verifyReceipt } from './call.ts';

const SHOWN_LENGTH_MAX = 8_000;

export interface RunWords extends Texts<'run'> {
  /** Of the button. */
  action: string;
  /** By code; empty in English, where the server's own message is shown. */
  errors: Readonly<Record<string, string>>;
}

export const { lang: pageLanguage } = document.documentElement;
const sayWait = (seconds: number): string => formatWait(seconds, pageLanguage);

interface OutcomeProps {
  outcome: CallOutcome;
  /** That the call was made with. */
  token: string;
  words: RunWords;
  /** The member of the answer that people came for. */
  shows: string | undefined;
  runFor(price: number): void;
}

export function Outcome({ outcome, token, words, shows, runFor }: OutcomeProps) {
  const { status, ms, answer, file, receipt, balance } = outcome;
  const text = JSON.stringify(answer, null, 2).slice(0, SHOWN_LENGTH_MAX);
  const result: unknown = shows === undefined ? undefined : Reflect.get(Object(answer), shows);
  if (status >= 400) return <Refusal outcome={outcome} words={words} runFor={runFor} />;
  return (
    <>
      {typeof result === 'string' && <p class="result">{result}</p>}
      <p class="note">
        <span class="tag">{status}</span> {formatText(words.took, { ms: String(ms) }, pageLanguage)}
      </p>
      <div class="outcome">
        {receipt && (
          <Ticket
            isNew
            words={{ ...words, copy: document.body.dataset.copy }}
            facts={describeReceipt(receipt, balance)}
          >
            <Verification words={words} verify={() => verifyReceipt(receipt.callId, token)} />
          </Ticket>
        )}
        {file ? (
          <FileAnswer file={file} words={words} />
        ) : typeof result === 'string' ? (
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

function FileAnswer({ file, words }: { file: Blob; words: RunWords }) {
  const size = `${Math.ceil(file.size / 1000)} kB`;
  return (
    <p>
      <a href={URL.createObjectURL(file)} download>
        {formatText(words.download, { type: file.type, size }, pageLanguage)}
      </a>
    </p>
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

function explain({ code, message, waitSeconds }: CallOutcome, words: RunWords): string {
  if (code === 'RATE_LIMITED' && waitSeconds > 0)
    return formatText(words.tooOften, { wait: sayWait(waitSeconds) }, pageLanguage);
  return words.errors[code] ?? message;
}

export function explainNoKey({ message, waitSeconds }: NoTestKey, words: RunWords): string {
  if (waitSeconds > 0) return formatText(words.tooManyAccounts, { wait: sayWait(waitSeconds) }, pageLanguage);
  return pageLanguage === 'en' && message !== '' ? message : words.noTestKey;
}

/** Refusal of a call, and the next step if there is one. */
function Refusal({ outcome, words, runFor }: Pick<OutcomeProps, 'outcome' | 'words' | 'runFor'>) {
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

export const toAmount = (usd: number): string =>
  `$${usd.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 6 })}`;
