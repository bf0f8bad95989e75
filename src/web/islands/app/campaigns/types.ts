/** What the operations on campaigns answer, as far as pages show it. */

type CampaignStatus =
  | 'draft'
  | 'scheduled'
  | 'missed'
  | 'queued'
  | 'sending'
  | 'paused'
  | 'cancelled'
  | 'sent'
  | 'failed';

export type MailStatus =
  | 'draft'
  | 'queued'
  | 'claimed'
  | 'sending'
  | 'retry'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'suppressed'
  | 'skipped'
  | 'cancelled';

type Blockage =
  | 'paused'
  | 'daily_limit'
  | 'company_limit'
  | 'warmup'
  | 'transport_error'
  | 'bounce_rate'
  | 'restored_database'
  | 'account_suspended';

type Exclusion =
  | 'no_email'
  | 'invalid_address'
  | 'suppressed'
  | 'refuses_ads'
  | 'duplicate_address'
  | 'no_consent'
  | 'reserved_domain'
  | 'missing';

export interface Campaign {
  campaign_id: number;
  name: string;
  press_release_id: number;
  media_list_id: number;
  status: CampaignStatus;
  blocked_by: Blockage | null;
  needs_attention: boolean;
  transport: 'smtp' | 'outbox';
  simulated: boolean;
  counts: Readonly<Record<MailStatus | 'total' | 'bounced', number>>;
  excluded: readonly { media_id: number; reason: Exclusion }[];
  forecast: { today: number; days: number; first_at: string | null; last_at: string | null };
  send_at: string | null;
  created_by: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface CampaignPage {
  items: Campaign[];
  total: number;
  page: number;
  pages: number;
}

export interface Lint {
  code: string;
  level: 'error' | 'warning';
  field: string;
  text: string;
}

export interface Mail {
  email_id: number;
  media_id: number | null;
  media_name: string;
  to: string;
  subject: string;
  body: string;
  status: MailStatus;
  edited: boolean;
  version: number;
  lint: readonly Lint[];
  attempts: number;
  last_error: string | null;
  sent_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  bounced_at: string | null;
  replied_at: string | null;
}

export interface RenderedMail {
  email_id: number;
  from: string;
  reply_to: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Preview {
  campaign: Campaign;
  emails: Mail[];
  total: number;
  page: number;
  rendered: RenderedMail | null;
  warnings: readonly Lint[];
  checks: { links: readonly { url: string; allowed: boolean }[] };
  daily: { limit: number; used: number; remaining: number };
}

export interface Engagement {
  unique_human: number;
  unique_unknown: number;
  unique_machine: number;
  total: number;
}

export interface Tracking {
  sent: number;
  delivered: number;
  bounced: { hard: number; soft: number };
  failed: number;
  unknown: number;
  opens: Engagement;
  clicks: Engagement;
  unsubscribed: number;
  replies: number;
  placements: number;
  open_rate: number;
  click_rate: number;
  open_rate_raw: number;
  links: readonly { url: string; unique_human: number; total: number }[];
  timeline: readonly {
    at: string;
    opens: number;
    clicks: number;
    machine_opens: number;
    machine_clicks: number;
  }[];
}
