import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { campaignId, requireMember } from './_shared.ts';
import { showSubjectTest, subjectTestOutput } from './_subject-test.ts';

export default defineTool({
  title: 'Get the subject test of a campaign',
  description:
    'Return the A/B test of two subjects: opens and clicks of each, the winner, and how many recipients still wait for it.',
  route: 'GET /api/campaigns/{campaign_id}/subject-test',
  effect: 'read',
  keywords: 'a/b test results, which subject won, split test, 件名テストの結果, A/Bテスト, 主题测试结果',
  failsWith: ['NOT_FOUND'],
  input: z.object({ campaign_id: campaignId }),
  output: subjectTestOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const campaign = await requireCampaign(ctx.services.database.db, requireMember(ctx).companyId, id);
    return await showSubjectTest(ctx, campaign);
  },
});
