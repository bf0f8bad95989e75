import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors.ts';
import { createTimeOrderedId } from '../../src/kernel/ids.ts';
import { createReasonError } from '../../src/kernel/reasons.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { ANALYSIS_MODES, type AnalysisMode } from '../../src/newsroom/analyses/analyze.ts';
import { analysisOutput } from '../../src/newsroom/analyses/output.ts';
import { RESULT_ID_PREFIX } from '../../src/newsroom/analyses/reads.ts';
import { hasLetters } from '../../src/newsroom/text/language.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Analyse a text',
  description:
    'Analyses a news text in English, Japanese or Chinese: facts, entities, keywords, categories, questions and answers, JSON-LD, NQ score and an optimised release that invents nothing. The result is kept. Takes one analysis of the company’s plan; a failed one takes none.',
  route: 'POST /api/analyze',
  effect: 'write',
  quota: { unit: 'analysis', check },
  failsWith: ['INVALID_INPUT', 'TOO_LARGE'],
  input: z.object({
    content: z
      .string()
      .nullish()
      .describe(
        'The text; a first line of at most 120 characters is its headline. From 50,000 characters on it is cut.',
      ),
    url: z.string().nullish().describe('Where the text comes from; kept with the result.'),
    mode: z
      .string()
      .default('optimize')
      .describe('`optimize`: everything. `score`: the NQ score alone. `facts`: everything but score and rewriting.'),
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
    const body = content ?? '';
    const page = { url: readUrl(url) };
    const analysis = await analyses.analyze({ mode: parseMode(mode), title: null, body, clock, page }, ctx);
    const { text, truncated, word_count, json_ld, ...rest } = analysis;
    const id = createTimeOrderedId(RESULT_ID_PREFIX, nowMs);
    return {
      id,
      result_id: id,
      company_id: companyId,
      status: 'completed' as const,
      source: {
        kind: 'text' as const,
        url: url ?? null,
        final_url: null,
        title: analysis.title,
        fetched_at: null,
        extractor: null,
        word_count,
        truncated,
      },
      text,
      ...rest,
      json_ld: json_ld && { ...json_ld },
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cost_usd: 0,
        currency: 'USD' as const,
        duration_ms: Math.round(performance.now() - startedMs),
      },
      published: null,
      feedback_summary: { up: 0, down: 0 },
      created_at: analyses.formatTime(nowMs),
    };
  },
});

/** What needs no unit to be refused. */
function check({ content, mode }: { content?: string | null | undefined; mode: string }): void {
  parseMode(mode);
  const text = content ?? '';
  if (text.trim() === '') throw createReasonError('no_input', { message: 'Give content: the text to analyse' });
  if (!hasLetters(text)) throw createReasonError('empty_text');
}

function parseMode(mode: string): AnalysisMode {
  const known = ANALYSIS_MODES.find((name) => name === mode);
  if (known) return known;
  throw new FareboxError('INVALID_INPUT', { message: `mode must be one of: ${ANALYSIS_MODES.join(', ')}` });
}

/** An address for the markup; anything else is kept as it was given, and is no address. */
function readUrl(url: string | null | undefined): string | null {
  const parsed = URL.parse(url ?? '');
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
