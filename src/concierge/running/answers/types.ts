/** Types of tool answers and their phrasing. */
import type { RouteLanguage } from '../../types.ts';

export interface AnsweredStep {
  tool: string;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  /** What was asked: of a route that was found without its names; absent or empty where only tools were named. */
  question?: string;
  /** Number of results that the message asks for. */
  listed?: number | undefined;
}

/** The sentence in each language; null when the answer has another shape. */
export type AnswerTeller = (told: AnsweredStep) => Readonly<Record<RouteLanguage, string>> | null;
