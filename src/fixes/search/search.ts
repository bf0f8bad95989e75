/** Finds published fixes by terms, by the closest symptom and, with embeddings, by meaning. */

import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../database/types.ts';
import * as store from '../reads.ts';
import { SYMPTOM } from './profile.ts';
import { buildQuery, type Query } from './query.ts';

export interface Candidate {
  fix: store.Fix;
  /** 0–1: how well it fits. */
  score: number;
}

/** A ranking by meaning: numbers of fixes, best first, with how close each is (0–1). */
export type Closeness = ReadonlyMap<number, number>;

const PER_TERM = 100;
const CANDIDATES_MAX = 60;
const RESULTS_MAX = 20;
/** Of reciprocal-rank fusion: how little the first places count more than those behind them. */
const RRF_K = 60;
/** Below this a fix has hardly more in common with the text than any other. */
const SCORE_MIN = 0.15;
/** One word that only one fix has counts for half of what there can be to go by. */
const ENOUGH = 0.7;
const BY_CHANCE = 0.5;
/** Vectors that are no closer than this say nothing. */
const CLOSE_FROM = 0.55;

const profiles = z.array(z.array(z.string()));

export class Search {
  readonly #db: Kysely<Tables>;
  readonly #engine: 'sqlite' | 'postgres';
  #trigrams: store.TrigramSupport = 'none';

  constructor(db: Kysely<Tables>, engine: 'sqlite' | 'postgres') {
    this.#db = db;
    this.#engine = engine;
  }

  /** Best first; `near` adds what is close in meaning. */
  async find(text: string, limit: number, near: Closeness = new Map()): Promise<Candidate[]> {
    // What is missing may come while the server runs.
    if (this.#trigrams === 'none') this.#trigrams = await store.findTrigramSupport(this.#db, this.#engine);
    const query = await buildQuery(this.#db, text, this.#trigrams);
    const bounds = { perTerm: PER_TERM, limit: CANDIDATES_MAX };
    const candidates = await store.listFixesWithTerms(this.#db, this.#engine, query.wanted, bounds);
    const numbers = new Set([...candidates.map(({ fix }) => fix), ...near.keys()]);
    const fixes = await store.listFixesByNumber(this.#db, [...numbers]);
    const scores = new Map(candidates.map(({ fix, score }) => [fix, score]));
    return fuseRankings(fixes, query, scores, near).slice(0, Math.min(limit, RESULTS_MAX));
  }
}

interface WeighedFix {
  fix: store.Fix;
  fit: number;
  /** 0–1: how much there is to go by. */
  evidence: number;
  terms: number;
  close: number;
}

/** Fuses the rankings by reciprocal rank; what they say about the fit in itself is the score. */
function fuseRankings(
  fixes: readonly store.Fix[],
  query: Query,
  scores: ReadonlyMap<number, number>,
  near: Closeness,
): Candidate[] {
  const whole = sum(query.wanted.map(({ worth }) => worth)) * SYMPTOM;
  const weighed = fixes.map((fix): WeighedFix => {
    const terms = Math.min(1, (scores.get(fix.num) ?? 0) / Math.max(1, whole));
    return { fix, ...computeSymptomFit(fix, query), terms, close: near.get(fix.num) ?? 0 };
  });
  const rankings = [(one: WeighedFix) => scoreLexically(one), (one: WeighedFix) => one.close];
  const points = new Map<number, number>();
  for (const value of rankings) {
    const alike = (one: WeighedFix): number => Math.round(value(one) * 100);
    const ranked = weighed
      .filter((one) => value(one) > 0)
      .sort(
        (a, b) =>
          alike(b) - alike(a) ||
          computeTrust(b.fix) - computeTrust(a.fix) ||
          value(b) - value(a) ||
          a.fix.num - b.fix.num,
      );
    for (const [rank, { fix }] of ranked.entries()) {
      points.set(fix.num, (points.get(fix.num) ?? 0) + 1 / (RRF_K + rank));
    }
  }
  return weighed
    .map((one) => ({ ...one, score: scoreFix(one) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort((a, b) => (points.get(b.fix.num) ?? 0) - (points.get(a.fix.num) ?? 0))
    .map(({ fix, score }) => ({ fix, score: Math.round(score * 1_000) / 1_000 }));
}

const scoreLexically = ({ fit, terms }: WeighedFix): number => 0.6 * fit + 0.4 * terms;

function scoreFix(one: WeighedFix): number {
  const meaning = one.close <= CLOSE_FROM ? 0 : (one.close - CLOSE_FROM) / (1 - CLOSE_FROM);
  return Math.min(1, Math.max(scoreLexically(one) * one.evidence, 0.9 * meaning));
}

/** Confirmations only order what fits alike. */
const computeTrust = ({ successes, failures }: store.Fix): number => (successes + 1) / (successes + failures + 2);

/** Share of the closest symptom found in the text, and of the text found in it. */
function computeSymptomFit({ profile }: store.Fix, { worth, most }: Query): Pick<WeighedFix, 'fit' | 'evidence'> {
  const symptoms = parseProfile({ profile });
  const values = [...worth.values()];
  const typical = sum(values) / Math.max(1, values.length);
  const total = sum(values);
  const heading = symptoms.length - 1;
  let best = { fit: 0, evidence: 0 };
  for (const [at, terms] of symptoms.entries()) {
    const shared = sum(terms.map((term) => worth.get(term) ?? 0));
    const whole = sum(terms.map((term) => worth.get(term) ?? typical));
    if (shared === 0) continue;
    const fit = (shared / whole) ** 0.4 * (shared / total) ** 0.6 * (at === heading ? 0.8 : 1);
    // One word of several may stand there by chance.
    const common = terms.filter((term) => worth.has(term));
    const byChance = worth.size > 2 && common.length === 1 && !common[0]?.startsWith('~') ? BY_CHANCE : 1;
    if (fit > best.fit) best = { fit, evidence: (byChance * shared) / (shared + ENOUGH * most) };
  }
  return best;
}

/** The terms of each symptom, those of the title last. */
export const parseProfile = ({ profile }: Pick<store.Fix, 'profile'>): string[][] =>
  profiles.safeParse(JSON.parse(profile)).data ?? [];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
