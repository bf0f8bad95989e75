/** Calls with their outcomes, dense; each opens beside the table with its receipt. */
import { useState } from 'preact/hooks';
import { CardTable } from '../common/parts.tsx';
import { language, toAmount, toExact } from '../common/workspace.ts';
import { CallPanel } from './call-panel.tsx';
import { type Call, formatDuration, type KeyNames, nameKey, t, useKeyNames } from './facts.ts';

/** `11/27, 10:07:02`: the order of calls within a second is that of the table. */
const toStamp = (at: string): string =>
  new Date(at).toLocaleString(language, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

export function CallTable({ calls }: { calls: readonly Call[] }) {
  const [openId, setOpenId] = useState<string>();
  const names = useKeyNames();
  const open = calls.find(({ callId }) => callId === openId);
  return (
    <>
      <CardTable
        kind="calls"
        heads={[t('time'), t('tool'), t('outcome'), t('duration'), t('key'), t('price'), t('details')]}
      >
        {calls.map((call) => (
          <Row
            key={call.callId}
            call={call}
            names={names}
            isOpen={call === open}
            onOpen={() => setOpenId(call.callId)}
          />
        ))}
      </CardTable>
      {open && <CallPanel key={open.callId} call={open} names={names} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

interface RowProps {
  call: Call;
  names: KeyNames;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ call, names, isOpen, onOpen }: RowProps) {
  const { tool, outcome, charged, price, error, at, keyId } = call;
  return (
    <tr class={isOpen ? 'current' : undefined}>
      <td class="when">
        <time dateTime={at} title={toExact(at)}>
          {toStamp(at)}
        </time>
      </td>
      <th scope="row">{tool}</th>
      <td>
        <span class={`tag ${outcome}`}>{t(outcome)}</span>
        {error && <code class="code-of">{error.code}</code>}
      </td>
      <td class="amount" data-label={t('duration')}>
        {formatDuration(call)}
      </td>
      <td data-label={t('key')}>{nameKey(names, keyId)}</td>
      <td class="amount">
        {outcome === 'refunded' || outcome === 'refused' ? <s>{toAmount(price)}</s> : toAmount(charged)}
      </td>
      <td>
        <button class="plain" type="button" aria-expanded={isOpen} onClick={onOpen}>
          {t(outcome === 'refused' ? 'why' : 'receipt')}
        </button>
      </td>
    </tr>
  );
}
