import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { isOperator } from '../../src/kernel/principal.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { measureBody } from '../../src/newsroom/content/releases/measure.ts';
import { createRelease } from '../../src/newsroom/content/releases/writes.ts';
import { buildClaim, formatRelease, releaseOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Create a press release',
  description: 'Save a press release as a draft of the company, with its own article. Nothing is scored or published.',
  route: 'POST /api/press-release',
  effect: 'write',
  keywords:
    'save a press release, new press release, プレスリリースを保存, プレスリリースを登録, 保存新闻稿, 新建新闻稿',
  status: 201,
  failsWith: ['NOT_FOUND'],
  input: z.object({
    company_id: z.string().describe('ID of the company; members may name only their own.'),
    title: z.string().describe('Headline of the article.'),
    body: z
      .string()
      .describe(
        'Text of the release; a blank line separates paragraphs. `## Heading`, `- item`, `**bold**`, `[text](https://…)` and `| cell | cell |` are formatted.',
      ),
    subtitle: z.string().nullish().describe('Subheadline of the article.'),
    contact_info: z.string().nullish().describe('Contact for the press.'),
    source_type: z
      .string()
      .default('scratch')
      .describe('Origin of the text: scratch, generated, optimized, imported, or any other word.'),
    nq_score: z.number().nullish().describe('Your own score, 0 to 100.'),
    nq_dimensions: z.string().nullish().describe('Dimensions of the score as a JSON string, stored unchanged.'),
    ai_engine: z.string().nullish().describe('Engine that wrote the text.'),
  }),
  output: releaseOutput,
  examples: [
    { company_id: 'c_0000000000000000000000', title: 'Studio launches Kiro', body: 'Studio launches Kiro today.' },
  ],
  async run(input, ctx) {
    const member = requireMember(ctx);
    const { company_id, title, body, subtitle = null, contact_info = null, source_type } = input;
    const { nq_score = null, nq_dimensions = null, ai_engine = null } = input;
    if (company_id !== member.companyId && !isOperator(ctx.principal)) throw createReasonError('company_mismatch');
    const texts = { company_id, title, subtitle, body, contact_info, source_type, ai_engine, nq_dimensions };
    const nq_source = nq_score === null ? null : ('client' as const);
    const { database } = ctx.services;
    const { output, replayed } = await database.write(createRelease, {
      release: { ...texts, nq_score, nq_source, created_by: member.userId, ...(await measureBody(body, title)) },
      claim: buildClaim(ctx, 'release-create', input),
    });
    if (replayed) ctx.markReplayed();
    return formatRelease(output, ctx, output.created_at);
  },
});
