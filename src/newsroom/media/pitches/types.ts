/** Inputs and results of a pitch. */
import type { UnverifiedClaim } from '../../analysis/facts-check/check.ts';
import type { CommonGround, ComparedNews, ComparedOutlet } from '../recommend/common-ground.ts';

/** The news, read once for all who are written to. */
export interface News extends ComparedNews {
  /** At most three sentences of the text, the strongest first. */
  lines: readonly string[];
  /** Names of its places as they stand in it. */
  places: readonly string[];
  url: string | null;
  /** As it is written out; null without one. */
  embargo: string | null;
  contact: string | null;
}

/** Of a media item, what may be written about it. */
export interface Outlet extends ComparedOutlet {
  id: number;
  name: string;
  /** Whom a letter greets. */
  addressee: { name: string; isPerson: boolean };
  type: string;
  hasConsentBasis: boolean;
  /** Nothing is known of what it writes about. */
  isEmpty: boolean;
}

export type PersonalField = CommonGround['field'] | 'name';

/** Facts that the news and the outlet share. */
export interface Personalization {
  field: PersonalField;
  value: string;
  /** It stands in the text. */
  used: boolean;
}

export interface Lint {
  code: 'placeholder_left' | 'empty_subject' | 'empty_body' | 'subject_too_long' | 'body_too_long' | 'no_consent_basis';
  level: 'error' | 'warning' | 'info';
  field: string;
  text: string;
}

export interface Pitch {
  subject: string;
  body: string;
  personalization: Personalization[];
  unverified: readonly UnverifiedClaim[];
}

export interface RewriteChange {
  what: 'order' | 'headline';
  before: string;
  after: string;
  why: string;
}

export interface Rewrite {
  title: string;
  body: string;
  changes: RewriteChange[];
  facts_preserved: boolean;
  unverified: readonly UnverifiedClaim[];
}
