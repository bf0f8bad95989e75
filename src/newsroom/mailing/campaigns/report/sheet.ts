/** Sets a campaign's report as a sheet for the PDF printer. */
import { formatText } from '../../../../locales/format.ts';
import { findText, texts } from '../../../../locales/texts.ts';
import type { Language } from '../../../../text/language.ts';
import type { Coverage } from '../../../content/release-coverage/coverage-reads.ts';
import type { ReleaseSheet } from '../../../content/releases/pdf/types.ts';
import { writeTime } from '../../../content/releases/sheet.ts';
import type { ReportFigures, ReportSubject } from './figures.ts';
import type { ReportMail } from './report-reads.ts';

export interface CampaignReport {
  language: Language;
  company: string;
  campaign: { name: string; createdAtMs: number; startedAtMs: number | null; finishedAtMs: number | null };
  /** Headline of the release; null once it is deleted. */
  release: string | null;
  figures: ReportFigures;
  mails: readonly ReportMail[];
  /** Empty without a subject test. */
  subjects: readonly ReportSubject[];
  /** Of the campaign's release. */
  coverage: readonly Coverage[];
  timeZone: string;
  nowMs: number;
}

type Row = [string, string];

export function buildReportSheet(report: CampaignReport): ReleaseSheet {
  const { language, company, campaign, release, timeZone, nowMs } = report;
  const words = texts('campaign-report', language);
  const showTime = (ms: number): string => writeTime(ms, language, timeZone);
  const times = [
    [words.started, campaign.startedAtMs ?? campaign.createdAtMs] as const,
    ...(campaign.finishedAtMs === null ? [] : [[words.finished, campaign.finishedAtMs] as const]),
  ];
  return {
    language,
    company,
    kind: words.kind,
    title: campaign.name.trim() || words.kind,
    subtitle: release,
    dateline: showTime(nowMs),
    logo: null,
    body: [...times.map(([name, ms]) => `${name}${words.colon}${showTime(ms)}`), '', words.note].join('\n'),
    rows: [...listTotals(report), ...listSubjects(report), ...listCoverage(report), ...listRecipients(report)],
    contactInfo: null,
    embargo: null,
    issuedAt: new Date(nowMs),
  };
}

function listTotals(report: CampaignReport): Row[] {
  const { language, mails, figures } = report;
  const { outcome, rates, opened, clicked } = figures;
  const words = texts('campaign-report', language);
  const count = (value: number): string => value.toLocaleString(language);
  const percent = (rate: number): string =>
    rate.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
  const share = (value: number, rate: number): string => `${count(value)} (${percent(rate)})`;
  return [
    [words.totals, ''],
    [words.recipients, count(mails.length)],
    [words.sent, count(outcome.sent)],
    [words.delivered, count(rates.delivered)],
    [words.opened, share(opened, rates.open_rate)],
    [words.clicked, share(clicked, rates.click_rate)],
    [words.replied, count(outcome.replies)],
    [words.coverage, count(listArticles(report).length)],
    [words.bouncedHard, count(outcome.hardBounces)],
    [words.bouncedSoft, count(outcome.softBounces)],
    [words.failed, count(outcome.failed)],
    [words.unknown, count(outcome.unknown)],
    [words.unsubscribed, count(outcome.unsubscribed)],
    [words.complained, count(outcome.complained)],
  ];
}

function listSubjects({ language, subjects }: CampaignReport): Row[] {
  if (subjects.length === 0) return [];
  const words = texts('campaign-report', language);
  const percent = (rate: number): string =>
    rate.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
  const rows = subjects.map((one): Row => {
    const winner = one.isWinner ? ` (${words.winner})` : '';
    const facts = [
      [words.sent, one.sent.toLocaleString(language)],
      [words.opened, percent(one.open_rate)],
      [words.clicked, percent(one.click_rate)],
    ];
    return [`${one.key.toUpperCase()}: ${one.subject}${winner}`, facts.map((fact) => fact.join(' ')).join(' · ')];
  });
  return [[words.subjectTest, ''], ...rows];
}

/** Articles of the release, and emails whose coverage is recorded without one. */
function listArticles({ coverage, mails }: CampaignReport): Row[] {
  const urls = new Set(coverage.map(({ url }) => url));
  const others = mails.filter(({ placed_at, placement_url: url }) => placed_at !== null && !(url && urls.has(url)));
  return [
    ...coverage.map(({ url, title, outlet, published_on }): Row => {
      const facts = [title, outlet, published_on].filter((fact) => fact !== null && fact !== '');
      return [url, facts.join(' · ')];
    }),
    ...others.map(({ recipient, placement_url }): Row => [placement_url || recipient, recipient]),
  ];
}

function listCoverage(report: CampaignReport): Row[] {
  const rows = listArticles(report);
  return rows.length === 0 ? [] : [[texts('campaign-report', report.language).coverage, ''], ...rows];
}

function listRecipients({ language, mails }: CampaignReport): Row[] {
  if (mails.length === 0) return [];
  const words = texts('campaign-report', language);
  const rows = mails.map((mail): Row => {
    const name = mail.recipient === '' ? mail.address : `${mail.recipient} <${mail.address}>`;
    return [name, describeMail(mail, language)];
  });
  return [[words.byRecipient, ''], ...rows];
}

const EVENTS_MAX = 2;

/** Outcome of an email, the most telling event first. */
function describeMail(mail: ReportMail, language: Language): string {
  const words = texts('campaign-report', language);
  const times = (word: string, count: number): string => formatText(words.times, { word, count }, language);
  const events = [
    ...(mail.placed_at === null ? [] : [words.coverage]),
    ...(mail.replied_at === null ? [] : [words.replied]),
    ...(mail.complained_at === null ? [] : [words.complained]),
    ...(mail.unsubscribed_at === null ? [] : [words.unsubscribed]),
    ...(mail.bounced_at === null ? [] : [mail.bounce_type === 'soft' ? words.bouncedSoft : words.bouncedHard]),
    ...(mail.clicks === 0 ? [] : [times(words.clicked, mail.clicks)]),
    ...(mail.opens === 0 ? [] : [times(words.opened, mail.opens)]),
  ];
  if (events.length > 0) return events.slice(0, EVENTS_MAX).join(' · ');
  return findText(texts('mail-states', language), `is_${mail.status}`) ?? mail.status;
}
