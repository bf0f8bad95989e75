/** A campaign's report as a table: a row for each email, then the coverage, and the totals at the end. */
import { formatZonedTime } from '../../../../lib/zoned-time.ts';
import type { Coverage } from '../../../content/release-coverage/coverage-reads.ts';
import { writeTableRows } from '../../../media/contacts/table.ts';
import type { ReportFigures, ReportSubject } from './figures.ts';
import type { ReportMail } from './report-reads.ts';

const COLUMNS = [
  'row',
  'email_id',
  'media_id',
  'outlet',
  'address',
  'subject',
  'status',
  'sent_at',
  'opened_at',
  'opens',
  'clicked_at',
  'clicks',
  'replied_at',
  'bounced_at',
  'bounce_type',
  'complained_at',
  'unsubscribed_at',
  'coverage_at',
  'coverage_url',
  'error',
  'subject_group',
] as const;

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

export interface ReportTable {
  mails: readonly ReportMail[];
  figures: ReportFigures;
  /** Empty without a subject test. */
  subjects: readonly ReportSubject[];
  /** Of the campaign's release. */
  coverage: readonly Coverage[];
  timeZone: string;
}

/** UTF-8 with a byte order mark and CRLF; no cell runs as a formula. */
export function writeReportTable({ mails, figures, subjects, coverage, timeZone }: ReportTable): string {
  const rows = [
    ...mails.map((mail) => toMailCells(mail, timeZone)),
    ...coverage.map(toCoverageCells),
    ...subjects.map(toSubjectCells),
    toTotals(mails, figures),
  ];
  const lines = rows.map((cells) => COLUMNS.map((column) => String(cells[column] ?? '')));
  return `\ufeff${writeTableRows([[...COLUMNS], ...lines])}`;
}

function toMailCells(mail: ReportMail, zone: string): Cells {
  const show = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, zone));
  return {
    row: 'email',
    email_id: mail.id,
    media_id: mail.media_id,
    outlet: mail.recipient,
    address: mail.address,
    subject: mail.subject,
    status: mail.status,
    sent_at: show(mail.sent_at),
    opened_at: show(mail.opened_at),
    opens: mail.opens,
    clicked_at: show(mail.clicked_at),
    clicks: mail.clicks,
    replied_at: show(mail.replied_at),
    bounced_at: show(mail.bounced_at),
    bounce_type: mail.bounce_type,
    complained_at: show(mail.complained_at),
    unsubscribed_at: show(mail.unsubscribed_at),
    coverage_at: show(mail.placed_at),
    coverage_url: mail.placement_url,
    error: mail.last_error,
    subject_group: mail.subject_group,
  };
}

const toCoverageCells = ({ media_id, outlet, title, published_on, url }: Coverage): Cells => ({
  row: 'coverage',
  media_id,
  outlet,
  subject: title,
  coverage_at: published_on,
  coverage_url: url,
});

/** Emails of a subject test, with their numbers under each column. */
const toSubjectCells = ({ key, subject, isWinner, recipients, sent, opened, clicked }: ReportSubject): Cells => ({
  row: `subject_${key}`,
  email_id: recipients,
  subject,
  status: isWinner ? 'winner' : null,
  sent_at: sent,
  opened_at: opened,
  clicked_at: clicked,
  subject_group: key,
});

/** Under each column the number of emails that it holds for. */
function toTotals(mails: readonly ReportMail[], { outcome, opened, clicked }: ReportFigures): Cells {
  const sum = (read: (mail: ReportMail) => number): number => mails.reduce((total, mail) => total + read(mail), 0);
  return {
    row: 'total',
    email_id: mails.length,
    sent_at: outcome.sent,
    opened_at: opened,
    opens: sum(({ opens }) => opens),
    clicked_at: clicked,
    clicks: sum(({ clicks }) => clicks),
    replied_at: outcome.replies,
    bounced_at: outcome.hardBounces + outcome.softBounces,
    complained_at: outcome.complained,
    unsubscribed_at: outcome.unsubscribed,
    coverage_at: outcome.placements,
    error: outcome.failed,
  };
}
