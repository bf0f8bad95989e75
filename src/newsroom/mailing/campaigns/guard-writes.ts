/** Guards against sending a campaign, checked when it is queued. Rules: newsroom.md §4.7. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { countRows, hasText, sumOf } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { listApprovers, readApproval, requiresApproval } from './approval/approval-reads.ts';
import type { StoredCampaign } from './reads.ts';

export const GUARDS = {
  no_recipients: 'No emails are left to send',
  lint_error: 'Some emails have errors: see lint in the preview',
  embargoed: 'The release is still under embargo. Send with allow_embargoed, and each email states the embargo time',
  sender_incomplete: 'The sender has no name or postal address. Set them with PUT /auth/company',
  approval_required: 'Another member must approve this campaign first',
  unsubscribe_missing: 'Unsubscribe links would not work: the operator must set BASE_URL to an https address',
} as const;

export interface GuardReason {
  code: keyof typeof GUARDS;
  text: string;
  /** Mails with errors. */
  email_ids?: number[];
  /** Addresses of those who can approve. */
  approvers?: string[];
}

/** Facts that were checked before and must not have changed since. */
export interface SendChecks {
  /** Of all drafts together, as they were looked through. */
  seen: DraftsMark;
  /** Drafts with errors. */
  faulty: readonly number[];
  allowsEmbargoed: boolean;
  /** Of the release, as it was when this was looked at; null without one. */
  embargo: Embargo | null;
  /** Of the sender, with a mail server alone. */
  missing: readonly ('sender_incomplete' | 'unsubscribe_missing')[];
  /** The member who sends; null for a key that no member has made. */
  userId: number | null;
}

export interface Embargo {
  until: number;
  /** As it stands in a mail. */
  line: string;
  lineHtml: string;
}

/** Changes with each change of a draft. */
export interface DraftsMark {
  count: number;
  versions: number;
  /** Of the last change; null without a draft. */
  changedAt: number | null;
}

export async function markDrafts({ db }: Pick<Tx, 'db'>, campaignId: number): Promise<DraftsMark> {
  return await db
    .selectFrom('mail_items')
    .select(({ fn }) => [
      countRows().as('count'),
      sumOf('version').as('versions'),
      fn.max('updated_at').as('changedAt'),
    ])
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'campaign')
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
}

const not = (condition: Expression<SqlBool>) => sql<SqlBool>`NOT ${condition}`;

/** Mails that are told of one reason. */
const TOLD_MAX = 500;

/** Throws `not_sendable` with every reason there is, and `version_conflict`. `at`: when it is to go out. */
export async function checkDrafts(tx: Tx, row: StoredCampaign, facts: SendChecks, at: number): Promise<void> {
  const mark = await markDrafts(tx, row.id);
  const { count, versions, changedAt } = facts.seen;
  const isSame = mark.count === count && mark.versions === versions && mark.changedAt === changedAt;
  if (!isSame) throw createChangedError();
  await requireSeen(tx, row, facts);
  const codes: GuardReason['code'][] = [
    ...(mark.count === 0 ? (['no_recipients'] as const) : []),
    ...(facts.faulty.length > 0 ? (['lint_error'] as const) : []),
    ...(isForbidden(facts, at) ? (['embargoed'] as const) : []),
    ...facts.missing,
  ];
  const unapproved = await findUnapproved(tx, row, facts.userId);
  if (codes.length === 0 && unapproved === null) return;
  const reasons = codes.map(
    (code): GuardReason => ({
      code,
      text: GUARDS[code],
      ...(code === 'lint_error' ? { email_ids: facts.faulty.slice(0, TOLD_MAX) } : {}),
    }),
  );
  throw createUnsendableError(unapproved === null ? reasons : [...reasons, unapproved]);
}

/** An embargo is asked for anew whenever somebody sends: its end, and the time of the mails, may be others by then. */
export async function checkEmbargo(tx: Tx, row: StoredCampaign, facts: SendChecks, at: number): Promise<void> {
  await requireSeen(tx, row, facts);
  await requireApproved(tx, row, facts.userId);
  if (isForbidden(facts, at)) throw createUnsendableError([{ code: 'embargoed', text: GUARDS.embargoed }]);
}

