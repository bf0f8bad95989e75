/** Converts rows to answers. */

import type { Role } from '../kernel/principal.ts';
import { toUsd } from '../lib/money.ts';
import { findZonedMonth, formatZonedTime } from '../lib/zoned-time.ts';
import type { PlanLimits } from './quota/plans.ts';
import type { UsageDayRow } from './quota/tables.ts';
import type { UserWithId } from './reads.ts';
import type { CompanyRow } from './tables.ts';
import type { CompanyJson, UsageJson, UserJson } from './types.ts';

/** Settings that all answers of one installation share. */
export interface Presentation {
  /** The service's zone. */
  zone: string;
  /** `ADMIN_EMAILS`, in the form that is compared. */
  operators: ReadonlySet<string>;
}

export const isOperator = (
  { operators }: Presentation,
  user: Pick<UserWithId, 'email_norm' | 'is_operator'>,
): boolean => user.is_operator === 1 || operators.has(user.email_norm);

export function formatUser(presentation: Presentation, user: UserWithId, companyId: string, role: Role): UserJson {
  const { id, email, name, locale, created_at, last_login_at } = user;
  return {
    id,
    user_id: id,
    email,
    name,
    role,
    operator: isOperator(presentation, user),
    company_id: companyId,
    locale,
    created_at: formatZonedTime(created_at, presentation.zone),
    last_login_at: formatTimeOrNull(presentation, last_login_at),
  };
}

export function formatCompany({ zone }: Presentation, row: CompanyRow): CompanyJson {
  const { id, name, name_en, domain, account_id, test_account_id } = row;
  const { plan, plan_status, timezone, prtimes_company_id, shop_slug } = row;
  return {
    id,
    company_id: id,
    name,
    name_en,
    domain,
    account_id,
    test_account_id,
    plan,
    plan_status,
    timezone,
    sender: {
      name: row.sender_name,
      email: row.sender_email,
      postal_address: row.sender_postal_address,
      reply_to: row.sender_reply_to,
      verified: row.sender_verified === 1,
    },
    individual_tracking: row.individual_tracking === 1,
    require_approval: row.requires_approval === 1,
    prtimes_company_id,
    shop_slug,
    logo_at: row.logo_at === null ? null : formatZonedTime(row.logo_at, zone),
    created_at: formatZonedTime(row.created_at, zone),
  };
}

export const formatTimeOrNull = ({ zone }: Presentation, ms: number | null): string | null =>
  ms === null ? null : formatZonedTime(ms, zone);

/** Usage in the calendar month of `nowMs`, from the days of that month. */
export function buildUsage(
  { zone }: Presentation,
  { analyses: limit }: PlanLimits,
  nowMs: number,
  days: readonly UsageDayRow[],
): UsageJson {
  const { month, endsAtMs } = findZonedMonth(nowMs, zone);
  const analyses = days.filter(({ kind }) => kind.startsWith(ANALYSIS));
  const used = sum(analyses, 'count');
  const byMode = groupCounts(analyses, ({ kind }) => kind.slice(ANALYSIS.length));
  const count = (kind: string): number =>
    sum(
      days.filter((day) => day.kind === kind),
      'count',
    );
  return {
    period: month,
    analyses_used: used,
    analyses_limit: limit,
    analyses_remaining: Math.max(0, limit - used),
    resets_at: formatZonedTime(endsAtMs, zone),
    by_mode: Object.fromEntries(byMode),
    uncounted: { company_scan: count('company_scan'), health_report: count('health_report') },
    tokens: { input: sum(days, 'input_tokens'), output: sum(days, 'output_tokens') },
    cost_usd: toUsd(sum(days, 'cost_micros')),
    currency: 'USD',
    daily: [...groupCounts(analyses, ({ day }) => day)].map(([date, count]) => ({ date, analyses: count })),
  };
}

/** The kinds of use that count against the plan begin with it; the mode follows. */
const ANALYSIS = 'analysis:';

type Amount = 'count' | 'input_tokens' | 'output_tokens' | 'cost_micros';

const sum = (days: readonly UsageDayRow[], amount: Amount): number =>
  days.reduce((total, day) => total + day[amount], 0);

function groupCounts(days: readonly UsageDayRow[], readKey: (day: UsageDayRow) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(readKey(day), (counts.get(readKey(day)) ?? 0) + day.count);
  return counts;
}
