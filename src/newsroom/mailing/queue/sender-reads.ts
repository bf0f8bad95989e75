/** The companies that send. */
import type { View } from '../../../database/types.ts';
import { choosePlanLimits } from '../../../identity/quota/plans.ts';
import { isOwnAddress } from '../../../identity/reads.ts';
import { isDisplayName } from '../../../lib/mail-address.ts';
import type { MailLimits } from './limits.ts';

/** Who a mail is from. */
export interface MailSender {
  /** Null: the service itself. */
  companyId: string | null;
  name: string | null;
  address: string | null;
  isVerified: boolean;
  postalAddress: string | null;
  replyTo: string | null;
  /** Opens and clicks are counted by mail. */
  isTracked: boolean;
}

export interface Sender extends MailSender {
  companyId: string;
  isActive: boolean;
  mailsPerDay: number;
}

/** Of the service's own mailing. */
export const serviceSender: MailSender = {
  companyId: null,
  name: null,
  address: null,
  isVerified: false,
  postalAddress: null,
  replyTo: null,
  isTracked: true,
};

export async function findSender(
  { db, nowMs }: Pick<View, 'db' | 'nowMs'>,
  companyId: string,
  { plans }: Pick<MailLimits, 'plans'>,
): Promise<Sender | null> {
  const row = await db
    .selectFrom('companies')
    .leftJoin('accounts', 'accounts.id', 'companies.account_id')
    .select([
      'companies.id',
      'companies.plan',
      'companies.plan_status',
      'companies.plan_until',
      'companies.sender_name',
      'companies.sender_email',
      'companies.sender_verified',
      'companies.sender_postal_address',
      'companies.sender_reply_to',
      'companies.individual_tracking',
      'accounts.status',
    ])
    .where('companies.id', '=', companyId)
    .executeTakeFirst();
  if (!row) return null;
  const replyTo = row.sender_reply_to;
  return {
    companyId,
    // As it was stored before names and addresses were checked, it may be neither.
    name: row.sender_name !== null && isDisplayName(row.sender_name) ? row.sender_name : null,
    address: row.sender_email,
    isVerified: row.sender_verified === 1,
    postalAddress: row.sender_postal_address,
    replyTo: replyTo !== null && (await isOwnAddress(db, row, replyTo)) ? replyTo : null,
    isTracked: row.individual_tracking === 1,
    isActive: row.status === 'active',
    mailsPerDay: choosePlanLimits(row, plans, nowMs).mailsPerDay,
  };
}
