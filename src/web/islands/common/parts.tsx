/** Pieces that the scripts of private pages share. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { IdText } from '../../components/id-text.tsx';
import type { Answer } from './answers.ts';
import { ApiError, ask, read, say, signInAgain, toExact, toRelative } from './workspace.ts';

export interface Reading<A> {
  data: A | undefined;
  error: unknown;
  reload(): void;
}

/** Answer of an address; null asks for nothing. */
export function useRead<P extends string>(path: P | null): Reading<Answer<'GET', P>> {
  return useAnswer(path, path === null ? null : () => read(path));
}

/** Answer of an operation that is asked with a body. */
export function useSent<P extends string>(path: P, body: object): Reading<Answer<'POST', P>> {
  return useAnswer(JSON.stringify([path, body]), () => ask('POST', path, body));
}

/** Asked for anew when `key` is another. */
function useAnswer<A>(key: string | null, get: (() => Promise<A>) | null): Reading<A> {
  const [state, setState] = useState<{ data?: A; error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    get?.().then(
      (data) => isOver || setState({ data }),
      (error: unknown) => isOver || setState({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [key, round]);
  const reload = useCallback(() => {
    // What has failed is waited for anew; what is there stays until something newer comes.
    setState((before) => (before.error === undefined ? before : {}));
    setRound((before) => before + 1);
  }, []);
  return { data: state.data, error: state.error, reload };
}

/** It has neither an answer nor a failure yet. */
export const isWaiting = ({ data, error }: Reading<unknown>): boolean => data === undefined && error === undefined;

/** Waits, or says what went wrong, or shows what came. */
export function Show<A>({ loaded, children }: { loaded: Reading<A>; children: (data: A) => ComponentChildren }) {
  const { data, error, reload } = loaded;
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  return <>{children(data)}</>;
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <div class="failure" role="alert">
      <p class="fault">{say('failed', { message })}</p>
      {requestId && (
        <p class="note">
          {say('request')} <Id id={requestId} />
        </p>
      )}
      {error instanceof ApiError && error.status === 401 && (
        <button class="second short" type="button" onClick={() => void signInAgain().then((isIn) => isIn && retry?.())}>
          {say('againTitle')}
        </button>
      )}
      {retry && (
        <button class="second short" type="button" onClick={retry}>
          {say('retry')}
        </button>
      )}
    </div>
  );
}

/** Relative time; the exact instant on hover. */
export function Ago({ at }: { at: string | null | undefined }) {
  if (!at) return <span class="note">{say('never')}</span>;
  return (
    <time dateTime={at} title={toExact(at)}>
      {toRelative(at)}
    </time>
  );
}

/** `of`: the head of its column, for a card. */
export function AgoCell({ at, of }: { at: string | null | undefined; of?: string }) {
  return (
    <td data-label={of}>
      <Ago at={at} />
    </td>
  );
}

export function AmountCell({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    <td class="amount" data-label={of}>
      {children}
    </td>
  );
}

export function Loading() {
  return (
    <p class="note loading" role="status">
      {say('loading')}
    </p>
  );
}

export function Figure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class="amount">{children}</dd>
    </div>
  );
}

interface CardTableProps {
  heads: readonly string[];
  kind?: string;
  /** Its rows. */
  children: ComponentChildren;
}

/** Rows that become cards on a phone. */
export function CardTable({ heads, kind, children }: CardTableProps) {
  return (
    <table class={kind === undefined ? 'cards' : `cards ${kind}`}>
      <thead>
        <tr>
          {heads.map((head) =>
            // A column of boxes to tick has no name.
            head === '' ? (
              <td key={head} />
            ) : (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A key or a link that is shown once, with a button that copies it; `children`: its heading. */
export function ShownOnce({ secret, note, children }: { secret: string; note?: string; children: ComponentChildren }) {
  return (
    <section class="secret" role="status">
      {children}
      <pre>
        <code>{secret}</code>
      </pre>
      <CopyButton text={secret} />
      {note && <p class="note">{note}</p>}
    </section>
  );
}

/** Something that is done with a button: it rests meanwhile, and what goes wrong is said beside it. */
export function useAction(): {
  isBusy: boolean;
  error: unknown;
  run(act: () => Promise<void>): void;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = (act: () => Promise<void>): void => {
    setBusy(true);
    setError(undefined);
    act()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run };
}

interface SureProps {
  label: string;
  /** Asked before it acts. */
  question?: string | undefined;
  /** It takes something away, or stops something. */
  isDanger?: boolean;
  act: () => Promise<void>;
}

/** A button that asks for confirmation. */
export function SureButton({ label, question = say('sure', { action: label }), isDanger = false, act }: SureProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, run } = useAction();
  const confirm = (): void => {
    setAsking(false);
    run(act);
  };
  return (
    <span class="sure">
      {isAsking && <span role="alert">{question}</span>}
      <button
        class={isDanger ? 'second short danger' : 'second short'}
        type="button"
        disabled={isBusy}
        onClick={isAsking ? confirm : () => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <button class="plain" type="button" onClick={() => setAsking(false)}>
          {say('cancel')}
        </button>
      )}
      {error !== undefined && <Failure error={error} />}
    </span>
  );
}

interface ChoiceProps<V extends string | number | boolean> {
  label: string;
  value: V;
  choices: readonly (readonly [value: V, text: string])[];
  onChange: (value: V) => void;
}

/** One of a few, all of which are seen. */
export function Choice<V extends string | number | boolean>({ label, value, choices, onChange }: ChoiceProps<V>) {
  return (
    <fieldset class="switch" aria-label={label}>
      {choices.map(([choice, text]) => (
        <button key={String(choice)} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** Takes a form that is sent, instead of the browser. */
export const takeForm =
  (act: (form: FormData, element: HTMLFormElement) => void) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: element } = event;
    if (element instanceof HTMLFormElement) act(new FormData(element), element);
  };

/** An ID with its copy button; `children`: a link that is shown instead of the ID. */
export const Id = ({ id, children = id }: Omit<Parameters<typeof IdText>[0], 'copy'>) => (
  <IdText id={id} copy={say('copy')}>
    {children}
  </IdText>
);

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button class="second short" type="button" onClick={copy}>
      {say(isCopied ? 'copied' : 'copy')}
    </button>
  );
}
