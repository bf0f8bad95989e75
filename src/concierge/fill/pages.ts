/** Pages, pictures and recordings behind an address. */
import { originalAt } from '../normalise.ts';
import type { Hit } from '../reading.ts';
import { isTarget } from '../score.ts';
import type { Span } from '../spans.ts';
import { addStep, type Filler, type Job, note, spansOf } from './job.ts';

const URLS_MAX = 5;

function addresses(job: Job): { pages: readonly Span[]; images: readonly Span[]; sounds: readonly Span[] } {
  const { facts } = job.clause;
  if (facts.pages.length + facts.images.length + facts.sounds.length > 0 || job.plan.steps.length > 0) return facts;
  const urls = job.reading.spans.filter(({ kind }) => kind === 'url');
  return { pages: urls, images: urls, sounds: urls };
}

export const fillPage: Filler = (job) => {
  const { pages, images, sounds } = addresses(job);
  if (job.tool === 'vision') return oneOf(job, images[0] ?? pages[0], 'image', 'image', visionExtras(job));
  if (job.tool === 'smart-stt') return oneOf(job, sounds[0] ?? pages[0], 'audio', 'url', spokenLanguage(job));
  const [url] = pages.length > 0 ? pages : [...sounds, ...images];
  if (!url) return false;
  if (job.tool === 'scrape') return oneOf(job, url, 'url', 'url', selectorOf(job));
  if (job.tool === 'smart-extract') return fillExtract(job, url);
  if (job.tool === 'smart-read' && pages.length > 1) {
    const several = pages.slice(0, URLS_MAX);
    for (const one of several) note(job, 'url', one);
    addStep(job, job.tool, { urls: several.map(({ value }) => value) });
    return true;
  }
  return oneOf(job, url, 'url', 'url', {});
};

function oneOf(
  job: Job,
  span: Span | undefined,
  kind: 'url' | 'image' | 'audio',
  field: string,
  more: Record<string, unknown>,
): boolean {
  if (!span) return false;
  note(job, kind, span);
  addStep(job, job.tool, { [field]: span.value, ...more });
  return true;
}

/** Reads a page or writes down a recording, for the work that comes after it. */
export function pageOrSound(job: Job): boolean {
  const { sounds, pages, images } = addresses(job);
  const isSound = sounds.length > 0 && sounds !== pages;
  const isImage = images.length > 0 && images !== pages;
  return fillPage({ ...job, tool: isSound ? 'smart-stt' : isImage && pages.length === 0 ? 'vision' : 'smart-read' });
}

