/** A diagnosis as a mail: plain text and HTML that needs nothing from elsewhere. The footer is added as it is sent. */
import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatText } from '../../../locales/format.ts';
import type { Texts } from '../../../locales/text-types.ts';
import { texts } from '../../../locales/texts.ts';
import type { Language } from '../../../text/language.ts';
import { writeOneLine } from '../../../text/lines.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import type { ArticleDiagnosis } from './diagnosis.ts';

export interface DiagnosisLetter {
  subject: string;
  body: string;
  bodyHtml: string;
}

export interface LetterInput {
  language: Language;
  /** Of the article; null: nobody knows. */
  url: string | null;
  /** Of this service. */
  serviceUrl: string;
}

const EVIDENCE_MAX = 3;
/** Code points. */
const TITLE_MAX = 60;
const QUOTE_MAX = 120;

type Words = Texts<'diagnosis'>;

export function writeDiagnosisLetter(diagnosis: ArticleDiagnosis, facts: LetterInput): DiagnosisLetter {
  const words = texts('diagnosis', facts.language);
  const title = writeOneLine(diagnosis.title);
  const short = cutCodePoints(title, TITLE_MAX);
  return {
    subject: formatText(words.subject, { title: short.length === title.length ? title : `${short}…` }, facts.language),
    body: writeText(diagnosis, words, facts),
    bodyHtml: writeHtml(diagnosis, words, facts),
  };
}

const round = (points: number): number => Math.round(points * 10) / 10;
const quoteIn = (words: Words, language: Language, text: string): string =>
  formatText(words.quote, { text: cutCodePoints(writeOneLine(text), QUOTE_MAX) }, language);
const greet = (words: Words, language: Language, company: string): string =>
  formatText(words.greeting, { company }, language);

function writeText(diagnosis: ArticleDiagnosis, words: Words, { language, url, serviceUrl }: LetterInput): string {
  const { title, companyName, score, dimensions, suggestions, betterTitle } = diagnosis;
  const help = suggestions.flatMap(({ text, example, gain }, at) => [
    `${at + 1}. ${text} (+${Math.round(gain)})`,
    ...(example === '' ? [] : [`   ${writeOneLine(example)}`]),
  ]);
  const points = dimensions.flatMap(({ label, score: own, max, reason, evidence }) => [
    formatText(words.reason, { label, points: String(round(own)), max: String(max), reason }, language),
    ...evidence.slice(0, EVIDENCE_MAX).map(({ text }) => `   ${quoteIn(words, language, text)}`),
  ]);
  const parts = [
    companyName === null ? '' : greet(words, language, writeOneLine(companyName)),
    words.intro,
    [title, ...(url === null ? [] : [url])].join('\n'),
    `${words.score}: ${Math.round(score)} / 100`,
    [words.suggestions, ...(help.length === 0 ? [words.none] : help)].join('\n'),
    betterTitle === null
      ? ''
      : [words.headline, `${words.before}: ${title}`, `${words.after}: ${betterTitle}`].join('\n'),
    [words.dimensions, ...points].join('\n'),
    words.footer,
    `${words.more}: ${serviceUrl}/`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const CELL = 'style="border:1px solid #ccc;padding:6px;text-align:left;vertical-align:top"';

function writeHtml(diagnosis: ArticleDiagnosis, words: Words, { language, url, serviceUrl }: LetterInput): string {
  const { title, companyName, score, dimensions, suggestions, betterTitle } = diagnosis;
  const e = escapeHtml;
  const link = (href: string, text: string): string => `<a href="${e(href)}">${e(text)}</a>`;
  const help = suggestions.map(({ text, example, gain }) => {
    const sample = example === '' ? '' : `<br><span style="color:#555">${e(example)}</span>`;
    return `<li>${e(text)} (+${Math.round(gain)})${sample}</li>`;
  });
  const rows = dimensions.map(({ label, score: own, max, reason, evidence }) => {
    const quotes = evidence.slice(0, EVIDENCE_MAX).map(({ text }) => `<br>${e(quoteIn(words, language, text))}`);
    return `<tr><th ${CELL}>${e(label)}</th><td ${CELL}>${round(own)} / ${max}</td><td ${CELL}>${e(reason)}${quotes.join('')}</td></tr>`;
  });
  const better = `<h3>${e(words.headline)}</h3><p>${e(words.before)}: ${e(title)}<br>${e(words.after)}: ${e(betterTitle ?? '')}</p>`;
  return [
    '<div style="font-family:sans-serif;line-height:1.6;color:#222">',
    companyName === null ? '' : `<p>${e(greet(words, language, companyName))}</p>`,
    `<p>${e(words.intro)}</p>`,
    `<h2>${url === null ? e(title) : link(url, title)}</h2>`,
    `<p><strong>${e(words.score)}: ${Math.round(score)}</strong> / 100</p>`,
    `<h3>${e(words.suggestions)}</h3>`,
    help.length === 0 ? `<p>${e(words.none)}</p>` : `<ol>${help.join('')}</ol>`,
    betterTitle === null ? '' : better,
    `<h3>${e(words.dimensions)}</h3>`,
    `<table style="border-collapse:collapse"><tr><th ${CELL}>${e(words.dimension)}</th><th ${CELL}>${e(words.points)}</th><th ${CELL}>${e(words.evidence)}</th></tr>${rows.join('')}</table>`,
    `<p style="font-size:13px;color:#555">${e(words.footer)}</p>`,
    `<p>${e(words.more)}: ${link(`${serviceUrl}/`, serviceUrl)}</p>`,
    '</div>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
