/** Finds the places where one request may end and another begin. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Reading } from './message.ts';
import { DATA } from './spans.ts';

const strong =
  /(?<=\s)\+(?=\s)|[!?;。！？；\n]+|(?<=\s)[1-9][.)](?=\s)|(?<!(?:^|\s)(?:st|mt|ft|pt|dr|mr|mrs|ms|ste|no|vs|prof))\.(?=\s|$)|(?:^|[\s,、，])(?:and then|then|and also|also|plus|after that|afterwards|in addition|secondly|second|next|finally|as well as)(?= )|それとは別に|それから|そのあと|その後|ついでに|あわせて|併せて|加えて|さらに|それと|あと(?=、|で、|は|の|今|[^でか])|また、|そして|然后|再(?!见|生|度)|接着|顺便|另外|还有|以及|之后|同时|此外|外加|并且|最后|再者/g;
const weak =
  /[,，、]|(?:\s)(?:and|&|n|while|with)(?= )|(?<=[^つ]て|[んい]で)(?=[^いみくおもほしのはがをにとへ、])|(?<=[后完])(?=翻|译|用|写|念|读|朗|总|转|归|概|润|整|做|生|列|提|给|告|帮|改|拟|挑|说|讲|简|摘|配|播)|(?<=[语文])(?=念|读|朗|播报)|并|と(?=、)|(?<=[一-龯ぁ-ん])と(?=[^、いかきさしすたちなにのはぶまもよりわを])|和|跟|也|(?<=た)(?:うえで|上で|后で|あとに|あと、)/g;

/** “越窑和龙泉窑的区别”: the two are one topic. */
const COMPARED = /^[和跟][^，,。;；]{1,24}?(?:区别|差别|不同|差异|关系|哪个|哪家|谁|相比|对比|比较|之间|异同|优缺点)/;

/** A message of more parts is not a list of requests. */
const CUTS_MAX = 40;

export interface Cut {
  at: number;
  isStrong: boolean;
}

export function findCuts(reading: Reading): Cut[] {
  const { command } = reading;
  const cuts: Cut[] = [];
  for (const [pattern, isStrong] of [
    [strong, true],
    [weak, false],
  ] as const) {
    for (const match of command.matchAll(pattern)) {
      const isPunctuation = /^[!?;。！？；\n.,，、]/.test(match[0]);
      const at = isPunctuation ? match.index + match[0].length : match.index;
      if (/[0-9]/.test(command.charAt(match.index - 1)) && match[0] === ',' && /[0-9]/.test(command.charAt(at)))
        continue;
      if (match[0] === 'と' && !/[、,]/.test(command.charAt(match.index + 1)) && !isAfterNoun(reading, match.index))
        continue;
      // “Could you help me? を日本語に”: what was said goes on.
      if (/^[?!.。？！]/.test(match[0]) && /^\s*(?:を|つて|という|の)/.test(command.slice(at))) continue;
      if (
        match[0] === '' &&
        !/[后完]/.test(command.charAt(at - 1)) &&
        !isAfterVerb(reading, at) &&
        !isAfterLanguage(reading, at)
      )
        continue;
      if (match[0] === ';' && /tl;$/.test(command.slice(0, at)) && command.startsWith('dr', at)) continue;
      // A list is one thing: “岗位、薪资、地点”, “「犬」と「猫」”.
      if (match[0] === '、' && reading.language === 'zh') continue;
      if (/^[和跟]$/.test(match[0]) && COMPARED.test(command.slice(at))) continue;
      if (!isStrong && isBetweenData(command, match.index, match.index + match[0].length)) continue;
      if (at > 0 && at < command.length) cuts.push({ at, isStrong });
    }
  }
  return cuts.sort((a, b) => a.at - b.at || Number(b.isStrong) - Number(a.isStrong)).slice(0, CUTS_MAX);
}

/** “東京の天気とドル円のレート”: two things, each with its own word. */
const isAfterNoun = ({ hits }: Reading, at: number): boolean =>
  hits.some(({ key, end }) => (key.kind === 'noun' || key.kind === 'verb') && LISTED.has(key.task) && end === at);

const LISTED: ReadonlySet<Task | undefined> = new Set<Task>([
  'forecast',
  'exchange',
  'coinPrices',
  'journey',
  'position',
  'news',
]);

const isBetweenData = (command: string, from: number, to: number): boolean =>
  command.slice(0, from).trimEnd().endsWith(DATA) && command.slice(to).trimStart().startsWith(DATA);

/** “を調べて英語に訳して”: after a verb in its -te form another one may follow. */
const isAfterVerb = ({ hits }: Reading, at: number): boolean =>
  hits.some(
    ({ key, start, end, text }) =>
      (key.kind === 'verb' || ((key.kind === 'noun' || key.kind === 'hint') && /(?:べ|し|つ|い)て$/.test(text))) &&
      start < at &&
      end >= at - 2 &&
      end <= at,
  );

/** “翻成英语念出来”. */
const isAfterLanguage = ({ command, hits }: Reading, at: number): boolean =>
  hits.some(
    ({ key, start, end }) => key.kind === 'language' && end === at && /[成为作译到]$/.test(command.slice(0, start)),
  );
