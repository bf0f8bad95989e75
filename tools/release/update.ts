import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { TEXT_MAX } from '../../src/newsroom/analysis/analyses/analyze.ts';
import { findForFeed } from '../../src/newsroom/content/publishing/find.ts';
import { measureBody } from '../../src/newsroom/content/releases/measure.ts';
import { findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { RELEASE_STATUSES } from '../../src/newsroom/content/releases/states.ts';
import { listCampaignIds } from '../../src/newsroom/content/releases/uses-reads.ts';
import { type ReleaseUpdate, updateRelease } from '../../src/newsroom/content/releases/writes.ts';
import { countCodePoints } from '../../src/text/code-points.ts';
import { hasLetters } from '../../src/text/language.ts';
import { formatRelease, releaseId, releaseOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Edit a press release',
  description:
    'Change the given fields of a press release and its article; null clears a field. Also changes its status between draft, ready and embargoed. A published release becomes a draft again.',
  route: 'PUT /api/press-release/{press_release_id}',
  effect: 'write',
  keywords:
    'edit a press release, change a press release, プレスリリースを編集, プレスリリースを更新, 修改新闻稿, 更新新闻稿',
  failsWith: ['CONFLICT'],
  input: z.object({
    press_release_id: releaseId,
    title: z.string().optional().describe('Headline of the article.'),
    subtitle: z.string().nullish().describe('Subheadline of the article.'),
    body: z.string().optional().describe('Text of the article.'),
    contact_info: z.string().nullish().describe('Contact for the press.'),
    source_type: z
      .string()
      .optional()
      .describe('Origin of the text: scratch, generated, optimized, imported, or any other word.'),
    nq_score: z.number().nullish().describe('Your own score of the current text, 0 to 100.'),
    nq_dimensions: z.string().nullish().describe('Dimensions of the score as a JSON string, stored unchanged.'),
    ai_engine: z.string().nullish().describe('Engine that wrote the text.'),
    status: z
      .enum(RELEASE_STATUSES)
      .optional()
      .describe('New status: draft or ready; draft also withdraws a published release.'),
    embargo_until: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('End of the embargo, ISO 8601 with offset; null ends the embargo.'),
    version: z.number().int().optional().describe('Version that the change is based on; any other causes a conflict.'),
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
      found: await findAnew(ctx, companyId, id, changes),
    });
    const { database } = ctx.services;
    const campaigns = await listCampaignIds(database.db, [id]);
    return formatRelease(release, ctx, await database.now(), campaigns.get(id));
  },
});

/** The feed tells an edit of a published release at once, with what is found in its new text. */
async function findAnew(
  ctx: CallContext,
  companyId: string,
  id: number,
  {
    title,
    subtitle,
    body,
  }: { title?: string | undefined; subtitle?: string | null | undefined; body?: string | undefined },
): Promise<ReleaseUpdate['found']> {
  if (title === undefined && subtitle === undefined && body === undefined) return undefined;
  const release = await findRelease(ctx.services.database.db, companyId, id);
  if (release?.status !== 'published') return undefined;
  const text = {
    title: title ?? release.title,
    subtitle: subtitle === undefined ? release.subtitle : subtitle,
    body: body ?? release.body,
  };
  const whole = [text.title, text.subtitle ?? '', text.body].join('\n');
  if (!hasLetters(whole) || countCodePoints(whole) > TEXT_MAX) return undefined;
  return { findings: await findForFeed(ctx, text), version: release.version };
}
