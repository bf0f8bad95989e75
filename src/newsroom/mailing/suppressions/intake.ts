/**
 * Processes returned messages from any channel. Their claims count only if a signed address of ours names the email.
 */
import type { CallContext } from '../../../kernel/tool/context.ts';
import { sha256Hex } from '../../../lib/ids.ts';
import type { BounceAction, ReturnKind } from '../../suppression-list/types.ts';
import { readBounceAddress } from '../links/unsubscribe-headers.ts';
import { parseBounce } from './bounce.ts';
import { type RecordedReturn, type RecordReturn, recordReturn } from './bounce-writes.ts';

export interface TakenReturn {
  kind: ReturnKind;
  mailId: number | null;
  action: BounceAction;
}

/** Durable when it resolves; the same message changes nothing again. */
export async function takeReturn(
  { services, log }: Pick<CallContext, 'services' | 'log'>,
  raw: Uint8Array,
): Promise<TakenReturn> {
  const { sending, tracking } = services;
  const report = await parseBounce(raw);
  if (!report) return { kind: 'unclassified', mailId: null, action: 'ignored' };
  const { kind, returnAddresses, messageId, cause, status, diagnostic, ownId } = report;
  const mailIds = returnAddresses.flatMap((one) => readBounceAddress(tracking.keys, one, sending.mailDomain) ?? []);
  const [mailId] = mailIds;
  if (mailId === undefined) {
    log.info({ kind }, 'bounce names an unknown email');
    return { kind, mailId: null, action: 'ignored' };
  }
  const isUnknown = kind === 'unclassified';
  const outcome = await storeReturn(
    { services, log },
    {
      mailId,
      messageId,
      kind,
      fingerprint: sha256Hex(`${mailId} ${kind} ${ownId ?? sha256Hex(raw)}`),
      cause,
      status,
      diagnostic,
      subject: isUnknown ? report.subject : null,
      excerpt: isUnknown ? report.excerpt : null,
    },
  );
  return { kind, mailId: outcome.mailId, action: outcome.action };
}

/** Records one, and tells the log when mailing has stopped by it. */
export async function storeReturn(
  { services, log }: Pick<CallContext, 'services' | 'log'>,
  message: RecordReturn,
): Promise<RecordedReturn> {
  const { mailId, kind } = message;
  const outcome = await services.database.write(recordReturn, message);
  if (outcome.mailId === null) log.warn({ mailId, kind }, 'bounce names a different email than its address');
  if (outcome.stops !== null)
    log.error(
      { reason: 'bounce_rate', mailId },
      outcome.stops === 'all'
        ? 'paused all campaigns: several senders bounce too often, see docs/sending.md'
        : 'paused one sender: too many bounces, see docs/sending.md',
    );
  return outcome;
}
