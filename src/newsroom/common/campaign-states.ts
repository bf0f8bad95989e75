/** The states of a campaign, and what leads from one to the next. Rules: newsroom.md §4.7. */
import { createReasonError } from '../../kernel/errors/reasons.ts';

export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'missed',
  'queued',
  'sending',
  'paused',
  'cancelled',
  'sent',
  'failed',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Events that change a campaign's status; the last five are the sender's actions. */
export type CampaignTrigger =
  | 'send'
  | 'schedule'
  | 'resend'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'due'
  | 'miss'
  | 'claim'
  | 'hold'
  | 'finish';

type Moves = Readonly<Partial<Record<CampaignTrigger, CampaignStatus>>>;

/** A mail that somebody settles, or sends again, opens a campaign anew or lets it end otherwise. */
const AFTERWARDS: Moves = { resend: 'queued', hold: 'queued', finish: 'sent' };

/** `finish` leads to `sent`, or to `failed` where nothing may have arrived. */
const MOVES: Readonly<Record<CampaignStatus, Moves>> = {
  draft: { send: 'queued', schedule: 'scheduled' },
  scheduled: {
    send: 'queued',
    schedule: 'scheduled',
    due: 'queued',
    miss: 'missed',
    pause: 'paused',
    cancel: 'cancelled',
  },
  missed: { send: 'queued', schedule: 'scheduled', cancel: 'cancelled' },
  queued: { claim: 'sending', hold: 'queued', pause: 'paused', cancel: 'cancelled', finish: 'sent' },
  sending: { claim: 'sending', hold: 'queued', pause: 'paused', cancel: 'cancelled', finish: 'sent' },
  paused: { resume: 'queued', cancel: 'cancelled' },
  cancelled: {},
  sent: AFTERWARDS,
  failed: AFTERWARDS,
};

/** Next status after a trigger; null if there is none. */
export const findNextStatus = (status: CampaignStatus, trigger: CampaignTrigger): CampaignStatus | null =>
  MOVES[status][trigger] ?? null;

const SENTENCES: Readonly<Record<CampaignStatus, string>> = {
  draft: 'Campaign is a draft: it has not been sent',
  scheduled: 'Campaign is scheduled',
  missed: 'Campaign missed its send time',
  queued: 'Campaign is being sent',
  sending: 'Campaign is being sent',
  paused: 'Campaign is paused',
  cancelled: 'Campaign was canceled',
  sent: 'Campaign already sent',
  failed: 'Campaign has failed',
};

/** Throws `campaign_state`, naming the state. */
export function moveCampaign(status: CampaignStatus, trigger: CampaignTrigger): CampaignStatus {
  const next = findNextStatus(status, trigger);
  if (next === null) throw createStateError(status);
  return next;
}

export const createStateError = (status: CampaignStatus) =>
  createReasonError('campaign_state', { message: SENTENCES[status], details: { status } });

/** A campaign that a schedule has come to: later than its patience, it is not sent by itself any more. */
export function decideDue(
  { sendAt, maxLatenessMinutes }: { sendAt: number; maxLatenessMinutes: number },
  nowMs: number,
): 'wait' | 'due' | 'miss' {
  if (nowMs < sendAt) return 'wait';
  return nowMs - sendAt > maxLatenessMinutes * 60_000 ? 'miss' : 'due';
}
