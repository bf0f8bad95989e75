/** The kinds of news: each needs other facts, and none is asked for what only another has. */
import type { HookKey, WKey } from './types.ts';

export const GENRES = ['recall', 'apology', 'appointment', 'results', 'survey', 'funding', 'event', 'launch'] as const;
export type Genre = (typeof GENRES)[number];

/** Facts that readers look for, depending on the genre. */
export const ESSENTIALS = [
  'identification',
  'cause',
  'action',
  'harm',
  'affected',
  'remedy',
  'prevention',
  'role',
  'start',
  'predecessor',
  'career',
  'amount',
  'change',
  'driver',
  'outlook',
  'sample',
  'method',
  'finding',
  'comparison',
  'backers',
  'purpose',
  'traction',
  'venue',
  'admission',
  'registration',
] as const;
export type Essential = (typeof ESSENTIALS)[number];

export interface GenreRules {
  /** Facts that make it news; none for a launch, which hooks make news. */
  essentials: readonly Essential[];
  /** Hooks that may be asked for. */
  hooks: readonly HookKey[];
  /** How many of the six questions its first sentences answer, and which of them nobody does without. */
  answers: number;
  asked: readonly WKey[];
  /** Parts of the evidence that it needs beside figures. */
  evidence: readonly ('source' | 'link' | 'date')[];
  /** A quotation belongs to it. */
  isQuoted: boolean;
}

export const GENRE_RULES: Readonly<Record<Genre, GenreRules>> = {
  recall: {
    essentials: ['identification', 'cause', 'action', 'harm'],
    hooks: [],
    answers: 4,
    asked: ['who', 'why'],
    evidence: ['date'],
    isQuoted: false,
  },
  apology: {
    essentials: ['cause', 'affected', 'remedy', 'prevention'],
    hooks: [],
    answers: 4,
    asked: ['who', 'when'],
    evidence: ['date'],
    isQuoted: false,
  },
  appointment: {
    essentials: ['role', 'start', 'predecessor', 'career'],
    hooks: [],
    answers: 3,
    asked: ['who', 'when'],
    evidence: ['date'],
    isQuoted: true,
  },
  results: {
    essentials: ['amount', 'change', 'driver', 'outlook'],
    hooks: [],
    answers: 3,
    asked: ['who', 'when'],
    evidence: [],
    isQuoted: false,
  },
  survey: {
    essentials: ['sample', 'method', 'finding', 'comparison'],
    hooks: ['social', 'surprise'],
    answers: 3,
    asked: ['who'],
    evidence: ['source'],
    isQuoted: false,
  },
  funding: {
    essentials: ['amount', 'backers', 'purpose', 'traction'],
    hooks: ['people', 'data'],
    answers: 3,
    asked: ['who'],
    evidence: [],
    isQuoted: true,
  },
  event: {
    essentials: ['start', 'venue', 'admission', 'registration'],
    hooks: ['people', 'locality'],
    answers: 4,
    asked: ['who', 'when', 'where'],
    evidence: ['date'],
    isQuoted: false,
  },
  launch: {
    essentials: [],
    hooks: ['novelty', 'magnitude', 'timeliness', 'social', 'locality', 'surprise', 'people', 'alliance', 'data'],
    answers: 4,
    asked: ['who', 'when'],
    evidence: ['source', 'link', 'date'],
    isQuoted: true,
  },
};
