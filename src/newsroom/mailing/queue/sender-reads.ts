/** The companies that send. */
import type { Db, View } from '../../../database/types.ts';
import { choosePlanLimits } from '../../../identity/quota/plans.ts';
import { isOwnAddress } from '../../../identity/reads.ts';
import { isDisplayName, parseMailAddress, readDomain } from '../../../lib/mail-address.ts';
import type { MailLimits } from './limits.ts';

/** A verified domain of a company, and the key that signs its emails. */
export interface SealedSigning {
  domain: string;
  selector: string;
  sealed_key: string;
}

/** Sender of an email. */
export interface MailSender {
  /** Null: the service itself. */
  companyId: string | null;
  name: string | null;
  address: string | null;
  /** Of the domain of `address`, which emails are from only with it; null: they are from the operator's address. */
  signing: SealedSigning | null;
  postalAddress: string | null;
  replyTo: string | null;
  /** Opens and clicks are counted by mail. */
  isTracked: boolean;
}

export interface Sender extends MailSender {
  companyId: string;
  isActive: boolean;
  /** By the plan. */
  mailsPerDay: number;
  /** The same, or less for a new company that pays for no plan. */
  mailsToday: number;
  /** Part of the daily limit of the server. */
  share: number;
}

/** Time for which a company is new. */
const FIRST_DAY_MS = 86_400_000;

/** Of the service's own mailing. */
export const serviceSender: MailSender = {
  companyId: null,
  name: null,
  address: null,
  signing: null,
  postalAddress: null,
  replyTo: null,
  isTracked: true,
};

export async function findSender(
  { db, nowMs }: Pick<View, 'db' | 'nowMs'>,
  companyId: string,
  limits: Pick<MailLimits, 'plans' | 'transport' | 'firstDayMax' | 'companyShare' | 'hasOwnDomains'>,
): Promise<Sender | null> {
  const row = await db
    .selectFrom('companies')
    .leftJoin('accounts', 'accounts.id', 'companies.account_id')
    .select([
      'companies.id',
      'companies.created_at',
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
  const { sender_email: address, sender_reply_to: replyTo } = row;
  const isOwn = limits.hasOwnDomains && address !== null && row.sender_verified === 1;
  const plan = choosePlanLimits(row, limits.plans, nowMs);
  const { mailsPerDay } = plan;
  const isSmtp = limits.transport === 'smtp';
  const isNew = isSmtp && plan === limits.plans.free && nowMs < row.created_at + FIRST_DAY_MS;
  return {
    companyId,
    // As it was stored before names and addresses were checked, it may be neither.
    name: row.sender_name !== null && isDisplayName(row.sender_name) ? row.sender_name : null,
    address,
    signing: isOwn ? await findSigning(db, companyId, address) : null,
    postalAddress: row.sender_postal_address,
    replyTo: replyTo !== null && (await isOwnAddress(db, row, replyTo)) ? replyTo : null,
    isTracked: row.individual_tracking === 1,
    isActive: row.status === 'active',
    mailsPerDay,
    mailsToday: isNew ? Math.min(mailsPerDay, limits.firstDayMax) : mailsPerDay,
    share: isSmtp && (await hasOtherCompanies(db, companyId)) ? limits.companyShare : 1,
  };
}

/** Of the domain that an address of the company is at; null if the company may not send from there. */
export async function findSigning(db: Db, companyId: string, address: string): Promise<SealedSigning | null> {
  const parsed = parseMailAddress(address);
  if (parsed === null) return null;
  const domain = db
    .selectFrom('sending_domains')
    .select(['domain', 'selector', 'sealed_key'])
    .where('company_id', '=', companyId)
    .where('domain', '=', readDomain(parsed))
    .where('status', '=', 'verified');
  return (await domain.executeTakeFirst()) ?? null;
}

/** Daily limit of a company, whatever it has sent: one email at least, if the server allows any. */
export const limitSender = ({ mailsToday, share }: Pick<Sender, 'mailsToday' | 'share'>, dailyLimit: number): number =>
  Math.min(mailsToday, Math.ceil(dailyLimit * share));

async function hasOtherCompanies(db: Db, companyId: string): Promise<boolean> {
  const other = db.selectFrom('companies').select('id').where('id', '<>', companyId).limit(1);
  return (await other.executeTakeFirst()) !== undefined;
}
