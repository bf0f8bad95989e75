/** Figures of a campaign's report: those of its tracking. */
import type { Engagement } from '../../tracking/reads.ts';
import { computeRates, type Outcome, type Rates } from '../tracking.ts';

/** One of two subjects that were tested. */
export interface ReportSubject {
  key: 'a' | 'b';
  subject: string;
  isWinner: boolean;
  recipients: number;
  sent: number;
  opened: number;
  clicked: number;
  open_rate: number;
  click_rate: number;
}

export interface ReportFigures {
  outcome: Outcome;
  rates: Rates;
  /** Number of emails that a person opened, or a proxy that fetches for a person. */
  opened: number;
  clicked: number;
}

export function computeFigures(outcome: Outcome, engagement: Pick<Engagement, 'opens' | 'clicks'>): ReportFigures {
  const { opens, clicks } = engagement;
  return {
    outcome,
    rates: computeRates(outcome, engagement),
    opened: opens.unique_human + opens.unique_unknown,
    clicked: clicks.unique_human + clicks.unique_unknown,
  };
}
