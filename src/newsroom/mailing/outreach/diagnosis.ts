/** Diagnosis for an article's company: its score, the most helpful changes, and another headline. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { Article } from '../../content/articles/reads.ts';

export interface ArticleDiagnosis {
  title: string;
  companyName: string | null;
  score: number;
  dimensions: readonly {
    key: string;
    label: string;
    score: number;
    max: number;
    reason: string;
    evidence: readonly { text: string }[];
  }[];
  suggestions: readonly { text: string; example: string; gain: number }[];
  /** Null where the headline is as good. */
  betterTitle: string | null;
}

const SUGGESTIONS_MAX = 3;

/** By rules alone. The article has words. */
export async function diagnoseArticle(
  { title, body, company_name: companyName }: Pick<Article, 'title' | 'body' | 'company_name'>,
  ctx: CallContext,
): Promise<ArticleDiagnosis> {
  const { analyses, database } = ctx.services;
  const clock = { nowMs: await database.now(), timeZone: analyses.zone };
  const { nq, optimized, recommendations } = await analyses.analyze({ mode: 'optimize', title, body, clock }, ctx);
  const better = optimized?.title ?? null;
  return {
    ...{ title, companyName, score: nq?.nq_score ?? 0, dimensions: nq?.dimensions ?? [] },
    suggestions: recommendations.slice(0, SUGGESTIONS_MAX),
    betterTitle: better === title ? null : better,
  };
}
