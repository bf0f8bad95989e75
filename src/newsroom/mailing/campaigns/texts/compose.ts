/**
 * The text of a campaign's mails by rules (newsroom.md §4.7): greeting, why this outlet, the news in three lines, link, embargo,
 * then the release as it is. What stands in it stands in the release or in the outlet's profile.
 */

import type { Language } from '../../../../text/language.ts';
import { writeOneLine } from '../../../../text/lines.ts';
import { cutCodePoints } from '../../../../text/truncate.ts';
import { type FieldValues, fillTemplate, type TemplateField } from './template.ts';
import { readCampaignWords } from './wording.ts';

/** The copy of the release that a campaign keeps. */
export interface ReleaseText {
  title: string;
  subtitle: string | null;
  body: string;
  contactInfo: string | null;
  language: Language;
}

/** Mail programs distrust attached files: mails link to them. */
export interface LinkedFile {
  name: string;
  url: string;
}

/** Parts that all emails of a campaign share. */
export interface News {
  release: ReleaseText;
  /** Who writes. */
  company: string;
  /** Sentences of the release, the strongest first. */
  lines: readonly string[];
  /** Where it can be read; null while it is not public. */
  url: string | null;
  /** Pictures and attachments that the public can get. */
  files?: readonly LinkedFile[];
  /** As it is written out; null without one. */
  embargo: string | null;
  /** The recipients have had an email about it. */
  isFollowUp?: boolean;
}

/** To whom one of them goes. */
export interface Recipient {
  name: string;
  isPerson: boolean;
  /** Null where the profile has nothing in common with the release. */
  occasion: string | null;
  /** Absent: the name. */
  outlet?: string;
  role?: string | null;
}

export interface MailText {
  subject: string;
  body: string;
}

/** Code points. */
const NAME_MAX = 200;
const LINE_MAX = 200;
const LINES_MAX = 3;
export const RULE = '――――――――――――――――――――';

/** As emails are written where nobody has changed their template. */
export function buildDefaultTemplate({
  release: { language },
  isFollowUp,
}: Pick<News, 'release' | 'isFollowUp'>): MailText {
  const words = readCampaignWords(language);
  const title = '{{title}}';
  return {
    subject: isFollowUp ? words.followUpSubject(title) : words.subject(title),
    body: ['{{greeting}}', '{{opening}}', '{{news}}', '{{release}}'].join('\n\n'),
  };
}

/** The part that all mails share is written once. */
export function createComposer(news: News): (recipient: Recipient) => MailText {
  const template = buildDefaultTemplate(news);
  const readFields = createFieldReader(news);
  return (recipient) => composeMail(template, readFields(recipient));
}

export function composeMail(template: MailText, values: FieldValues): MailText & { emptyFields: TemplateField[] } {
  const [subject, body] = [fillTemplate(template.subject, values), fillTemplate(template.body, values)];
  const emptyFields = [...new Set([...subject.emptyFields, ...body.emptyFields])];
  return { subject: writeOneLine(subject.text), body: `${body.text}\n`, emptyFields };
}

/** Values of a template's fields for each recipient. */
export function createFieldReader(news: News): (recipient: Recipient) => FieldValues {
  const { release, company: sender, url, files = [], embargo, isFollowUp } = news;
  const words = readCampaignWords(release.language);
  const company = writeOneLine(sender);
  const shared = {
    company,
    title: writeOneLine(release.title),
    subtitle: writeOneLine(release.subtitle ?? ''),
    news: writeNews(news),
    link: url ?? '',
    embargo: embargo ?? '',
    release: writeRelease(release, files),
    contact: release.contactInfo?.trim() ?? '',
  };
  const from = isFollowUp ? words.followUp(company) : words.from(company);
  return ({ name, isPerson, occasion, outlet = name, role = null }) => {
    const shortName = cutCodePoints(writeOneLine(name), NAME_MAX);
    const opening = [from, ...(occasion === null ? [] : [occasion])];
    return {
      ...shared,
      greeting: words.greeting(shortName, isPerson),
      name: shortName,
      outlet: cutCodePoints(writeOneLine(outlet), NAME_MAX),
      role: cutCodePoints(writeOneLine(role ?? ''), NAME_MAX),
      opening: opening.join(release.language === 'en' ? ' ' : '\n'),
      occasion: occasion ?? '',
    };
  };
}

function writeNews({ release, lines, url, embargo }: News): string {
  const words = readCampaignWords(release.language);
  const points = lines.slice(0, LINES_MAX).map((line) => `${words.bullet}${shortenLine(writeOneLine(line))}`);
  return [
    points.join('\n'),
    ...(url === null ? [] : [`${words.link}${url}`]),
    ...(embargo === null ? [] : [words.embargo(embargo)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function writeRelease(
  { title, subtitle, body, contactInfo, language }: ReleaseText,
  files: readonly LinkedFile[],
): string {
  const words = readCampaignWords(language);
  const headlines = [title, subtitle ?? ''].map(writeOneLine).filter((line) => line !== '');
  const contact = contactInfo?.trim() ?? '';
  return [
    words.whole,
    RULE,
    headlines.join('\n'),
    body.trim(),
    ...(contact === '' || body.includes(contact) ? [] : [`${words.contact}\n${contact}`]),
    ...(files.length === 0 ? [] : [[words.files, ...files.map(writeLink)].join('\n')]),
    RULE,
  ].join('\n\n');
}

/** As the text of a release has links; what would end one is left out of the name. */
const writeLink = ({ name, url }: LinkedFile): string =>
  `- [${shortenLine(writeOneLine(name.replace(/[[\]]/g, ' ')).trim())}](${url})`;

/** Start of the release itself in a body that was composed here; the length of the body if it has none. */
export function findReleaseStart(body: string): number {
  const at = body.indexOf(RULE);
  return at < 0 ? body.length : at;
}

function shortenLine(line: string): string {
  const shortened = cutCodePoints(line, LINE_MAX);
  return shortened.length === line.length ? line : `${shortened.trimEnd()}…`;
}
