/** Checks an email for problems before it is sent. Rules: newsroom.md §4.7. */
import { parseMailAddress } from '../../../../lib/mail-address.ts';
import { countCodePoints } from '../../../../text/code-points.ts';
import { normalizeText } from '../../../../text/fold.ts';
import type { Language } from '../../../../text/language.ts';
import { cutCodePoints } from '../../../../text/truncate.ts';
import { findUnfinished } from '../../../../text/unfinished.ts';
import { countWords } from '../../../../text/words.ts';
import { english } from '../../../analysis/quality/lexicons/en.ts';
import { japanese } from '../../../analysis/quality/lexicons/ja.ts';
import type { Matcher } from '../../../analysis/quality/lexicons/lexicon.ts';
import { chinese } from '../../../analysis/quality/lexicons/zh.ts';
import { readClickTarget } from '../../links/event-links.ts';
import { listTextLinks } from '../../links/link-rewriter.ts';
import { findReleaseStart } from '../texts/compose.ts';
import { createLint, type Lint } from './lint-words.ts';

export interface LintedMail {
  to: string;
  subject: string;
  body: string;
  bodyHtml: string | null;
  language: Language;
}

/** Facts about the recipient and the sender. */
export interface MailKnowledge {
  company: string;
  baseUrl: string;
  hasConsentBasis: boolean;
  isRecentlyContacted: boolean;
  /** Score of the recommendation, 0–1; null where there is none. */
  fit: number | null;
}

const LEXICONS = { ja: japanese, zh: chinese, en: english };
const SUBJECT_OCTETS_MAX = 998;
const SUBJECT_MAX = { ja: 30, zh: 30, en: 70 };
const BEGINNING = 20;
/** Before the release. */
const BODY_WORDS_MAX = 250;
const BODY_CHARS_MAX = 600;
const FIT_MIN = 0.3;
/** Length of the checked text, in UTF-16 units: longer ones are too long anyway. */
const READ_MAX = 60_000;
const LINKS_MAX = 50;
const LINK_CHARS_MAX = 100;

const PURPOSE = /^\s*(?:[【[][^】\]]{1,20}[】\]]|press release\s*:|news release\s*:|media alert\s*:)\s*/iu;
const CONTROL = /\p{Cc}/u;
/** In a text, lines may end. */
const CONTROL_IN_TEXT = /[^\P{Cc}\n\r\t]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
/** Of one mail; errors keep it from being sent. Linear in its length. */
export function lintMail(mail: LintedMail, knowledge: MailKnowledge): Lint[] {
  const findings = [...lintErrors(mail), ...lintSubject(mail, knowledge.company), ...lintBody(mail, knowledge.baseUrl)];
  if (!knowledge.hasConsentBasis) findings.push(createLint('no_consent_basis'));
  if (knowledge.isRecentlyContacted) findings.push(createLint('recently_contacted'));
  if (knowledge.fit !== null && knowledge.fit < FIT_MIN) findings.push(createLint('low_fit'));
  return findings;
}

/** Findings that prevent sending. */
export const lintErrors = (mail: LintedMail): Lint[] => [
  ...lintAddress(mail.to),
  ...lintSubjectErrors(mail),
  ...lintBodyErrors(mail),
];

function lintAddress(to: string): Lint[] {
  const parsed = parseMailAddress(to);
  if (!parsed) return [createLint('invalid_address')];
  const local = parsed.address.slice(0, parsed.address.lastIndexOf('@'));
  return isAscii(local) ? [] : [createLint('non_ascii_local_part')];
}

const isAscii = (text: string): boolean => /^[!-~]*$/.test(text);

function lintSubjectErrors({ subject }: LintedMail): Lint[] {
  const lints: Lint[] = [];
  if (subject.replace(PURPOSE, '').trim() === '') lints.push(createLint('empty_subject'));
  if (CONTROL.test(subject)) lints.push(createLint('control_character'));
  if (Buffer.byteLength(subject) > SUBJECT_OCTETS_MAX) lints.push(createLint('subject_over_998_octets'));
  const left = findLeft(subject);
  if (left !== undefined) lints.push(createLint('placeholder_left', { detail: left, field: 'subject' }));
  return lints;
}

