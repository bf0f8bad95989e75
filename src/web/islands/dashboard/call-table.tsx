/** Calls with their ends; each opens to its receipt, which is checked here in the browser. */
import { useState } from 'preact/hooks';
import { Ticket } from '../../components/ticket.tsx';
import { AgoCell, CardTable, Show, useRead } from '../common/parts.tsx';
import { verifyJws } from '../common/receipts.ts';
import { Verification } from '../common/verification.tsx';
import { toAmount } from '../common/workspace.ts';
import { type Call, t, withMode } from './facts.ts';

const verificationWords = {
  verify: t('verify'),
  genuine: t('genuine'),
  notGenuine: t('notGenuine'),
  cannotVerify: t('cannotVerify'),
};

export function CallTable({ calls }: { calls: readonly Call[] }) {
  return (
    <CardTable kind="calls" heads={[t('time'), t('tool'), t('outcome'), t('price'), t('details')]}>
      {calls.map((call) => (
        <Row key={call.callId} call={call} />
      ))}
    </CardTable>
  );
}

function Row({ call }: { call: Call }) {
  const [isOpen, setOpen] = useState(false);
  const { tool, outcome, charged, price, error, at } = call;
  return (
    <>
      <tr>
        <AgoCell at={at} />
        <th scope="row">{tool}</th>
        <td>
          <span class={`tag ${outcome}`}>{t(outcome)}</span>
          {error && <code class="code-of">{error.code}</code>}
        </td>
        <td class="amount">
          {outcome === 'refunded' || outcome === 'refused' ? <s>{toAmount(price)}</s> : toAmount(charged)}
        </td>
        <td>
          <button class="plain" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(outcome === 'refused' ? 'why' : 'receipt')}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={5}>
            <CallDetails call={call} />
          </td>
        </tr>
      )}
    </>
  );
}

function CallDetails({ call: { callId, outcome, error, cap, partOf, reason } }: { call: Call }) {
  const hasReceipt = outcome === 'settled' || outcome === 'refunded';
  return (
    <>
      {error && (
        <p>
          <code>{error.code}</code> {error.message} {cap && `(${cap})`} {reason && `(${reason})`}
        </p>
      )}
      {hasReceipt ? <Receipt callId={partOf ?? callId} /> : <p class="note">{callId}</p>}
    </>
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
