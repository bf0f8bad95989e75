/** English names: Jane Doe, CEO of Acme; CEO Jane Doe; Dr. Doe; said Jane Doe. */
import { ENDINGS_EN, FORMS_EN } from './lexicon/organizations.ts';
import { ROLES_EN, TITLES_EN } from './lexicon/roles.ts';
import type { PersonMention } from './person.ts';

const escapePoints = (text: string): string => text.replaceAll('.', '\\.');
const ROLE = [...ROLES_EN]
  .sort((a, b) => b.length - a.length)
  .map(escapePoints)
  .join('|');
const ROLE_ANY_CASE = ROLE.replaceAll(/\b([a-z])/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const TITLE = TITLES_EN.map(escapePoints).join('|');

const CAP = "\\p{Lu}[\\p{L}'’-]{1,20}";
const NAME = `${CAP}(?: (?:\\p{Lu}\\.|de|van|von|der|bin|al|la|del|di|da|${CAP})){0,2} ${CAP}`;
/** `, the company's new chief executive` */
const DESCRIBED = `(?!(?:where|who|which|when|that|in|at|from) )(?:(?:[a-z'’]{1,15}|\\p{Lu}[\\p{L}'’&-]{0,20}) ){0,4}?`;

const NAME_THEN_ROLE = new RegExp(`(?<![\\p{L}])(${NAME})(?:, | \\()(${DESCRIBED}(?:${ROLE_ANY_CASE})(?![a-z]))`, 'gu');
const ROLE_THEN_NAME = new RegExp(`(?<![\\p{L}])(${ROLE_ANY_CASE}),? (${NAME})`, 'gu');
const TITLE_THEN_NAME = new RegExp(`(?<![\\p{L}])(${TITLE}) (${CAP}(?: (?:\\p{Lu}\\.|${CAP})){0,2})`, 'gu');
const VERB = 'said|says|added|adds|explained|explains|commented|comments|noted|notes|told';
const SAID_NAME = new RegExp(`(?:["”] (?:${VERB})|\\b(?:${VERB})) (${NAME})`, 'gu');
const NAME_SAID = new RegExp(`(?<![\\p{L}])(${NAME})(?:, [^,.\\n"“”]{1,80},)? (?:${VERB})\\b`, 'gu');
/** `has named Ann Miller as its chief financial officer` */
const NAMED = new RegExp(
  `\\b(?:named|appointed|names|appoints|elected|elects|hired|hires) (${NAME})(?: as| to|,|\\.| (?:its|the|${ROLE_ANY_CASE})\\b)`,
  'gu',
);

const ORGANIZATION = new RegExp(`(?:^|\\s)(?:${ENDINGS_EN}|${FORMS_EN})(?:$|\\s)`, 'u');
const NOT_FIRST =
  /^(?:The|This|That|Our|Their|Its|In|On|At|For|With|About|And|But|New|Press|Media|Contact|Chief|Executive|Vice|Senior|As|When|While|After|University|Company|According) /;

export function findEnglishPeople(plain: string): PersonMention[] {
  const read = (pattern: RegExp, name: number, role: number | null): PersonMention[] =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const text = match[name] ?? '';
      if (NOT_FIRST.test(text) || ORGANIZATION.test(text)) return [];
      const start = match.index + match[0].lastIndexOf(text, name < (role ?? 0) ? 0 : match[0].length);
      return [{ start, end: start + text.length, role: role === null ? null : cleanRole(match[role] ?? '') }];
    });
  return [
    ...read(NAME_THEN_ROLE, 1, 2),
    ...read(ROLE_THEN_NAME, 2, 1),
    ...read(TITLE_THEN_NAME, 2, null),
    ...read(SAID_NAME, 1, null),
    ...read(NAME_SAID, 1, null),
    ...read(NAMED, 1, null),
  ];
}

const cleanRole = (role: string): string => role.replace(/^(?:the|its|our|an?) /i, '');