const DESCRIBE =
  /^(?:please |can you |could you )*(?:describe|what'?s in|look at)(?: the| this)? (?:photo|picture|image|it|this)?/;

/** A question about a picture goes to the model as it was asked. */
function visionExtras(job: Job): Record<string, unknown> {
  const { reading, clause } = job;
  const language = reading.language === 'en' ? {} : { language: reading.language };
  const part = reading.command.slice(clause.start, clause.end).trim();
  const isQuestion = /[?？]|what|how many|which|who|read|translate|文字|何|だれ|誰|いくつ|几|什么|哪|谁|写|多少/.test(
    part,
  );
  if (!isQuestion || DESCRIBE.test(part)) return language;
  const [first] = spansOf(job, 'url');
  const whole = originalAt(reading.text, clause.start, clause.end);
  const prompt = (first ? whole.replace(originalAt(reading.text, first.start, first.end), '') : whole)
    .replace(/\s+/g, ' ')
    .trim();
  return { ...language, ...(prompt.length >= 4 ? { prompt } : {}) };
}

/** The language of a recording, where it is said and is not what is translated into. */
function spokenLanguage({ reading, clause }: Job): { language?: string } {
  const named = reading.hits.filter(
    (hit): hit is Hit => hit.key.kind === 'language' && hit.start >= clause.start && hit.end <= clause.end,
  );
  const spoken = named.find(({ start, end }) => {
    const before = reading.command.slice(Math.max(0, start - 14), start);
    return (
      !isTarget({ start, end }, reading.command) ||
      /(?:it's|is|are|spoken|speaking|speak|speaks|recorded|audio is|they talk|talking|说的是|讲的是|里面是|是) (?:in )?$|(?:说的?是|讲的?是|里面是|说|讲|是)$/.test(
        before,
      ) ||
      /^で(?:話|しゃべ|喋)/.test(reading.command.slice(end))
    );
  });
  const code = spoken?.key.kind === 'language' ? spoken.key.value.slice(0, 2) : '';
  return /^(?:en|ja|zh)$/.test(code) ? { language: code } : {};
}

const TAG =
  'a|article|aside|body|button|div|dd|dl|dt|em|figure|footer|form|h[1-6]|header|img|input|label|li|main|nav|ol|p|pre|section|select|span|strong|table|tbody|td|th|thead|tr|ul|video';
const SIMPLE = `(?:(?:${TAG})(?![\\w-])|[.#][a-z_][\\w-]*|\\[[a-z-]+(?:[~|^$*]?=[^\\]]{1,40})?\\]|\\*)(?:[.#][a-z_][\\w-]*|\\[[a-z-]+(?:[~|^$*]?=[^\\]]{1,40})?\\]|:{1,2}[a-z-]+(?:\\([^)]{1,20}\\))?){0,6}`;
const SELECTOR = new RegExp(`(?<![\\w/@.-])(${SIMPLE}(?: ?[>+~] ?${SIMPLE}| ${SIMPLE}){0,5})`, 'g');

/** The CSS selector that is written in a text, in `plain`; one with a dot, a hash or a bracket goes before a bare tag. */
export function selectorIn(
  plain: string,
  from: number,
  to: number,
  isNamed: boolean,
): { start: number; end: number } | null {
  const found = [...plain.slice(from, to).matchAll(SELECTOR)].map(({ 0: text, index }) => ({
    start: from + index,
    end: from + index + text.length,
    text,
  }));
  const sure =
    found.find(
      ({ text, start }) =>
        /[.#[>]/.test(text) && !/^\.\w+$/.test(text.trim()) === true && !/\d$/.test(plain.charAt(start - 1)),
    ) ?? found.find(({ text }) => /^[.#]/.test(text));
  const chosen =
    sure ?? (isNamed ? found.find(({ text }) => text.length > 1 || text === 'a' || text === 'p') : undefined);
  return chosen ? { start: chosen.start, end: chosen.end } : null;
}

export function selectorOf(job: Job): { selector?: string } {
  const { reading, clause } = job;
  const [quoted] = spansOf(job, 'quote').filter(({ value }) => /^[.#a-z[*]/i.test(value));
  if (quoted) {
    note(job, 'selector', quoted);
    return { selector: quoted.value };
  }
  const isNamed = /selector|セレクタ|选择器|せれくた|element|tag|要素|元素|タグ|标签/.test(
    reading.command.slice(clause.start, clause.end),
  );
  const found = selectorIn(reading.command, clause.start, clause.end, isNamed);
  if (!found) return {};
  const selector = originalAt(reading.text, found.start, found.end).trim();
  note(job, 'selector', { ...found, value: selector });
  return { selector };
}

function fillExtract(job: Job, url: Span): boolean {
  const fields = fieldsOf(job, url);
  note(job, 'url', url);
  addStep(job, job.tool, { url: url.value, ...(fields.length > 0 ? { fields } : {}) });
  return true;
}

const LIST_SEPARATOR =
  /\s*(?:,|、|，|;|；|\/|・|&| and | plus | as well as |以及|和|与|及|還有|还有|と|および|ならびに|それに|あと)\s*(?:and |the |its |their |和|以及|と)?/;

/** The longest list of the clause, without the words around it. */
function fieldsOf(job: Job, url: Span): string[] {
  const { reading, clause } = job;
  const quotes = spansOf(job, 'quote');
  if (quotes.length > 1) return quotes.map(({ value }) => value);
  const parts = [
    originalAt(reading.text, clause.start, Math.max(clause.start, Math.min(url.start, clause.end))),
    originalAt(reading.text, Math.min(url.end, clause.end), clause.end),
  ];
  const lists = parts.map((part) => listIn(part));
  return lists.reduce((best, list) => (list.length > best.length ? list : best), []);
}

const LEADING =
  /^(?:.*?(?:extract|pull out|pull|pick out|get me|get|give me only|give me just|give me|fish out|grab|collect|list|return|find|need|want|fetch|read off|note down|note|tell me|show me|show|parse out|parse|fields?:?|following:?|提取出?|抽取出?|抽出|取出|挑出|列出|找出|整理出|提炼出|采集|摘出|里的|中的|上的|里面的|页面的|网页的|の中の|ページの|サイトの|字段:?|項目:?|から|より|抓取|抓出|获取|把|告诉我|给我)\s*)?(?:(?:out|only|just|the|its|a|an|me|for me|their|出|一下|这个|这些|页面的|里面的|里的|の)\s*)*/is;
const TRAILING =
  /\s*(?:as separate fields|as fields|as json|into fields|in separate fields|from (?:the|this|that)?\s*(?:page|site|url|article|link)?.*|out of.*|on (?:the|this) page.*|for me.*|please.*|off (?:the|this)?.*|at\s*$|from\s*$|of\s*$|in a structured.*|in structured.*|を?(?:項目ごとに?|それぞれ|フィールドとして|構造化して|別々に|項目別に)?(?:抜き出|抽出|取り出|拾|取得|まとめ|ピックアップ|書き出|リスト|教え|ください|データ|抜粋|だけ|出して|ほしい|欲しい|取って|とって|知りたい|調べ).*|を項目.*|这几项.*|这些.*|分别.*|等字段.*|等信息.*|几个字段.*|字段.*|信息.*|提取.*|抽取.*|出来.*|给我.*|列出.*|三项.*|两项.*|四项.*|整理.*|的内容.*|抓.*|摘.*|挑.*|单独.*|逐项.*|[.。!！?？:：]+\s*)$/is;

function listIn(part: string): string[] {
  const line = part.replace(/^[\s:,、，。：]+|[\s:：]+$/g, '');
  if (line === '') return [];
  const bare = line
    .replace(LEADING, '')
    .replace(TRAILING, '')
    .replace(/[。.!?？！]+$/, '');
  return bare
    .split(LIST_SEPARATOR)
    .map((item) =>
      item
        .replace(/^(?:the|its|a|an|and|their|和|以及|把|将)\s+/i, '')
        .replace(TRAILING, '')
        .replace(/^(?:把|将)|(?:を|的)$/g, '')
        .trim(),
    )
    .filter((item, at, all) => item !== '' && item.length <= 64 && all.indexOf(item) === at)
    .slice(0, 50);
}
