/** The approval of a campaign as it is shown. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import {
  type ApprovalNews,
  composeApprovalMail,
} from '../../src/newsroom/mailing/campaigns/approval/approval-mails.ts';
import {
  APPROVAL_STATES,
  findAddresses,
  listApprovers,
  readApproval,
  requiresApproval,
} from '../../src/newsroom/mailing/campaigns/approval/approval-reads.ts';
import type { EnqueueServiceMail } from '../../src/newsroom/mailing/queue/service-writes.ts';
import { timeOrNull } from './_shared.ts';

const NOTE_MAX = 2_000;

export const noteField = z.string().trim().max(NOTE_MAX).nullish().describe('Note to the other member.');

const textOrNull = (about: string) => z.string().nullable().describe(about);

export const approvalOutput = z.object({
  required: z.boolean().describe('`true` if your company sends campaigns only after approval.'),
  state: z
    .enum(APPROVAL_STATES)
    .describe('outdated: an email was changed after the request, so approval must be requested again.'),
  approvers: z.array(z.string()).describe('Email addresses of the members who can approve.'),
  may_decide: z.boolean().describe('`true` if you can approve or decline now.'),
  requested_by: textOrNull('Email address of the member who requested approval.'),
  requested_at: timeOrNull('Time of the request.'),
  request_note: textOrNull('Note of the request.'),
  decided_by: textOrNull('Email address of the member who decided.'),
  decided_at: timeOrNull('Time of the decision.'),
  decision_note: textOrNull('Note of the decision.'),
});

export async function showApproval(ctx: CallContext, campaignId: number): Promise<z.input<typeof approvalOutput>> {
  const { companyId, userId } = requireMember(ctx);
  const { db } = ctx.services.database;
  const { state, latest } = await readApproval(db, { companyId, campaignId });
  const isOpen = state === 'requested';
  const approvers = await listApprovers(db, companyId, isOpen ? (latest?.requested_by ?? null) : userId);
  const addresses = await findAddresses(db, [latest?.requested_by ?? null, latest?.decided_by ?? null]);
  const address = (id: number | null | undefined) => (id == null ? null : (addresses.get(id) ?? null));
  const show = (ms: number | null | undefined) => (ms == null ? null : formatZonedTime(ms, ctx.server.timeZone));
  return {
    required: await requiresApproval(db, companyId),
    state,
    approvers: approvers.map(({ email }) => email),
    may_decide: isOpen && approvers.some(({ id }) => id === userId),
    requested_by: address(latest?.requested_by),
    requested_at: show(latest?.requested_at),
    request_note: latest?.request_note ?? null,
    decided_by: address(latest?.decided_by),
    decided_at: show(latest?.decided_at),
    decision_note: latest?.decision_note ?? null,
  };
}

/** Sealed, for the write that the news follows from. */
export function sealNews(
  { services, browser, server }: CallContext,
  campaignId: number,
  news: readonly Omit<ApprovalNews, 'url'>[],
): EnqueueServiceMail[] {
  const language = chooseLanguage(browser?.acceptLanguage);
  const url = `${server.baseUrl}/app/campaigns?id=${campaignId}`;
  return news.map((one) => services.sending.sealMail(composeApprovalMail({ ...one, url }, language)));
}

/** Address of the caller; empty for a key that nobody of the company has made. */
export async function readOwnAddress(ctx: CallContext): Promise<string> {
  const { userId } = requireMember(ctx);
  const addresses = await findAddresses(ctx.services.database.db, [userId]);
  return userId === null ? '' : (addresses.get(userId) ?? '');
}
