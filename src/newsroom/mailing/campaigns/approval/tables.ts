/** Approvals of campaigns as rows; the newest of a campaign counts. */
import type { Generated } from 'kysely';

export interface CampaignApprovalRow {
  id: Generated<number>;
  company_id: string;
  campaign_id: number;
  /** Of the emails as they were when it was requested: see `markContent`. */
  mark: string;
  state: 'requested' | 'approved' | 'declined';
  /** Null for a key that nobody of the company has made. */
  requested_by: number | null;
  requested_at: number;
  request_note: string | null;
  decided_by: number | null;
  decided_at: number | null;
  decision_note: string | null;
}

declare module '../../../../database/types.ts' {
  interface Tables {
    campaign_approvals: CampaignApprovalRow;
  }
}
