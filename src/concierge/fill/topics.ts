/** Searches, news and the encyclopedia: what they are about. */
import { originalAt } from '../normalise.ts';
import { type Hit, hitsBetween } from '../reading.ts';
import { joinedPieces, type Piece, piecesOf } from '../residue.ts';
import { addStep, type Filler, type Job, note, spansOf } from './job.ts';
import { parameterParts } from './parameters.ts';
import { refined } from './refined.ts';

interface Topic {
  value: string;
  pieces: readonly Piece[];
}

/** The clause without the words that ask; of a quotation what it says. */
function topicOf(
  job: Job,
  isRequest: (hit: Hit) => boolean,
  isEdge?: (hit: Hit) => boolean,
  breaks: readonly { start: number; end: number }[] = [],
): Topic | null {
  const { clause, reading } = job;
  const [quoted] = spansOf(job, 'quote');
  const own = familyTools(job);
  const parts = [
    ...reading.hits.filter((hit) => hit.start >= clause.start && hit.end <= clause.end && isRequest(hit)),
    ...parameterParts(job, own),
    ...breaksIn(job),
    ...deniedTools(job),
    ...breaks,
  ];
  const pieces = piecesOf(reading, clause.start, clause.end, parts, isEdge).filter(({ value }) =>
    /[\p{L}\p{N}]/u.test(value),
  );
  if (quoted) return { value: quoted.value, pieces: [quoted] };
  if (pieces.length === 0) return null;
  return { value: joinedPieces(pieces), pieces };
}

/** “not Google”: what a message does not want done is none of its topics. */
const deniedTools = ({ reading, clause }: Job): { start: number; end: number }[] =>
  reading.denials.filter(
    ({ start, end, hits }) =>
      start >= clause.start && end <= clause.end && hits.some(({ key }) => key.kind === 'mark' || key.kind === 'verb'),
  );

/** One piece, as it was learned where topics begin and end; a quotation stays. */
function refinedTopic(job: Job, { value, pieces }: Topic): Topic {
  const [first, ...more] = pieces;
  if (!first || job.reading.spans.some(({ start }) => start === first.start)) return { value, pieces };
  const likely = refined(job, 'topic', more.length === 0 ? first : null);
  return likely ? { value: likely.value, pieces: [likely] } : { value, pieces };
}

/** Ends of sentences: what is asked about stands in one. */
const breaksIn = ({ reading, clause }: Job): { start: number; end: number }[] =>
  [...reading.command.slice(clause.start, clause.end).matchAll(/[?!。？！;；\n]|\.(?=\s|$)|[::](?=\s|$)/g)].map(
    ({ index }) => ({ start: clause.start + index, end: clause.start + index + 1 }),
  );

const commasIn = ({ reading, clause }: Job): { start: number; end: number }[] =>
  [...reading.command.slice(clause.start, clause.end).matchAll(/[,，、]/g)].map(({ index }) => ({
    start: clause.start + index,
    end: clause.start + index + 1,
  }));

const familyTools = ({ tool, vocabulary }: Job): string[] => [...new Set([tool, vocabulary.familyOf(tool)])];

/** Words of the tool that ask for it; nouns may be what is sought. */
const requests = (job: Job, nouns: boolean) => {
  const own = new Set(familyTools(job));
  return ({ key }: Hit): boolean =>
    'tool' in key &&
    (own.has(key.tool) || key.kind === 'mark') &&
    (key.kind === 'verb' || key.kind === 'mark' || (nouns && key.kind === 'noun') || isSetting(key, own));
};

const isSetting = (key: Hit['key'], own: ReadonlySet<string>): boolean =>
  key.kind === 'value' &&
  own.has(key.tool) &&
  /^(?:freshness|searchDepth|includeAnswer|strategy|type)$/.test(key.field);

const isDirective = /^(?:调べ|しらべ|探し|さがし|查|找|搜|look up|find|research|dig up|hunt)/;

const FROM =
  /(?:country(?: set to| as| to| of| is| code)?|countries|results from|results in|sites from|sites in|limited to|restricted to|国は|国|国家|地域は|地区|来自|只看|only|限定|限于|仅限)[ :=は]*(?:限定|限于|仅限|选择|选|设为|设成|设|填|用|是|为)?(?:the )?$/;
const LANGUAGE = /(?:results in|language|pages in|sites in|言語は|言語|语言|语种|用)[ :=は]*$/;

/** Where results should come from, and in which language, for the engines that know it. */
function audienceOf(job: Job): { country?: string; gl?: string; hl?: string } {
  const code = country(job, 'lower', FROM).country ?? countryCode(job);
  if (job.tool === 'search-independent') return code ? { country: code.toUpperCase() } : {};
  if (job.tool !== 'search-web') return {};
  const { clause, reading } = job;
  const language = hitsBetween(reading, clause.start, clause.end).find(
    ({ key, start }) => key.kind === 'language' && LANGUAGE.test(reading.command.slice(Math.max(0, start - 16), start)),
  );
  const hl = language?.key.kind === 'language' ? { hl: language.key.value.toLowerCase().slice(0, 2) } : {};
  return { ...(code ? { gl: code } : {}), ...hl };
}

