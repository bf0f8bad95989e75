/** Builds the printed sheet of a release. */
import type { Logo } from '../../../identity/companies/logo.ts';
import { sha256Hex } from '../../../lib/ids.ts';
import type { Language } from '../../../text/language.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import type { ReleaseFile } from './files/file-reads.ts';
import { PDF_TEMPLATE, type ReleaseSheet, type SheetPicture } from './pdf/types.ts';
import type { Release } from './reads.ts';
import { readStatus } from './states.ts';

const LOCALES: Readonly<Record<Language, string>> = { ja: 'ja-JP', zh: 'zh-CN', en: 'en-US' };

export interface SheetInput {
  /** Name of the company. */
  company: string;
  logo: Logo | undefined;
  /** In their order. */
  pictures: readonly ReleaseFile[];
  timeZone: string;
  nowMs: number;
}

/** Dated by the end of its embargo, or by its last change. No place: nobody has said it, unless it stands in the text. */
export function buildSheet(release: Release, { company, logo, pictures, timeZone, nowMs }: SheetInput): ReleaseSheet {
  const { language, title, subtitle, body, contact_info: contactInfo, embargo_until: embargoMs, updated_at } = release;
  const isHeld = readStatus(release, nowMs) === 'embargoed' && embargoMs !== null;
  const embargo = isHeld ? writeTime(embargoMs, language, timeZone) : null;
  return {
    language,
    title,
    subtitle,
    dateline: writeDate(embargoMs ?? updated_at, language, timeZone),
    company,
    logo: logo ? `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}` : null,
    body,
    ...(pictures.length === 0 ? {} : { pictures: pictures.map(describePicture) }),
    contactInfo,
    embargo,
    issuedAt: new Date(updated_at),
  };
}

const describePicture = ({ hash, width, height, caption, credit }: ReleaseFile): SheetPicture => ({
  hash,
  width: width ?? 1,
  height: height ?? 1,
  caption: [caption, credit].filter((text) => text !== null).join('  '),
});

const writeDate = (ms: number, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone, dateStyle: 'long' }).format(ms);

/** A time as a text of this language writes it out. */
export function writeTime(ms: number, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'long',
    hourCycle: 'h23',
  });
  return format.format(ms);
}

/** Of everything that stands on the page, and of how it looks. */
export function buildSheetTag({ version }: Release, sheet: ReleaseSheet): string {
  return `"${version}-${PDF_TEMPLATE}-${sha256Hex(JSON.stringify(sheet)).slice(0, 16)}"`;
}

/** The headline, without what means something in paths. */
export function nameFile({ id, title }: Release): string {
  const name = title.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
  return `${cutCodePoints(name, 100) || `press-release-${id}`}.pdf`;
}
