/** Finds tools that fit a described need, without running anything. */
import type { Route } from '../types.ts';

/** Below this a route is a guess, unless a word speaks for it. */
const SURE_FROM = 0.5;

/**
 * Best first. A need names a kind of work and not all that a call takes, so that a router often chooses a tool for want of
 * anything better: with no word that speaks for it, that one does not fit while another does.
 */
export function listFittingTools({
  steps,
  leftOut,
  confidence,
  alternatives,
  matched,
}: Pick<Route, 'steps' | 'leftOut' | 'confidence' | 'alternatives' | 'matched'>): { tool: string; score: number }[] {
  const isGuess = leftOut.length === 0 && confidence < SURE_FROM && matched.every(({ terms }) => terms.length === 0);
  if (isGuess && alternatives.length > 0) return [...alternatives];
  const tools = [...new Set([...steps, ...leftOut].map(({ tool }) => tool))];
  const others = alternatives.filter(({ tool }) => !tools.includes(tool));
  return [...tools.map((tool) => ({ tool, score: confidence })), ...others];
}