export const fillSearch: Filler = (job) => {
  const ask = requests(job, false);
  const isRequest = (hit: Hit): boolean =>
    ask(hit) || (hit.key.kind === 'noun' && hit.key.tool === 'smart-search' && isDirective.test(hit.text));
  const topic = topicOf(job, isRequest) ?? topicElsewhere(job, isRequest);
  if (!topic) return false;
  for (const piece of topic.pieces) note(job, 'topic', piece);
  addStep(job, job.tool, {
    query: topic.value.slice(0, 400),
    ...audienceOf(job),
  });
  return true;
};

/** The topic may stand in another sentence: “Heat pumps. Search the web for it.” */
function topicElsewhere(job: Job, isRequest: (hit: Hit) => boolean): Topic | null {
  if (!job.isOnly) return null;
  const whole = { ...job, clause: { ...job.clause, start: 0, end: job.reading.command.length } };
  return topicOf(whole, isRequest);
}

/** “国家选 JP”. */
const countryCode = ({ clause, reading }: Job): string | undefined =>
  /(?:country(?: code)?|国家|地区|国)[ :=は]*(?:选择|选|设为|设成|设|填|用|是|为|set to|is|を|が|に)? ?([a-z]{2})(?![a-z])/.exec(
    reading.command.slice(clause.start, clause.end),
  )?.[1];

function country(job: Job, letters: 'upper' | 'lower', before?: RegExp): { country?: string } {
  const { clause, reading } = job;
  const hit = reading.hits.find(
    ({ key, start, end }) =>
      key.kind === 'region' &&
      start >= clause.start &&
      end <= clause.end &&
      isWholeName(reading.command, start, end, originalAt(reading.text, start, end)),
  );
  if (hit?.key.kind !== 'region') return {};
  const isOnly = /^(?: only| sites| results| pages|だけ|のみ|限定|に限|のサイト|的网站|的结果)/.test(
    reading.command.slice(hit.end),
  );
  if (before && !isOnly && !before.test(reading.command.slice(Math.max(0, hit.start - 20), hit.start))) return {};
  return { country: letters === 'upper' ? hit.key.value.toUpperCase() : hit.key.value };
}

/** A single character such as 美 or 英 is a country only before a word of news. */
const isWholeName = (command: string, start: number, end: number, written: string): boolean =>
  (end - start > 1 && command.slice(start, end) !== 'us') ||
  (end - start === 1 &&
    /^(?:ニュ|に|の|国|新|头|媒|经|财|科)/.test(command.slice(end, end + 2)) &&
    !/[\p{Script=Han}]/u.test(command.charAt(start - 1))) ||
  (command.slice(start, end) === 'us' &&
    (written === 'US' || !/(?:give|tell|show|let|for|to) $/.test(command.slice(0, start))));

