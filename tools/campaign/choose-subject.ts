import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { SUBJECTS } from '../../src/newsroom/mailing/campaigns/subjects/subject-test.ts';
import { decideSubject } from '../../src/newsroom/mailing/campaigns/subjects/subject-writes.ts';
import { campaignId, requireMember } from './_shared.ts';
import { showSubjectTest, subjectTestOutput } from './_subject-test.ts';

export default defineTool({
  title: 'Choose the winning subject',
  description:
    'End the A/B test of a campaign that is being sent: the recipients who still wait get the chosen subject at once. Also ends an automatic test early.',
  route: 'POST /api/campaigns/{campaign_id}/subject-test/winner',
  effect: 'write',
  keywords: 'choose the winner, end a/b test, 勝者を選ぶ, 件名を決定, 选择获胜主题',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    campaign_id: campaignId,
    winner: z.enum(SUBJECTS).describe('Subject for the remaining recipients.'),
  }),
  output: subjectTestOutput,
  examples: [{ campaign_id: 4, winner: 'b' }],
  async run({ campaign_id: id, winner }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database, sending } = ctx.services;
    await database.write(decideSubject, { companyId, id, winner, userId });
    sending.wake();
    return await showSubjectTest(ctx, await requireCampaign(database.db, companyId, id));
  },
});
