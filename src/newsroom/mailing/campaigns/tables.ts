/** Campaigns as rows; the SQL is in `schema.ts`. Their mails are rows of the ledger of mails. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import type { CampaignStatus } from '../../common/campaign-states.ts';
import type { Blockage } from '../queue/types.ts';

export interface CampaignRow {
  id: Generated<number>;
  company_id: string;
  name: string;
  /** The release may be gone since: the mails hold a copy of its text. */
  press_release_id: number;
  media_list_id: number;
  article_id: number;
  /** Of the release whose text the mails have. */
  release_version: number;
  /** Of the mails. */
  language: Language;
  status: CampaignStatus;
  /** Why nothing of it is sent at the moment, as the sender tells it. */
  blocked_by: Blockage | null;
  /** Some mail has failed, or nobody knows whether it arrived. */
  needs_attention: Flag;
  /** JSON array of `Exclusion`: who is on the list and gets no mail. */
  excluded: string;
  /** JSON object: media id → score of the recommendation, 0–1. */
  fits: string;
  /** When a scheduled one is due. */
  send_at: number | null;
  max_lateness_minutes: number;
  /** JSON of `LocalSchedule`: each email waits for this time on its recipient's clock; null: all go together. */
  local_schedule: string | null;
  /** The campaign whose recipients it writes to again; null for a first one. */
  follow_up_of: number | null;
  /** JSON of the template that its emails were last written by; null: the usual one. */
  template: string | null;
  /** JSON of `SubjectTest`; null: all emails go with the subject that they have. */
  subject_test: string | null;
  /** Time of the next check; null: none is planned. */
  subject_check_at: number | null;
  subject_winner: 'a' | 'b' | null;
  subject_decided_at: number | null;
  /** Null: by the figures. */
  subject_decided_by: number | null;
  created_by: number | null;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
}

/** A list besides the first that a campaign goes to. */
export interface CampaignListRow {
  campaign_id: number;
  list_id: number;
  /** In the order in which they were chosen. */
  place: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    campaigns: CampaignRow;
    campaign_lists: CampaignListRow;
  }
}