export const fillNews: Filler = (job) => {
  const { clause, reading, tool } = job;
  const ask = requests(job, true);
  const withDirectives = (hit: Hit): boolean =>
    ask(hit) ||
    (hit.key.kind === 'verb' && ['smart-search', 'smart-translate', 'smart-tts'].includes(hit.key.tool)) ||
    (hit.key.kind === 'noun' && hit.key.tool === 'smart-search' && isDirective.test(hit.text)) ||
    (hit.key.kind === 'language' && (hasTranslation(job) || isAskedIn(reading.command, hit))) ||
    (hit.key.kind === 'hint' && hit.key.tool === 'smart-news');
  const settings = (hit: Hit): boolean =>
    hit.key.kind === 'value' && hit.key.tool === 'smart-news' && hit.key.field === 'category';
  const regions = (hit: Hit): boolean => hit.key.kind === 'region' || hit.key.kind === 'time';
  const bare = topicOf(job, (hit) => withDirectives(hit) || settings(hit) || regions(hit));
  const said = topicOf(job, withDirectives);
  const topic = said && refinedTopic(job, said);
  const isHeadlines =
    bare === null ||
    !/[\p{L}]{2}/u.test(
      bare.value.replace(
        /^(?:(?:几|数|[0-9一二三四五六七八九十两]+)(?:条|则|篇|件|本|つ|个)?|来|再|系|面|界|方面|版|类|関連|分野|関係|业|欄|section|world|of|ones?|world's|国際|国内|国际|热门|重要|主な|big|main|major|biggest|key|important|hot|主要)+$/i,
        '',
      ),
    );
  const where = tool === 'news-feed' ? 'mode' : 'strategy';
  const target = tool === 'smart-news' ? targetLanguage(job) : {};
  if (isHeadlines) {
    const region = reading.hits.find(
      ({ key, start, end }) => key.kind === 'region' && start >= clause.start && end <= clause.end,
    );
    if (region?.key.kind === 'region')
      note(job, 'region', { start: region.start, end: region.end, value: region.key.value });
    addStep(job, tool, { [where]: 'headlines', ...country(job, 'lower'), ...target, ...paperLanguage(job) });
    return true;
  }
  if (!topic) return false;
  for (const piece of topic.pieces) note(job, 'topic', piece);
  addStep(job, tool, { [where]: 'search', query: topic.value, ...target, ...paperLanguage(job) });
  const last = job.plan.steps.at(-1);
  // Searches know no category.
  if (last) delete last.input.category;
  return true;
};

/** “English-language articles”: for the feed, which has papers in several languages. */
function paperLanguage({ clause, reading, tool }: Job): { language?: string } {
  if (tool !== 'news-feed') return {};
  const named = hitsBetween(reading, clause.start, clause.end).find(
    ({ key, end }) =>
      key.kind === 'language' &&
      /^[- ]?(?:language|articles|papers|press|news|sources|stories|results)/.test(reading.command.slice(end)),
  );
  return named?.key.kind === 'language' ? { language: named.key.value.slice(0, 2) } : {};
}

const hasTranslation = ({ reading, clause }: Job): boolean =>
  reading.hits.some(
    ({ key, start, end }) =>
      key.kind === 'verb' && key.tool === 'smart-translate' && start >= clause.start && end <= clause.end,
  );

/** “要中文的”, “用日语”. */
const isAskedIn = (command: string, { start, end }: Hit): boolean =>
  /[用要]$/.test(command.slice(0, start)) || /^(?:的标题|标题|翻译|译)/.test(command.slice(end));

/** Titles in another language than the papers': “with Japanese translation”. */
function targetLanguage(job: Job): { targetLanguage?: string } {
  const { clause, reading } = job;
  const languages = reading.hits.filter(
    ({ key, start, end }) => key.kind === 'language' && start >= clause.start && end <= clause.end,
  );
  const [language] = languages;
  if (language?.key.kind !== 'language') return {};
  const isWish =
    hasTranslation(job) ||
    /(?:in|into) $/.test(reading.command.slice(0, language.start)) ||
    /^(?:で|に|訳)/.test(reading.command.slice(language.end)) ||
    isAskedIn(reading.command, language);
  return isWish ? { targetLanguage: language.key.value.slice(0, 2) } : {};
}

export const fillEncyclopedia: Filler = (job) => {
  const { reading } = job;
  const ask = requests(job, false);
  const topic = topicOf(
    job,
    (hit) =>
      ask(hit) ||
      (hit.key.kind === 'noun' &&
        (hit.key.tool === 'encyclopedia' || (hit.key.tool === 'smart-search' && isDirective.test(hit.text)))) ||
      (hit.key.kind === 'hint' && hit.key.tool === 'encyclopedia') ||
      (hit.key.kind === 'language' && isEdition(reading.command, hit)),
    ({ key }) => key.kind === 'polite',
    [...commasIn(job), ...editionsIn(job)],
  );
  const subject = topic && subjectOf(topic);
  if (!topic || !subject) return false;
  const { value, pieces } = refinedTopic(job, {
    value: subject,
    pieces: topic.pieces.filter((piece) => piece.value === subject),
  });
  for (const piece of pieces) note(job, 'topic', piece);
  addStep(job, 'encyclopedia', { query: value, language: editionOf(job) });
  return true;
};

/** Of several pieces the one that names the subject: the longest, and rather none of hiragana alone. */
const subjectOf = ({ value, pieces }: Topic): string =>
  (pieces.length > 1
    ? pieces.reduce((best, piece) => (weightOf(piece.value) > weightOf(best) ? piece.value : best), '')
    : value
  ).replace(SAYING, '');

/** “怎么说徐霞客的”. */
const SAYING = /^(?:怎么|咋|如何)?(?:说|說|讲|講|写|寫|描述|评价|評價|介绍|介紹)(?=\p{Script=Han}{2})/u;

const weightOf = (value: string): number => (/^[ぁ-ゖ]*$/.test(value) ? value.length / 4 : value.length);

/** “英語版で”: what is left of it behind the language. */
const editionsIn = ({ reading, clause }: Job): { start: number; end: number }[] =>
  hitsBetween(reading, clause.start, clause.end).flatMap(({ key, end }) => {
    const rest = key.kind === 'language' ? /^版(?:で|の|から|に|を|本|里|的)?/.exec(reading.command.slice(end)) : null;
    return rest ? [{ start: end, end: end + rest[0].length }] : [];
  });

const isEdition = (command: string, { start, end }: Hit): boolean =>
  /^(?:版|の?ウィキ|の?うぃき|の?百科| ?wiki| ?encyc|维基|百科)/.test(command.slice(end)) ||
  /(?:in|the) $/.test(command.slice(0, start));

function editionOf({ reading, clause }: Job): string {
  const language = reading.hits.find(
    (hit) =>
      hit.key.kind === 'language' &&
      hit.start >= clause.start &&
      hit.end <= clause.end &&
      isEdition(reading.command, hit),
  );
  const code = language?.key.kind === 'language' ? language.key.value.slice(0, 2) : '';
  return /^(?:en|ja|zh)$/.test(code) ? code : reading.language;
}
