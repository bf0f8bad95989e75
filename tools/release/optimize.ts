import { z } from 'zod';
import type { WriteClaim } from '../../src/database/batches/finished-writes.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { TEXT_MAX } from '../../src/newsroom/analysis/analyses/analyze.ts';
import { refineRelease } from '../../src/newsroom/analysis/analyses/refine.ts';
import { writePlaceholder } from '../../src/newsroom/analysis/facts-check/placeholders.ts';
import { optimizationOutput } from '../../src/newsroom/content/releases/generation.ts';
import type { WrittenRelease } from '../../src/newsroom/content/releases/writes.ts';
import { countCodePoints } from '../../src/text/code-points.ts';
import { hasLetters } from '../../src/text/language.ts';
import { buildClaim, formatRelease, releaseOutput, requireMember } from './_shared.ts';
import { findWritten, keepWritten, scoreWritten } from './_writing.ts';

export default defineTool({
  title: 'Improve a draft',
  description:
    'Turn a draft into a press release and save it: calmer wording, a proper headline and paragraphs, and visible placeholders for missing facts. No facts are added.',
  effect: 'write',
  keywords: 'improve a press release, edit a press release, プレスリリースを改善, 推敲, 优化新闻稿, 润色新闻稿',
  status: 201,
  failsWith: ['INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    draft: z
      .string()
      .describe(
        `Up to ${TEXT_MAX.toLocaleString('en')} characters; a first line of up to 120 characters is the headline if more text follows.`,
      ),
  }),
  output: releaseOutput.extend({
    generation: optimizationOutput.describe('Details about how the text was generated.'),
  }),
  examples: [{ draft: 'Studio launches Kiro!!\n\nStudio will launch the revolutionary Kiro on December 1, 2026.' }],
  async run({ draft }, ctx) {
    const { companyId } = requireMember(ctx);
    if (!hasLetters(draft)) throw createReasonError('empty_text');
    if (countCodePoints(draft) > TEXT_MAX) {
      const message = `A draft can have at most ${TEXT_MAX} characters.`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Shorten the draft.' });
    }
    const claim = buildClaim(ctx, 'release-optimize', { draft });
    const { release, generation } = (await findWritten(ctx, claim)) ?? (await improve(ctx, draft, companyId, claim));
    return { ...formatRelease(release, ctx, release.created_at), generation: optimizationOutput.parse(generation) };
  },
});

async function improve(
  ctx: CallContext,
  draft: string,
  companyId: string,
  claim: WriteClaim | undefined,
): Promise<WrittenRelease> {
  const clock = { nowMs: await ctx.services.database.now(), timeZone: ctx.server.timeZone };
  const source = { mode: 'optimize', title: null, body: draft, clock } as const;
  const purpose = { operation: 'optimize', companyId } as const;
  const byRules = await ctx.services.analyses.analyze(source, ctx);
  const { analysis, parts } = await refineRelease(ctx, source, byRules, purpose);
  const { optimized, language } = analysis;
  if (optimized === null) throw new FareboxError('INTERNAL');
  const { subtitle, body, changes, unverified, placeholders: missing } = optimized;
  const title = optimized.title ?? writePlaceholder('title', language);
  const placeholders = optimized.title === null ? ['title', ...missing] : missing;
  const text = { title, subtitle, body };
  const making = await scoreWritten(ctx, text, { parts, clock }, purpose);
  const generation = { ...making, changes, unverified, placeholders };
  return await keepWritten(ctx, text, { source_type: 'optimized', ai_engine: null, generation }, claim);
}