function lintBodyErrors({ body, bodyHtml }: LintedMail): Lint[] {
  const lints: Lint[] = [];
  const html = bodyHtml ?? '';
  if (body.trim() === '') lints.push(createLint('empty_body'));
  if (CONTROL_IN_TEXT.test(body) || CONTROL_IN_TEXT.test(html)) {
    lints.push(createLint('control_character', { field: 'body' }));
  }
  const left = findLeft(body) ?? findLeft(html);
  if (left !== undefined) lints.push(createLint('placeholder_left', { detail: left }));
  return lints;
}

const findLeft = (text: string): string | undefined => findUnfinished(text.slice(0, READ_MAX));

function lintSubject({ subject, language }: LintedMail, company: string): Lint[] {
  const text = cutCodePoints(subject, SUBJECT_OCTETS_MAX);
  const news = text.replace(PURPOSE, '');
  if (news.trim() === '') return [];
  const lints: Lint[] = [];
  if (countCodePoints(news) > SUBJECT_MAX[language]) lints.push(createLint('subject_too_long'));
  if (news.length === text.length) lints.push(createLint('subject_no_purpose'));
  if (!saysSomething(cutCodePoints(news, BEGINNING), language, company)) {
    lints.push(createLint('first_20_no_subject'));
  }
  const praise = findMatch(LEXICONS[language].hype, text);
  if (praise !== undefined) lints.push(createLint('hype', { detail: praise, field: 'subject' }));
  if (EMOJI.test(text)) lints.push(createLint('emoji_in_subject'));
  return lints;
}

/** A name, or what is new. */
function saysSomething(beginning: string, language: Language, company: string): boolean {
  const { names, newsVerbs } = LEXICONS[language];
  if (findMatch(names, beginning) !== undefined || findMatch(newsVerbs, beginning) !== undefined) return true;
  const name = normalizeText(company).toLowerCase().trim();
  return name !== '' && normalizeText(beginning).toLowerCase().includes(name);
}

function lintBody({ body, bodyHtml, language }: LintedMail, baseUrl: string): Lint[] {
  const pitch = body.slice(0, Math.min(findReleaseStart(body), READ_MAX));
  const lints: Lint[] = [];
  const praise = findMatch(LEXICONS[language].hype, pitch);
  if (praise !== undefined) lints.push(createLint('hype', { detail: praise }));
  const isLong = language === 'en' ? countWords(pitch, 'en') > BODY_WORDS_MAX : countCodePoints(pitch) > BODY_CHARS_MAX;
  if (isLong) lints.push(createLint('body_too_long'));
  for (const { url, isAllowed } of listLinks(body, bodyHtml, baseUrl)) {
    if (!isAllowed) lints.push(createLint('link_not_allowed', { detail: cutCodePoints(url, LINK_CHARS_MAX) }));
  }
  return lints;
}

export interface MailLink {
  url: string;
  /** A click may lead there. */
  isAllowed: boolean;
}

/** The first links of a mail, each once. */
export function listLinks(body: string, bodyHtml: string | null, baseUrl: string): MailLink[] {
  const inHtml = [...(bodyHtml ?? '').slice(0, READ_MAX).matchAll(HREF)].map(([, href = '']) => unescapeHtml(href));
  const urls = [...listTextLinks(body.slice(0, READ_MAX)), ...inHtml];
  return [...new Set(urls)]
    .slice(0, LINKS_MAX)
    .map((url) => ({ url, isAllowed: readClickTarget(url, baseUrl) !== null }));
}

/** As clean HTML writes them. */
const HREF = /\bhref="(https?:[^"]*)"/giu;
const NAMED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const unescapeHtml = (text: string): string => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => NAMED[name] ?? name);

function findMatch({ pattern, cased }: Matcher, text: string): string | undefined {
  const plain = normalizeText(text);
  const [match] = (cased ? plain : plain.toLowerCase()).match(pattern) ?? [];
  return match;
}
