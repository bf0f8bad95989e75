/** Status of a campaign and its emails. */
import { sayKind, toCount } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { Campaign, Lint, MailStatus } from './types.ts';

const TONES: Readonly<Record<string, string>> = {
  sent: 'good',
  queued: 'caution',
  sending: 'caution',
  paused: 'caution',
  scheduled: 'caution',
  retry: 'caution',
  unknown: 'caution',
  missed: 'bad',
  failed: 'bad',
};

export function StatusTag({ campaign: { status, needs_attention } }: { campaign: Campaign }) {
  return (
    <>
      <span class={`tag ${TONES[status] ?? ''}`}>{onCampaigns(`is_${status}`)}</span>{' '}
      {needs_attention && <span class="tag bad">{onCampaigns('attention')}</span>}
    </>
  );
}

export function MailTag({ status }: { status: MailStatus }) {
  return <span class={`tag ${TONES[status] ?? ''}`}>{onCampaigns(`is_${status}`)}</span>;
}

export const isUnderWay = ({ status }: Campaign): boolean => status === 'queued' || status === 'sending';

/** Mails that somebody has in hand, or will have. */
export const countWaiting = ({ counts }: Campaign): number =>
  counts.queued + counts.claimed + counts.sending + counts.retry;

interface Reach {
  opened: number;
  clicked: number;
}

/** From draft to read, with how many mails stand where. */
export function StatesLine({ campaign, reached }: { campaign: Campaign; reached?: Reach | undefined }) {
  const { counts } = campaign;
  const trouble = counts.failed + counts.unknown + counts.bounced;
  const steps = [
    ['is_draft', counts.draft],
    ['is_queued', countWaiting(campaign)],
    ['is_sent', counts.sent],
    ...(reached ? [['is_opened', reached.opened] as const, ['is_clicked', reached.clicked] as const] : []),
    ...(trouble > 0 ? ([['attention', trouble]] as const) : []),
  ] as const;
  return (
    <ol class="states">
      {steps.map(([word, count]) => (
        <li key={word} class={`${count > 0 ? 'has' : ''} ${word === 'attention' ? 'bad' : ''}`}>
          <strong class="amount">{toCount(count)}</strong> {onCampaigns(word)}
        </li>
      ))}
    </ol>
  );
}

/** By the word that the server has for it; one that this page does not know is told as the server tells it. */
export function describeReason(code: string, text: string): string {
  const known = sayKind('lint', code);
  return known === code.replaceAll('_', ' ') ? text : known;
}

export function LintList({ lints }: { lints: readonly Lint[] }) {
  if (lints.length === 0) return null;
  return (
    <ul class="lints">
      {lints.map((lint) => (
        <li key={lint.code} class={lint.level} title={lint.text}>
          {describeReason(lint.code, lint.text)}
        </li>
      ))}
    </ul>
  );
}
