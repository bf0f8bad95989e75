/** The media database and the companies' lists as rows; the SQL is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { MediaScope, MediaType } from '../recommend-types.ts';
import type { ConsentBasis, MediumDetails } from './types.ts';

/** One newsroom, desk or journalist. */
export interface MediaItemRow {
  id: Generated<number>;
  /** Null: shared by all companies, maintained by operators. Else a contact of this company alone. */
  company_id: string | null;
  /** A company's own words about its contact. */
  notes: string | null;
  /** That of its last change: see `media_state`. */
  revision: number;
  name: string;
  name_kana: string | null;
  publisher: string | null;
  type: MediaType;
  scope: MediaScope;
  prefecture: string | null;
  prefecture_code: string | null;
  region: string | null;
  country: string;
  language: string;
  /** IANA name; null: that of the country. */
  time_zone: string | null;
  /** JSON array of keys; so are the next two. */
  industry: string;
  topics: string;
  delivery: string;
  email: string | null;
  email_norm: string | null;
  email_kind: MediumDetails['emailKind'];
  form_url: string | null;
  phone: string | null;
  fax: string | null;
  contact_name: string | null;
  contact_role: string | null;
  url: string | null;
  /** Host and path of `url`, by which an import knows it again. */
  url_key: string | null;
  /** Name and prefecture, likewise. */
  name_key: string;
  reach: number | null;
  reach_unit: MediumDetails['reachUnit'];
  reach_source: string | null;
  reach_as_of: string | null;
  profile: string | null;
  profile_status: MediumDetails['profileStatus'];
  /** JSON array of `RecentArticle`. */
  recent_articles: string;
  accepts_pitches: Flag;
  refuses_ads: Flag;
  consent_basis: ConsentBasis;
  consent_source_url: string | null;
  consent_at: number | null;
  consent_evidence: string | null;
  verified_at: number | null;
  is_demo: Flag;
  created_at: number;
  updated_at: number;
}

/** One row: the number of the last change of any media item. */
export interface MediaStateRow {
  id: 1;
  revision: number;
}

/** An item that was deleted, for those who hold a copy. */
export interface MediaRemovalRow {
  media_id: number;
  revision: number;
}

/** Embedding of profile and recent titles. */
export interface MediaVectorRow {
  media_id: number;
  /** Provider and model: vectors of two can't be compared. */
  model: string;
  /** Of the text that it was made from. */
  text_hash: string;
  /** Float32, little-endian. */
  vector: Uint8Array;
}

export interface MediaListRow {
  id: Generated<number>;
  company_id: string;
  name: string;
  created_by: number | null;
  created_at: number;
  updated_at: number;
}

/** Stays when its item is deleted: the list says what is missing. */
export interface MediaListMemberRow {
  list_id: number;
  media_id: number;
  /** In the order in which they were added. */
  place: number;
  added_at: number;
}

/** Number of addresses that each user has exported. */
export interface MediaExportRow {
  id: Generated<number>;
  company_id: string;
  /** Null for a key that nobody made. */
  user_id: number | null;
  list_id: number | null;
  count: number;
  at: number;
}

/** A pitch that was not sent: simulated, and noted. */
export interface PitchLogRow {
  id: Generated<number>;
  company_id: string;
  user_id: number | null;
  article_id: number;
  media_id: number;
  subject: string;
  body: string;
  at: number;
}

/** Proof of consent for an address that is no longer used. */
export interface ConsentProofRow {
  id: Generated<number>;
  media_id: number;
  email_norm: string;
  consent_basis: ConsentBasis;
  consent_source_url: string | null;
  consent_at: number | null;
  consent_evidence: string;
  ended_at: number;
}

/** Tag of a company's own contact. */
export interface ContactTagRow {
  company_id: string;
  tag: string;
  media_id: number;
}

/** One row. */
export interface MediaImportRow {
  id: number;
  /** Somebody imports until then. */
  lease_until: number | null;
  ended_at: number | null;
  /** JSON of the last one's counts. */
  result: string | null;
}

declare module '../../../database/types.ts' {
  interface Tables {
    consent_proofs: ConsentProofRow;
    contact_tags: ContactTagRow;
    media_items: MediaItemRow;
    media_state: MediaStateRow;
    media_removals: MediaRemovalRow;
    media_vectors: MediaVectorRow;
    media_lists: MediaListRow;
    media_list_members: MediaListMemberRow;
    media_exports: MediaExportRow;
    pitch_log: PitchLogRow;
    media_imports: MediaImportRow;
  }
}
