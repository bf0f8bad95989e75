import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { TEXT_MAX } from '../../src/newsroom/analysis/analyses/analyze.ts';
import { listFormTexts } from '../../src/newsroom/analysis/analyses/generate.ts';
import { generateWithModel } from '../../src/newsroom/analysis/analyses/refine.ts';
import { generationOutput } from '../../src/newsroom/content/releases/generation.ts';
import { countCodePoints } from '../../src/text/code-points.ts';
import { buildClaim, formatRelease, releaseOutput, requireMember } from './_shared.ts';
import { findWritten, keepWritten, scoreWritten } from './_writing.ts';

const FEATURES_MAX = 100;

export default defineTool({
  title: 'Write a press release from a form',
  description:
    'Write a press release in English, Japanese or Chinese from a form and save it. No facts are added: missing ones (date, price, quotation, contact) become visible placeholders.',
  effect: 'write',
  keywords:
    'create a press release, bullet points to press release, write an announcement, write a press release, draft a press release, press release from notes, プレスリリースを書, プレスリリースを作成, プレスリリース生成, 撰写新闻稿, 写新闻稿, 生成新闻稿',
  status: 201,
  failsWith: ['INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    company_name: z.string().describe('Name of the issuing company.'),
    product_name: z.string().describe('Product or subject of the announcement.'),
    target_audience: z.string().describe('Audience of the release.'),
    features: z
      .array(z.string())
      .describe(
        `Up to ${FEATURES_MAX} phrases or sentences; the whole form can have up to ${TEXT_MAX.toLocaleString('en')} characters.`,
      ),
    ai_engine: z.string().default('farebox-1').describe('Stored unchanged; `generation` says what wrote the release.'),
  }),
  output: releaseOutput.extend({ generation: generationOutput.describe('Details about how the text was generated.') }),
  examples: [
    {
      company_name: 'Studio',
      product_name: 'Kiro',
      target_audience: 'city councils',
      features: ['drafts minutes from a recording'],
    },
  ],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { company_name: company, product_name: product, target_audience: audience, features, ai_engine } = input;
    const form = { company, product, audience, features };
    if (features.length > FEATURES_MAX || countCodePoints(listFormTexts(form).join('')) > TEXT_MAX) {
      const message = `A form can have at most ${FEATURES_MAX} features and ${TEXT_MAX} characters.`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Shorten the form.' });
    }
    const claim = buildClaim(ctx, 'release-generate', input);
    const write = async () => {
      const clock = { nowMs: await ctx.services.database.now(), timeZone: ctx.server.timeZone };
      const purpose = { operation: 'generate', companyId } as const;
      const { release, parts } = await generateWithModel(ctx, { form, clock }, purpose);
      const { unverified, placeholders } = release;
      const making = await scoreWritten(ctx, release, { parts, clock }, purpose);
      const generation = { ...making, unverified, placeholders };
      return await keepWritten(ctx, release, { source_type: 'generated', ai_engine, generation }, claim);
    };
    const { release, generation } = (await findWritten(ctx, claim)) ?? (await write());
    return { ...formatRelease(release, ctx, release.created_at), generation: generationOutput.parse(generation) };
  },
});
