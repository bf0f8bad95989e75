import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors.ts';
import { createReasonError } from '../../src/kernel/reasons.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { type AnalysisMode, TEXT_MAX } from '../../src/newsroom/analyses/analyze.ts';
import { writePlaceholder } from '../../src/newsroom/facts-check/placeholders.ts';
import { degradedReason, engineName, qualityOutput } from '../../src/newsroom/quality/output.ts';
import { DIMENSION_KEYS } from '../../src/newsroom/quality/types.ts';
import { measureBody } from '../../src/newsroom/releases/measure.ts';
import { createRelease } from '../../src/newsroom/releases/writes.ts';
import { hasLetters } from '../../src/newsroom/text/language.ts';
import { countCodePoints } from '../../src/newsroom/text/points.ts';
import { buildClaim, formatRelease, releaseOutput, requireMember } from './_shared.ts';

const text = (about: string) => z.string().describe(about);

const generation = z.object({
  engine: engineName,
  model: z.string().nullable().describe('Which language model had a part in it; null for none.'),
  degraded_reason: degradedReason,
  changes: z
    .array(
      z.object({
        dimension: z.enum(DIMENSION_KEYS).describe('What it raises.'),
        before: text('As it stood; empty for what is new.'),
        after: text('As it stands now.'),
        why: text('In the language of the text.'),
      }),
    )
    .describe('What was changed, the first thirty.'),
  unverified: z
    .array(
      z.object({ text: text('The claim.'), why: z.literal('not_in_input').describe('The draft does not say it.') }),
    )
    .describe('Claims that were taken out.'),
  placeholders: z.array(z.string()).describe('What somebody has to fill in: price, launch_date, quote, contact, …'),
  nq: qualityOutput.describe('News quality of the new text.'),
});

export default defineTool({
  title: 'Improve a draft',
  description:
    'Makes a press release of a draft and keeps it: calmer words, a headline and paragraphs in shape, visible placeholders for what is missing. No fact is added that the draft does not hold.',
  effect: 'write',
  status: 201,
  failsWith: ['INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    draft: z
      .string()
      .describe(`At most ${TEXT_MAX} characters; a first line of at most 120 is the headline when others follow.`),
  }),
  output: releaseOutput.extend({ generation: generation.describe('How the text came about.') }),
  examples: [{ draft: 'Studio launches Kiro!!\n\nStudio will launch the revolutionary Kiro on December 1, 2026.' }],
  async run({ draft }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    if (!hasLetters(draft)) throw createReasonError('empty_text');
    if (countCodePoints(draft) > TEXT_MAX) {
      const message = `A draft has at most ${TEXT_MAX} characters.`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Shorten the draft.' });
    }
    const { database, analyses } = ctx.services;
    const clock = { nowMs: await database.now(), timeZone: ctx.server.timeZone };
    const read = (mode: AnalysisMode, title: string | null, body: string) =>
      analyses.analyze({ mode, title, body, clock }, ctx);
    const { optimized, language } = await read('optimize', null, draft);
    if (optimized === null) throw new FareboxError('INTERNAL');
    const { body, changes, unverified, placeholders: missing } = optimized;
    const title = optimized.title ?? writePlaceholder('title', language);
    const placeholders = optimized.title === null ? ['title', ...missing] : missing;
    const { nq } = await read('score', title, body);
    if (nq === null) throw new FareboxError('INTERNAL');
    const score = {
      nq_score: nq.nq_score,
      nq_source: 'rules' as const,
      nq_dimensions: JSON.stringify(nq.nq_dimensions),
    };
    const release = {
      company_id: companyId,
      title,
      body,
      subtitle: null,
      contact_info: null,
      ai_engine: null,
      ...score,
    };
    const { output, replayed } = await database.write(createRelease, {
      release: { ...release, source_type: 'optimized', created_by: userId, ...(await measureBody(body, title)) },
      claim: buildClaim(ctx, 'release-optimize', { draft }),
    });
    if (replayed) ctx.markReplayed();
    const { engine, degraded_reason } = nq;
    return {
      ...formatRelease(output, ctx, output.created_at),
      generation: { engine, model: null, degraded_reason, changes, unverified, placeholders, nq },
    };
  },
});
