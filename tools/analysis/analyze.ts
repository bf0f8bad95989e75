import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { toUsd } from '../../src/lib/money.ts';
import { ANALYSIS_MODES, type AnalysisMode } from '../../src/newsroom/analysis/analyses/analyze.ts';
import { analysisOutput } from '../../src/newsroom/analysis/analyses/output.ts';
import { RESULT_ID_PREFIX } from '../../src/newsroom/analysis/analyses/reads.ts';
import { refineAnalysis } from '../../src/newsroom/analysis/analyses/refine.ts';
import { readSource } from '../../src/newsroom/analysis/analyses/source.ts';
import { hasLetters } from '../../src/text/language.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Analyze a text',
  description:
    'Analyze a news text or the page at a URL in English, Japanese or Chinese. Returns facts, entities, keywords, categories, questions and answers, JSON-LD, the NQ score and an optimized release without invented facts. Saves the result and uses one analysis of the company’s plan unless it fails.',
  route: 'POST /api/analyze',
  effect: 'write',
  keywords:
    'analyze an article, facts of a text, names in a text, keywords of a text, news quality, 記事を分析, 文章を分析, 分析文章, 分析新闻',
  quota: { unit: 'analysis', check },
  failsWith: ['INVALID_INPUT', 'TOO_LARGE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    content: z
      .string()
      .nullish()
      .describe(
        'Text to analyze; a first line of up to 120 characters is its headline. Longer texts are cut at 50,000 characters.',
      ),
    url: z
      .string()
      .nullish()
      .describe(
        'URL of the page to read the text from, http or https. With `content`, it is only stored as the source.',
      ),
    mode: z
      .string()
      .default('optimize')
      .describe('`optimize`: all parts. `score`: the NQ score only. `facts`: all parts except score and rewriting.'),
  }),
  output: analysisOutput,
  examples: [
    {
      content: 'Studio launches Kiro\n\nStudio will launch Kiro on December 1, 2026. It costs 300 dollars a month.',
    },
  ],
  async run({ content, url, mode }, ctx) {
    const { analyses, database } = ctx.services;
    const { companyId } = requireMember(ctx);
    const startedMs = performance.now();
    const nowMs = await database.now();
    const clock = { nowMs, timeZone: analyses.zone };
    const { title, body, page, shown } = await readSource(ctx, content ?? '', url ?? null, nowMs);
    const source = { mode: parseMode(mode), title, body, clock, page };
    const byRules = await analyses.analyze(source, ctx);
    const { analysis, making } = await refineAnalysis(ctx, source, byRules, { operation: 'analyze', companyId });
    const { text, truncated, word_count, json_ld, hasWritten: _taken, ...rest } = analysis;
    const { use, ...how } = making;
    const id = createTimeOrderedId(RESULT_ID_PREFIX, nowMs);
    return {
      id,
      result_id: id,
      company_id: companyId,
      status: 'completed' as const,
      source: { ...shown, title: analysis.title, word_count, truncated: shown.truncated || truncated },
      text,
      ...rest,
      json_ld: json_ld && { ...json_ld },
      ...how,
      usage: {
        input_tokens: use.inputTokens,
        output_tokens: use.outputTokens,
        cost_usd: toUsd(use.costMicros),
        currency: 'USD' as const,
        duration_ms: Math.round(performance.now() - startedMs),
      },
      published: null,
      feedback_summary: { up: 0, down: 0 },
      created_at: analyses.formatTime(nowMs),
    };
  },
});

/** Checks that use no unit. */
function check({
  content,
  url,
  mode,
}: {
  content?: string | null | undefined;
  url?: string | null | undefined;
  mode: string;
}): void {
  parseMode(mode);
  const text = content ?? '';
  const address = url ?? '';
  if (text.trim() === '' && address.trim() === '') {
    throw createReasonError('no_input', { message: 'Provide content (the text to analyze) or url (its page)' });
  }
  if (text.trim() === '' && !URL.canParse(address)) throw createReasonError('url_blocked');
  if (text.trim() !== '' && !hasLetters(text)) throw createReasonError('empty_text');
}

function parseMode(mode: string): AnalysisMode {
  const analysisMode = ANALYSIS_MODES.find((name) => name === mode);
  if (analysisMode) return analysisMode;
  throw new FareboxError('INVALID_INPUT', { message: `mode must be one of: ${ANALYSIS_MODES.join(', ')}` });
}
