/** Approval of a campaign: its state, and the members who can give it. */
import type { Selectable } from 'kysely';
import { countRows, sumOf } from '../../../../database/dialect.ts';
import type { Db } from '../../../../database/types.ts';
import { selectCampaignMails } from '../../queue/reads.ts';
import type { CampaignApprovalRow } from './tables.ts';

export type Approval = Selectable<CampaignApprovalRow>;

/** `outdated`: an email was changed after the request. */
export const APPROVAL_STATES = ['none', 'requested', 'approved', 'declined', 'outdated'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

interface WhichCampaign {
  companyId: string;
  campaignId: number;
}

/** Changes with each edit of an email or its other subject, whatever is sent meanwhile. */
export async function markContent(db: Db, { companyId, campaignId }: WhichCampaign): Promise<string> {
  const { count, versions } = await selectCampaignMails(db, companyId, campaignId)
    .select([countRows().as('count'), sumOf('version').as('versions')])
    .executeTakeFirstOrThrow();
  const campaign = db.selectFrom('campaigns').select('subject_test').where('id', '=', campaignId);
  return `${count}.${versions}.${(await campaign.executeTakeFirst())?.subject_test ?? ''}`;
}

export interface ApprovalStatus {
  state: ApprovalState;
  latest: Approval | null;
  mark: string;
}

export async function readApproval(db: Db, campaign: WhichCampaign): Promise<ApprovalStatus> {
  const mark = await markContent(db, campaign);
  const latest = await db
    .selectFrom('campaign_approvals')
    .selectAll()
    .where('campaign_id', '=', campaign.campaignId)
    .where('company_id', '=', campaign.companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return { state: 'none', latest: null, mark };
  const isOutdated = latest.mark !== mark && latest.state !== 'declined';
  return { state: isOutdated ? 'outdated' : latest.state, latest, mark };
}

export async function requiresApproval(db: Db, companyId: string): Promise<boolean> {
  const company = db.selectFrom('companies').select('requires_approval').where('id', '=', companyId);
  return (await company.executeTakeFirst())?.requires_approval === 1;
}

export interface Approver {
  id: number;
  email: string;
}

/** Every member but the one who asks. */
export async function listApprovers(db: Db, companyId: string, requestedBy: number | null): Promise<Approver[]> {
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email'])
    .where('memberships.company_id', '=', companyId)
    .orderBy('users.id')
    .execute();
  return members.filter(({ id }) => id !== requestedBy);
}

/** Addresses of users by their numbers. */
export async function findAddresses(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = ids.flatMap((id) => id ?? []);
  if (known.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', known).execute();
  return new Map(users.map(({ id, email }) => [id, email]));
}
