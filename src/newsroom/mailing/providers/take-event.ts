/** Takes events of mail providers: classified like bounces received by email, with the same effects. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import { sha256Hex } from '../../../lib/ids.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { classifyRefusal, type RefusalCause } from '../../../mail/refusal.ts';
import type { BounceAction } from '../../suppression-list/types.ts';
import { readBounceAddress } from '../links/unsubscribe-headers.ts';
import { storeReturn } from '../suppressions/intake.ts';
import { findEventMail } from './event-mail-reads.ts';
import type { MailEvent, MailProvider } from './types.ts';

type EventContext = Pick<CallContext, 'services' | 'log'>;

/** Durable when it resolves; the same event changes nothing again. */
export async function takeEvent(ctx: EventContext, provider: MailProvider, event: MailEvent): Promise<BounceAction> {
  const mailId = await findMailId(ctx, event);
  if (mailId === null) {
    ctx.log.info({ provider: provider.id, kind: event.kind }, 'event of a mail provider names an unknown email');
    return 'ignored';
  }
  const { action } = await storeReturn(ctx, {
    mailId,
    messageId: null,
    fingerprint: sha256Hex(`${provider.id} ${event.id}`),
    ...classifyEvent(event),
    diagnostic: event.diagnostic,
    subject: null,
    excerpt: null,
  });
  return action;
}

const MESSAGE_ID = /\.e([1-9]\d{0,15})\.v1@/;
const EMAIL_ID = /^[1-9]\d{0,15}$/;

async function findMailId({ services }: EventContext, event: MailEvent): Promise<number | null> {
  const { database, sending, tracking } = services;
  const { messageId, emailHeader, returnAddress, subject } = event;
  const byReturn = returnAddress && readBounceAddress(tracking.keys, returnAddress, sending.mailDomain);
  if (byReturn) return byReturn;
  const named = MESSAGE_ID.exec(messageId ?? '')?.[1] ?? EMAIL_ID.exec(emailHeader?.trim() ?? '')?.[0];
  const norm = parseMailAddress(event.address)?.norm ?? '';
  const query = { mailId: named === undefined ? null : Number(named), messageId, norm, subject };
  return await database.read(findEventMail, query);
}

interface Classification {
  kind: 'hard' | 'soft' | 'complaint' | 'unsubscribe';
  cause: RefusalCause | null;
  status: string | null;
}

/** The reply of the mail server decides, as it does for a bounce that comes back; where it says nothing, the provider. */
function classifyEvent({ kind, isPermanent, diagnostic, status }: MailEvent): Classification {
  if (kind !== 'bounce') return { kind, cause: null, status: null };
  const refusal = classifyRefusal(diagnostic ?? '', status);
  const isTold = (diagnostic !== null || status !== null) && refusal.cause !== 'unknown';
  if (!isTold) return { kind: isPermanent ? 'hard' : 'soft', cause: isPermanent ? 'recipient' : 'unknown', status };
  const isHard = refusal.cause === 'recipient' && refusal.isPermanent;
  return { kind: isHard ? 'hard' : 'soft', cause: refusal.cause, status: refusal.status };
}
