/** Analysis results of an article that articles and the feed show. */
import type { FeedFact, FeedQuestion } from '../feed/types.ts';

export interface ArticleFindings {
  summary: string | null;
  /** Keys, the likeliest first. */
  categories: string[];
  tags: string[];
  faq: FeedQuestion[];
  facts: FeedFact[];
  /** 0–100; null where nothing scored it. */
  nqScore: number | null;
  engine: 'rules' | 'rules+llm';
}

const TAGS_MAX = 8;
const FACTS_MAX = 20;

/** An analysis as it was made, or as it was kept. */
export interface FindingSource {
  summary: string | null;
  categories: readonly { key: string }[];
  keywords: readonly { term: string }[];
  faq: readonly FeedQuestion[];
  facts: { numbers: readonly FeedFact[] } | null;
  nq_score: number | null;
  engine: ArticleFindings['engine'];
}

/** Of an analysis in any mode: what the mode has not computed stays empty. */
export function pickFindings(analysis: FindingSource): ArticleFindings {
  const { summary, categories, keywords, faq, facts, nq_score: nqScore, engine } = analysis;
  return {
    summary: summary || null,
    categories: categories.map(({ key }) => key),
    tags: keywords.slice(0, TAGS_MAX).map(({ term }) => term),
    faq: faq.map(({ question, answer }) => ({ question, answer })),
    facts: (facts?.numbers ?? []).slice(0, FACTS_MAX).map(({ text, value, unit }) => ({ text, value, unit })),
    nqScore,
    engine,
  };
}

/** The findings that hold for another text as well: sentences and numbers that still stand in it. */
export function keepFindings(
  { faq, facts, summary }: Pick<ArticleFindings, 'faq' | 'facts' | 'summary'>,
  text: string,
): Pick<ArticleFindings, 'faq' | 'facts' | 'summary'> {
  return {
    faq: faq.filter(({ answer }) => text.includes(answer)),
    facts: facts.filter((fact) => text.includes(fact.text)),
    summary: summary !== null && text.includes(summary) ? summary : null,
  };
}
