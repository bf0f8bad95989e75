import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { SUBJECT_METRICS } from '../../src/newsroom/mailing/campaigns/subjects/subject-test.ts';
import { setSubjectTest } from '../../src/newsroom/mailing/campaigns/subjects/subject-writes.ts';
import { writeOneLine } from '../../src/text/lines.ts';
import { campaignId, requireMember } from './_shared.ts';
import { showSubjectTest, subjectTestOutput } from './_subject-test.ts';

const SUBJECT_MAX = 300;
const WAIT_MINUTES_MAX = 7 * 24 * 60;

export default defineTool({
  title: 'Test two subjects of a campaign',
  description:
    'Plan an A/B test for a draft campaign: a share of the recipients gets the subject as written, the same share another one. The better one goes to everyone else; with local send times, at the same local time after the decision. Nothing is sent until you send the campaign.',
  route: 'PUT /api/campaigns/{campaign_id}/subject-test',
  effect: 'write',
  keywords:
    'a/b test, split test subject lines, test two subjects, 件名をテスト, A/Bテスト, 件名の比較, 测试主题, A/B 测试',
  failsWith: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
  input: z.object({
    campaign_id: campaignId,
    subject: z
      .string()
      .max(SUBJECT_MAX)
      .nullable()
      .describe('The other subject, in one line. `null` removes the test.'),
    share: z.number().int().min(5).max(50).default(20).describe('Percent of the recipients that get each subject.'),
    metric: z.enum(SUBJECT_METRICS).default('opens').describe('Rate by which the winner is chosen.'),
    wait_minutes: z
      .number()
      .int()
      .min(15)
      .max(WAIT_MINUTES_MAX)
      .default(240)
      .describe('Minutes from the last test email to the decision.'),
    automatic: z.boolean().default(true).describe('`false` leaves the choice to campaign-choose-subject.'),
  }),
  output: subjectTestOutput,
  examples: [{ campaign_id: 4, subject: 'Press release: 120 free seats at Studio Ada', share: 20, wait_minutes: 60 }],
  async run({ campaign_id: id, subject, share, metric, wait_minutes, automatic }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database, identity } = ctx.services;
    await requireCampaign(database.db, companyId, id);
    const line = subject === null ? null : writeOneLine(subject).trim();
    if (line === '') throw createInvalidInputError([{ path: 'subject', message: 'Must not be empty' }]);
    if (line !== null && !(await identity.readCompany(companyId)).individual_tracking) {
      const message = 'A test needs opens and clicks per recipient: turn on individual_tracking';
      throw createInvalidInputError([{ path: 'subject', message }]);
    }
    const test =
      line === null ? null : { subject: line, share, metric, waitMinutes: wait_minutes, isAutomatic: automatic };
    await database.write(setSubjectTest, { companyId, id, test });
    return await showSubjectTest(ctx, await requireCampaign(database.db, companyId, id));
  },
});