/** Null where the company does not ask for approval, or somebody has given it for the emails as they are. */
export async function findUnapproved(tx: Tx, row: StoredCampaign, userId: number | null): Promise<GuardReason | null> {
  const { company_id: companyId, id: campaignId } = row;
  if (!(await requiresApproval(tx.db, companyId))) return null;
  const { state, latest } = await readApproval(tx.db, { companyId, campaignId });
  if (state === 'approved') return null;
  const asker = state === 'requested' ? (latest?.requested_by ?? null) : userId;
  const approvers = (await listApprovers(tx.db, companyId, asker)).map(({ email }) => email);
  const who = approvers.length === 0 ? 'invite a second member' : approvers.join(', ');
  return { code: 'approval_required', text: `${GUARDS.approval_required}: ${who}`, approvers };
}

/** Throws `not_sendable`. */
export async function requireApproved(tx: Tx, row: StoredCampaign, userId: number | null): Promise<void> {
  const reason = await findUnapproved(tx, row, userId);
  if (reason !== null) throw createUnsendableError([reason]);
}

async function requireSeen(tx: Tx, row: StoredCampaign, { embargo }: Pick<SendChecks, 'embargo'>): Promise<void> {
  if ((await readEmbargo(tx, row)) !== (embargo?.until ?? null)) throw createChangedError();
}

const createChangedError = (): FareboxError =>
  createReasonError('version_conflict', { message: 'It was changed at the same time. Try again' });

export const createUnsendableError = (reasons: readonly GuardReason[]): FareboxError =>
  createReasonError('not_sendable', { details: { reasons } });

const isHeld = (embargo: Embargo | null, at: number): embargo is Embargo => embargo !== null && embargo.until > at;

const isForbidden = ({ embargo, allowsEmbargoed }: SendChecks, at: number): boolean =>
  isHeld(embargo, at) && !allowsEmbargoed;

/** A release that is gone holds nobody back. */
async function readEmbargo({ db }: Tx, { company_id, press_release_id }: StoredCampaign): Promise<number | null> {
  const release = await db
    .selectFrom('press_releases')
    .select(['status', 'embargo_until'])
    .where('company_id', '=', company_id)
    .where('id', '=', press_release_id)
    .executeTakeFirst();
  return release?.status === 'embargoed' ? release.embargo_until : null;
}

/** Each mail that has not gone out says until when nobody may publish, also one whose text somebody has written anew. */
export async function printEmbargo(tx: Tx, { id }: StoredCampaign, embargo: Embargo | null, at: number): Promise<void> {
  if (!isHeld(embargo, at)) return;
  const { line, lineHtml } = embargo;
  const waiting = tx.db
    .updateTable('mail_items')
    .where('campaign_id', '=', id)
    .where('kind', '=', 'campaign')
    .where('status', 'in', ['draft', 'queued', 'retry']);
  const lacksLine = (column: 'body' | 'body_html', text: string) => not(hasText(tx, column, text));
  await waiting
    .set({ body: sql<string>`${`${line}\n\n`} || body` })
    .where(lacksLine('body', line))
    .execute();
  await waiting
    .set({ body_html: sql<string>`${lineHtml} || body_html` })
    .where('body_html', 'is not', null)
    .where(lacksLine('body_html', lineHtml))
    .execute();
}

/** Would a mail go out that does not tell of the embargo which holds now? Throws `version_conflict` when that was changed meanwhile. */
export async function lacksEmbargo(tx: Tx, row: StoredCampaign, embargo: Embargo | null): Promise<boolean> {
  await requireSeen(tx, row, { embargo });
  if (!isHeld(embargo, tx.nowMs)) return false;
  const silent = tx.db
    .selectFrom('mail_items')
    .select('id')
    .where('campaign_id', '=', row.id)
    .where('kind', '=', 'campaign')
    .where('status', 'in', ['queued', 'retry'])
    .where(not(hasText(tx, 'body', embargo.line)));
  return (await silent.limit(1).executeTakeFirst()) !== undefined;
}
