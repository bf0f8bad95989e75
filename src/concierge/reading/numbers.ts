/** Numbers as people write them: 1,200 · 1.5k · 三千五百 · 5千 · two hundred and fifty. */

export interface NumberMatch {
  start: number;
  end: number;
  value: number;
}

const units: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dozen: 12,
  couple: 2,
};
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  grand: 1e3,
  million: 1e6,
  billion: 1e9,
  mil: 1e6,
};

const kanjiDigits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  壱: 1,
  二: 2,
  弐: 2,
  两: 2,
  三: 3,
  参: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const kanjiSmall: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const kanjiLarge: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 };

const digits = /(?<![\w.])[0-9]{1,15}(?:[,' ][0-9]{3})*(?:\.[0-9]{1,10})?/g;
const words = /(?<![a-z])[a-z]{3,9}(?:[ -](?:and )?[a-z]{3,9}){0,9}/g;
const kanji = /[〇零一壱二弐两三参四五六七八九十百千万亿億兆]{1,20}/g;

/** In `folded`; overlapping ones are read as the longest. */
export function findNumbers(folded: string): NumberMatch[] {
  const matches = [...findDigits(folded), ...findNumberWords(folded), ...findKanji(folded)];
  const distinct: NumberMatch[] = [];
  for (const one of matches.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (distinct.at(-1)?.end ?? 0)) distinct.push(one);
  }
  return distinct;
}

function findDigits(folded: string): NumberMatch[] {
  return [...folded.matchAll(digits)].map(({ 0: text, index }) => {
    const { value, length } = readScale(folded, index + text.length, Number(text.replace(/[,' ]/g, '')));
    return { start: index, end: index + text.length + length, value };
  });
}

/** 5千, 3万5千, 1.5k, 2 million, 40 thousand. */
function readScale(folded: string, at: number, first: number): { value: number; length: number } {
  const rest = folded.slice(at, at + 24);
  const latin = /^ ?(k|m|mn|mio|bn|thousand|grand|million|billion|hundred|mil)(?![a-z0-9])/.exec(rest);
  if (latin) {
    const unit = latin[1] ?? '';
    const factor = { k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9 }[unit] ?? scales[unit] ?? 1;
    return { value: first * factor, length: latin[0].length };
  }
  // “1.2 万”: a space before the scale.
  const space = /^ [千万亿億百](?![人个以])/u.test(rest) ? 1 : 0;
  if (space === 1) {
    const spaced = readScale(folded, at + 1, first);
    return { ...spaced, length: spaced.length === 0 ? 0 : spaced.length + 1 };
  }
  const first_ = rest.charAt(0);
  const factor = (kanjiSmall[first_] ?? 1) * (kanjiSmall[first_] ? 1 : (kanjiLarge[first_] ?? 1));
  if (factor === 1) return { value: first, length: 0 };
  const large = kanjiSmall[first_] ? kanjiLarge[rest.charAt(1)] : undefined;
  const more = large ? 2 : 1;
  const tail =
    /^([0-9]{1,4})([千百])?(?![0-9.])/.exec(rest.slice(more)) ??
    /^([一二两三四五六七八九])([千百])/.exec(rest.slice(more));
  const part = tail ? (kanjiDigits[tail[1] ?? ''] ?? Number(tail[1])) * (kanjiSmall[tail[2] ?? ''] ?? 1) : 0;
  return { value: roundNumber(first * factor * (large ?? 1) + part), length: more + (tail?.[0].length ?? 0) };
}

const roundNumber = (value: number): number => Number(value.toPrecision(15));

function findNumberWords(folded: string): NumberMatch[] {
  const matches: NumberMatch[] = [];
  for (const { 0: text, index } of folded.matchAll(words)) {
    let at = 0;
    let start = -1;
    let total = 0;
    let current = 0;
    let end = 0;
    const close = (): void => {
      if (start >= 0) matches.push({ start: index + start, end: index + end, value: total + current });
      start = -1;
      total = 0;
      current = 0;
    };
    for (const word of text.split(/[ -]/)) {
      const unit = units[word];
      const scale = scales[word];
      if (unit !== undefined) current += unit;
      else if (scale === 100 && start >= 0) current *= 100;
      else if (scale !== undefined && start >= 0) {
        total += current * scale;
        current = 0;
      } else if (word !== 'and' || start < 0) close();
      if ((unit !== undefined || scale !== undefined) && (start >= 0 || unit !== undefined)) {
        if (start < 0) start = at;
        end = at + word.length;
      }
      at += word.length + 1;
    }
    close();
  }
  return [...matches, ...findHundreds(folded), ...findHalves(folded)];
}

/** “two and a half thousand”, “3 and a half”. */
function findHalves(folded: string): NumberMatch[] {
  const form =
    /(?<![a-z0-9])([a-z]{3,6}|[0-9]{1,4}) and a half(?: (hundred|thousand|million|billion|grand))?(?![a-z])/g;
  return [...folded.matchAll(form)].flatMap(({ 0: text, 1: whole = '', 2: scale = '', index }) => {
    const count = units[whole] ?? Number(whole);
    if (Number.isNaN(count)) return [];
    return [{ start: index, end: index + text.length, value: (count + 0.5) * (scales[scale] ?? 1) }];
  });
}

/** “a hundred”, “half a million”. */
function findHundreds(folded: string): NumberMatch[] {
  return [
    ...folded.matchAll(/(?<![a-z])(half )?an? (hundred|thousand|million|billion|dozen|grand|couple)(?![a-z])/g),
  ].map((match) => {
    const factor = scales[match[2] ?? ''] ?? units[match[2] ?? ''] ?? 1;
    return { start: match.index, end: match.index + match[0].length, value: match[1] ? factor / 2 : factor };
  });
}

function findKanji(folded: string): NumberMatch[] {
  return [...folded.matchAll(kanji)].flatMap(({ 0: text, index }) => {
    // 一覧 and 一番 count nothing.
    if (text === '一' && /[覧览般緒绪番部様样些定直]/.test(folded.charAt(index + 1))) return [];
    const value = readKanji(text);
    return value === null ? [] : [{ start: index, end: index + text.length, value }];
  });
}

/** Positional (二〇二六) or with units (三千五百, 两百五, 1万 is read with its digits). */
export function readKanji(text: string): number | null {
  if (![...text].some((sign) => sign in kanjiSmall || sign in kanjiLarge)) {
    return Number([...text].map((sign) => kanjiDigits[sign] ?? 0).join(''));
  }
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  let lastUnit = 1;
  for (const sign of text) {
    const small = kanjiSmall[sign];
    const large = kanjiLarge[sign];
    if (small !== undefined) {
      section += (digit ?? 1) * small;
      digit = null;
      lastUnit = small;
    } else if (large !== undefined) {
      if (section === 0 && digit === null) return null;
      total += (section + (digit ?? 0)) * large;
      section = 0;
      digit = null;
      lastUnit = large;
    } else digit = kanjiDigits[sign] ?? 0;
  }
  // 两百五 is 250, 一万二 is 12,000.
  const isShort = digit !== null && lastUnit >= 100 && !text.includes('零') && !text.includes('〇');
  return total + section + (digit ?? 0) * (isShort ? lastUnit / 10 : 1);
}
