/** One call that the address names: `?call=call_…`, as the command palette leads to it. */
import { Failure, Loading, useRead } from '../common/parts.tsx';
import { useParam } from '../common/query.ts';
import { CallPanel } from './call-panel.tsx';
import { t, useKeyNames, withMode } from './facts.ts';

/** A call ends within this time. */
const CALL_MS_MAX = 120_000;

export function NamedCall() {
  const [callId, setCallId] = useParam('call');
  return callId === '' ? null : <OwnCallPanel callId={callId} onClose={() => setCallId('')} />;
}

/** The receipt says when the call ended; the log of the time before has the rest. */
function OwnCallPanel({ callId, onClose }: { callId: string; onClose: () => void }) {
  const names = useKeyNames();
  const receipt = useRead(withMode(`/api/account/receipts/${encodeURIComponent(callId)}`));
  const atMs = receipt.data === undefined ? null : Date.parse(receipt.data.receipt.at);
  const moment = (ms: number): string => new Date(ms).toISOString();
  const log = useRead(
    atMs === null
      ? null
      : withMode('/api/account/calls', { from: moment(atMs - CALL_MS_MAX), to: moment(atMs + 1_000), limit: 200 }),
  );
  const call = log.data?.calls.find((one) => one.callId === callId);
  const error = receipt.error ?? log.error;
  if (call) return <CallPanel call={call} names={names} onClose={onClose} />;
  if (error !== undefined) return <Failure error={error} />;
  return log.data === undefined ? <Loading /> : <p role="status">{t('noMatches')}</p>;
}
