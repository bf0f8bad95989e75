/** Details of one call next to the log, with its receipt, which is verified in the browser. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Ticket } from '../../components/ticket.tsx';
import { Id, Show, useRead } from '../common/parts.tsx';
import { verifyJws } from '../common/receipts.ts';
import { Verification } from '../common/verification.tsx';
import { sayKind, toAmount, toCount, toExact } from '../common/workspace.ts';
import { type Call, formatDuration, type KeyNames, nameKey, t, withMode } from './facts.ts';

const verificationWords = {
  verify: t('verify'),
  genuine: t('genuine'),
  notGenuine: t('notGenuine'),
  cannotVerify: t('cannotVerify'),
};

interface PanelProps {
  call: Call;
  names: KeyNames;
  onClose: () => void;
}

export function CallPanel({ call, names, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const { callId, tool, outcome, error, failure, cap, reason, partOf, price, charged, at, keyId } = call;
  const hasReceipt = outcome === 'settled' || outcome === 'refunded';
  return (
    <section
      ref={panel}
      class="panel"
      role="dialog"
      aria-label={tool}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h2>{tool}</h2>
        <button class="second short" type="button" onClick={onClose}>
          {t('close')}
        </button>
      </header>
      {error && (
        <p class="fault">
          <code>{error.code}</code> {error.message} {cap && `(${cap})`} {reason && `(${reason})`}
        </p>
      )}
      {failure && <FailureLine failure={failure} />}
      <dl>
        <Fact name={t('outcome')}>
          <span class={`tag ${outcome}`}>{t(outcome)}</span>
        </Fact>
        <Fact name={t('time')}>{toExact(at)}</Fact>
        <Fact name={t('duration')}>{formatDuration(call)}</Fact>
        <Fact name={t('price')}>{toAmount(price)}</Fact>
        <Fact name={t('charged')}>{toAmount(charged)}</Fact>
        <Fact name={t('key')}>
          <a href={withMode('/dashboard/calls', { keyId })}>{nameKey(names, keyId)}</a>
        </Fact>
        <Fact name={t('callId')}>
          <Id id={callId} />
        </Fact>
        {partOf && (
          <Fact name={t('partOf')}>
            <Id id={partOf} />
          </Fact>
        )}
      </dl>
      <p class="links">
        <a href={`/tools/${tool}`}>{t('openTool')}</a>
      </p>
      {hasReceipt && <Receipt callId={partOf ?? callId} />}
    </section>
  );
}

function FailureLine({ failure }: { failure: NonNullable<Call['failure']> }) {
  const { cause, status, provider, ms, requestId } = failure;
  return (
    <p class="note">
      {sayKind('cause', cause)} {status} · {provider && `${provider} · `}
      {toCount(ms)} ms · <Id id={requestId} />
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Receipt({ callId }: { callId: string }) {
  const loaded = useRead(withMode(`/api/account/receipts/${callId}`));
  return (
    <Show loaded={loaded}>
      {({ receipt: { tool, amount, at, mode }, jws }) => (
        <Ticket
          facts={{ callId, tool, price: toAmount(amount), at, isTest: mode === 'test' }}
          words={{ call: t('call'), time: t('time'), balance: t('balance'), test: t('test') }}
        >
          <Verification verify={() => verifyJws(jws)} words={verificationWords} />
        </Ticket>
      )}
    </Show>
  );
}
