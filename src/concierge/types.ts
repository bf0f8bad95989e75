/** Types of the router's result, which the concierge runs, prices, shows and caches. */
import type { Category } from '../kernel/tool/tool.ts';

/** Languages that messages are read in. */
export type RouteLanguage = 'en' | 'ja' | 'zh';

/** Source of an input value in an earlier step's output, e.g. step 0, path `results[0].latitude`. */
export interface StepSource {
  /** Index of the earlier step. */
  step: number;
  /** Member names and indexes, e.g. `current.temperatureC`, `results[0].name`; empty: the whole output. */
  path: string;
}

/** One tool to call: `input` as the tool's own schema has it, without the fields that `from` fills from earlier steps. */
export interface RouteStep {
  tool: string;
  input: Record<string, unknown>;
  from?: Record<string, StepSource>;
}

export type EntityKind =
  | 'amount'
  | 'audio'
  | 'coin'
  | 'coordinates'
  | 'currency'
  | 'image'
  | 'ip'
  | 'language'
  | 'phrase'
  | 'place'
  | 'quote'
  | 'region'
  | 'selector'
  | 'topic'
  | 'url';

/** Something of the message that varies while the route stays the same. */
export interface Entity {
  kind: EntityKind;
  /** As it goes into an input: a URL, a currency code, the text inside the quotation marks. */
  value: string;
  /** Where it stands in the normalised message, in UTF-16 units. */
  start: number;
  end: number;
}

/** Input that a tool needs and a message may lack. */
export type MissingInput =
  | 'place'
  | 'language'
  | 'text'
  | 'file'
  | 'currency'
  | 'coin'
  | 'ends'
  | 'request'
  | 'publicAddress'
  // No tool has data for the time that the message names.
  | 'currentTime'
  | 'forecastDay';

/** Something that was asked for and does not run. */
export interface LeftOut {
  tool: string;
  /** As it was written: a place, a language, or what was asked. */
  target: string;
  /** What the message does not say; absent where the limits of one call are reached. */
  missing?: MissingInput | undefined;
}

export interface Route {
  /** In order of execution, at most 6 of at most 3 tools; empty: no tool fits. */
  steps: RouteStep[];
  /** What is beyond the limits of one call, and what can't run because the message lacks something. */
  leftOut: LeftOut[];
  /** 0–1: how often a route of this score is the right one. */
  confidence: number;
  language: RouteLanguage;
  /** Which words of the message spoke for which chosen tool. */
  matched: { tool: string; terms: string[] }[];
  /** Tools that were not chosen, best first, with their scores between 0 and 1. */
  alternatives: { tool: string; score: number }[];
  /** The normalised message with its entities lifted out: the same for messages that differ in them alone. */
  template: string;
  entities: Entity[];
  /** Set where the message asks for nothing: it is answered in one line, free of charge. */
  smallTalk?: 'greeting' | 'thanks' | undefined;
}

export interface RouteOptions {
  /** Only tools of this category, and what they need to start from. */
  category?: Category | undefined;
  /** The message's language, where the caller knows it. */
  language?: RouteLanguage | undefined;
}

/** Finds tools for messages; needs no model and keeps nothing of what it reads. */
export interface Router {
  /** Never throws; a message of more than 2000 characters is read to there. */
  route(message: string, options?: RouteOptions): Route;
  /** The cached route with the entities of another message of the same template; null when the templates differ. */
  rebind(cached: Route, message: string): Route | null;
}
