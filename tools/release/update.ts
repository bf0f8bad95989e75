import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { listCampaignIds } from '../../src/newsroom/campaigns/uses-reads.ts';
import { measureBody } from '../../src/newsroom/releases/measure.ts';
import { RELEASE_STATUSES } from '../../src/newsroom/releases/states.ts';
import { updateRelease } from '../../src/newsroom/releases/writes.ts';
import { formatRelease, releaseId, releaseOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Change a press release',
  description:
    'Changes what is given of a press release; null takes away. Its article follows. Moves it between draft and ready, and under an embargo; a published one goes back to draft.',
  route: 'PUT /api/press-release/{press_release_id}',
  effect: 'write',
  failsWith: ['CONFLICT'],
  input: z.object({
    press_release_id: releaseId,
    title: z.string().optional().describe('Headline.'),
    subtitle: z.string().nullish().describe('Second headline.'),
    body: z.string().optional().describe('The text.'),
    contact_info: z.string().nullish().describe('Whom editors ask.'),
    source_type: z.string().optional().describe('scratch, generated, optimized, imported, or any other word.'),
    nq_score: z.number().nullish().describe('A score of your own, of the text as it is now.'),
    nq_dimensions: z.string().nullish().describe('What the score is made of, as JSON; kept as it is.'),
    ai_engine: z.string().nullish().describe('What wrote it.'),
    status: z.enum(RELEASE_STATUSES).optional().describe('draft or ready; draft also takes back what is published.'),
    embargo_until: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('Until when nobody may publish, ISO 8601 with its offset; null ends the embargo.'),
    version: z
      .number()
      .int()
      .optional()
      .describe('The version that the change was made to: another one is a conflict.'),
  }),
  output: releaseOutput,
  examples: [
    { press_release_id: 12, title: 'Studio launches Kiro', version: 3 },
    { press_release_id: 12, embargo_until: '2027-01-15T10:00:00+09:00' },
  ],
  async run({ press_release_id: id, status, embargo_until, version, ...changes }, ctx) {
    const { companyId } = requireMember(ctx);
    const { body, title = '' } = changes;
    const release = await ctx.services.database.write(updateRelease, {
      companyId,
      id,
      changes,
      state: { status, embargo_until: embargo_until == null ? embargo_until : Date.parse(embargo_until) },
      measure: body === undefined ? undefined : await measureBody(body, title),
      version,
    });
    const { database } = ctx.services;
    const campaigns = await listCampaignIds(database.db, [id]);
    return formatRelease(release, ctx, await database.now(), campaigns.get(id));
  },
});
