/** Finds digits that aren't amounts: dates, times, phone numbers, postal codes, URLs and email addresses. */

export interface Region {
  start: number;
  end: number;
  kind: 'date' | 'code';
}

const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';

const DATE = new RegExp(
  [
    '(?:令和|平成|昭和)(?:\\d{1,2}|元)年(?:度|(?:\\d{1,2}月(?:\\d{1,2}日)?)?)',
    '(?<!\\d)(?:19|20)\\d{2}年(?:度|(?:\\d{1,2}月(?:\\d{1,2}[日号])?)?)',
    '(?<![\\d.])(?:19|20)\\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\\d|3[01])(?![\\d.])',
    '(?<!\\d)(?:0?[1-9]|1[0-2])月(?:\\d{1,2}[日号])?',
    `(?<!\\p{L})${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:, ?(?:19|20)\\d{2})?(?!\\d)`,
    `(?<!\\d)\\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?:,? (?:19|20)\\d{2})?(?![\\p{L}\\d])`,
    `(?<!\\p{L})${MONTH} (?:19|20)\\d{2}(?!\\d)`,
    '(?<!\\p{L})(?:in|since|by|from|of|until|during|year|fiscal|spring|summer|autumn|fall|winter|early|late|mid) (?:19|20)\\d{2}(?![\\d,.]\\d|%)(?!\\d)',
    '(?<!\\d)(?:[01]?\\d|2[0-4]):(?:[0-5]\\d)(?!\\d)',
    '(?<!\\d)(?:[01]?\\d|2[0-4])(?:時(?!間)|点(?=\\d|[半整]))(?:\\d{1,2}分)?',
    '(?<!\\d)(?:1[0-2]|[1-9]) ?(?:a\\.m\\.|p\\.m\\.|am\\b|pm\\b)',
    '(?<![\\d月])(?:[12]?\\d|3[01])日(?!間|分|以|後|前|連)',
  ].join('|'),
  'giu',
);

const CODE = new RegExp(
  [
    '(?:https?://|www\\.)[^\\s、。「」()<>"]{1,2000}',
    '(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}',
    '(?<![\\d-])\\+?\\d{1,4}[- ]\\d{1,4}[- ]\\d{3,4}(?:[- ]\\d{1,4})?(?![\\d-])',
    '(?<![\\d-])\\(?0\\d{1,4}\\)?[- ]?\\d{1,4}[- ]\\d{3,4}(?![\\d-])',
    '〒 ?\\d{3}-?\\d{4}',
    '(?<![\\p{L}\\d])(?!(?:USD|JPY|EUR|GBP|RMB|CNY|US)\\d)[A-Za-z]{1,12}-?\\d{1,9}(?:[-.]\\d{1,6})*(?![\\d,])',
    '(?<!\\p{L})(?:ISO|IEC|JIS|RFC|GB/T)[ -/]{0,2}\\d{3,6}',
  ].join('|'),
  'gu',
);

/** In `plain` (folded text), in order and apart from each other. */
export function findRegions(plain: string): Region[] {
  const codes = [...plain.matchAll(CODE)].map((match) => region(match, 'code'));
  const dates = [...plain.matchAll(DATE)].map((match) => region(match, 'date'));
  const regions: Region[] = [];
  for (const one of [...codes, ...dates].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (regions.at(-1)?.end ?? 0)) regions.push(one);
  }
  return regions;
}

const region = (match: RegExpExecArray, kind: Region['kind']): Region => ({
  start: match.index,
  end: match.index + match[0].length,
  kind,
});
