/** Work on a text: translating, speaking, vectors, and everything for a language model. */
import { originalAt } from '../normalise.ts';
import type { Hit } from '../reading.ts';
import type { Piece } from '../residue.ts';
import { isTarget } from '../score.ts';
import { addStep, type Filler, fits, type Job, note, quotesFor, textOfLastStep } from './job.ts';
import { fillPage, pageOrSound } from './pages.ts';

const within = ({ clause }: Job, { start, end }: { start: number; end: number }): boolean =>
  start >= clause.start && end <= clause.end;

/** The text that was pasted; that of another request is nobody else's. */
function pastedFor({ reading }: Job): Piece | null {
  const { pasted, text } = reading;
  return pasted && { ...pasted, value: originalAt(text, pasted.start, pasted.end).trim() };
}

/** Quoted or pasted text; the longest quotation where there are several. */
function givenText(job: Job): Piece | null {
  const quotes = quotesFor(job).filter((quote) => !isParameter(job, quote));
  const longest = quotes.reduce<Piece | null>(
    (best, quote) => (best && best.value.length >= quote.value.length ? best : quote),
    null,
  );
  return longest ?? pastedFor(job);
}

/** voice "nova" */
const isParameter = ({ reading: { command } }: Job, { start }: Piece): boolean =>
  /(?:voice|voiceid|model|selector|声|ボイス|音色)[ :=は]*$/.test(command.slice(Math.max(0, start - 12), start));

/** The step that reads the address, or the one before: where a text comes from that is not in the message. */
function sourceOf(job: Job): boolean {
  const { clause } = job;
  const { pages, sounds, images } = clause.facts;
  if (pages.length + sounds.length + images.length === 0) {
    if (job.plan.steps.length > 0) return true;
    return job.isOnly && pageOrSound({ ...job, clause: { ...clause, start: 0, end: job.reading.command.length } });
  }
  const isKnown = job.plan.steps.some(({ input }) =>
    [...pages, ...sounds, ...images].some(({ value }) => Object.values(input).includes(value)),
  );
  return isKnown || (images.length > 0 ? fillPage({ ...job, tool: 'vision' }) : pageOrSound(job));
}

export const fillTranslate: Filler = (job) => {
  const { reading, plan } = job;
  const target = targetOf(job);
  const field = job.tool === 'translate' ? 'to' : 'targetLang';
  const text = givenText(job);
  const hasSource =
    text === null &&
    job.clause.facts.pages.length + job.clause.facts.sounds.length + job.clause.facts.images.length > 0;
  const inline = text ?? (hasSource ? null : inlineText(job));
  const refersBack = plan.steps.length > 0 && (inline === null || isBack(job, inline));
  const given = text ?? (refersBack ? null : inline);
  if (!given && !sourceOf(job)) return false;
  const language = target
    ? target.code.toUpperCase()
    : reading.language === 'en'
      ? 'EN'
      : scriptOf(given?.value ?? '') === reading.language
        ? 'EN'
        : reading.language.toUpperCase();
  if (target) note(job, 'language', { start: target.start, end: target.end, value: language });
  // Only the direct translator knows a hundred languages.
  const smart = job.vocabulary.tools.get('smart-translate');
  const tool = job.tool === 'smart-translate' && smart && !fits(smart, 'targetLang', language) ? 'translate' : job.tool;
  const to = { [tool === 'translate' ? 'to' : field]: language };
  if (given) {
    note(job, 'quote', given);
    addStep(job, tool, { text: given.value, ...to });
    return true;
  }
  const from = textOfLastStep(job);
  if (!from) return false;
  addStep(job, tool, to, { text: from });
  return true;
};

const scriptOf = (text: string): string =>
  /[ぁ-ゖァ-ヺ]/.test(text) ? 'ja' : /\p{Script=Han}/u.test(text) ? 'zh' : 'en';

interface Target {
  code: string;
  start: number;
  end: number;
}

/** The language that is translated into: by the words beside it, else the last that is named. */
function targetOf(job: Job): Target | null {
  const { command } = job.reading;
  const named = job.reading.hits.filter((hit) => hit.key.kind === 'language' && within(job, hit));
  const best = named.reduce<Hit | null>((a, hit) => {
    if (isSource(hit, command, named.length > 1)) return a;
    if (!a) return hit;
    const isBetter = Number(isTarget(hit, command)) - Number(isTarget(a, command)) || overlap(hit, a);
    return isBetter >= 0 ? hit : a;
  }, null);
  return best?.key.kind === 'language' ? { code: best.key.value, start: best.start, end: best.end } : null;
}

/** Of two names for the same words the longer one is meant: “traditional Chinese”, “繁体字中国語”. */
const overlap = (hit: Hit, other: Hit): number =>
  hit.start < other.end ? hit.end - hit.start - (other.end - other.start) : 1;

function isSource({ start, end }: Hit, command: string, hasOthers: boolean): boolean {
  const before = command.slice(Math.max(0, start - 8), start);
  const after = command.slice(end, end + 5);
  if (/(?:from|从|由) (?:the )?$|(?:从|由)$/.test(before)) return true;
  if (
    /^(?:から|の(?!訳|翻訳|译)|稿|原文|版的|文章|录音|音频|资料|邮件|文档|网页|页面|text|article|page|mail|email|audio|recording|document|report)/.test(
      after.trimStart(),
    )
  )
    return hasOthers || /^の|稿|原文|录音/.test(after);
  return false;
}

const isBack = ({ reading }: Job, { start, end }: Piece): boolean => {
  const rest = reading.hits.filter(({ key, ...hit }) => key.kind === 'back' && hit.start >= start && hit.end <= end);
  const covered = rest.reduce((most, hit) => Math.max(most, hit.end - hit.start), 0);
  return covered >= (end - start) * 0.5 || (rest.length > 0 && end - start < 24);
};

/** “translate good morning into French”, “駅はどこですかってスペイン語で”, “把我明天到不了翻译成德语”. */
function inlineText(job: Job): Piece | null {
  const { reading, clause } = job;
  const { plain } = reading.text;
  const asks = reading.hits.filter(
    (hit) =>
      within(job, hit) &&
      ((hit.key.kind === 'verb' && hit.key.tool === 'smart-translate') ||
        (hit.key.kind === 'mark' && /translat|翻译|翻訳|deepl/.test(hit.text)) ||
        hit.key.kind === 'language'),
  );
  const [first] = asks;
  if (!first) return null;
  const gaps: { start: number; end: number }[] = [];
  let at = clause.start;
  for (const { start, end } of [...asks].sort((a, b) => a.start - b.start)) {
    if (start > at) gaps.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (at < clause.end) gaps.push({ start: at, end: clause.end });
  const pieces = gaps
    .map((gap) => trimmedText(plain, gap.start, gap.end))
    .filter(({ start, end }) => end > start && /[\p{L}\p{N}]/u.test(plain.slice(start, end)));
  const best = pieces.reduce<{ start: number; end: number } | null>(
    (a, b) => (a && a.end - a.start >= b.end - b.start ? a : b),
    null,
  );
  return best && { ...best, value: originalAt(reading.text, best.start, best.end).trim() };
}

const LEAD =
  /^(?:[\s,.:;、，。：]+|please |can you |could you |would you |hey |just |the phrase |the sentence |the word |the words |the following |this sentence |this phrase |phrase |word |for |of |is |to |into |in |me |i want to |how |what is |what's |帮我|请|麻烦|把|将|下面这句话?|这句话|这句|一下|请问|次の文|次の|以下の|ねえ|すみません|想知道|用|那|help me |say |with |and )/;
const TAIL =
  /(?:[\s,，、:：]+|please|pls| to| into| in| for me|って|という(?:の|文|言葉|意味)?(?:は|を)?|と|を|は|の|用|成|把|这句话|这个词|这句|的|一下| say|ください|して|から|thanks|thank you\?| is| would be| be)$/;

function trimmedText(plain: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  for (let round = 0; round < 12; round++) {
    const head = LEAD.exec(plain.slice(start, Math.min(end, start + 24)))?.[0].length ?? 0;
    if (head === 0 || start + head > end) break;
    start += head;
  }
  for (let round = 0; round < 4; round++) {
    const tail = TAIL.exec(plain.slice(Math.max(start, end - 16), end))?.[0].length ?? 0;
    if (tail === 0 || end - tail < start) break;
    end -= tail;
  }
  return { start, end };
}

const VOICE =
  /(?:voice ?id|voice|ボイスid|ボイス|音色|声音|声)[\s:=は为是用]{0,3}(?:called |named |is |set to |= ?)?["'「“]?([a-z0-9][\w-]{1,40})/g;
const MODEL = /(?:model ?id|modelid)[\s:=は为是]{0,3}([a-z0-9][\w-]{1,40})/;

export const fillSpeech: Filler = (job) => {
  const given = givenText(job) ?? (job.plan.steps.length === 0 ? spokenInline(job) : null);
  const { reading, clause } = job;
  const { plain } = reading.text;
  const part = plain.slice(clause.start, clause.end);
  const field = job.tool === 'speech-synthesis' ? 'voiceId' : 'voice';
  const registered = job.vocabulary.tools.get(job.tool);
  const voices = [...part.matchAll(VOICE)].map(({ 1: name = '', 0: all, index }) => {
    const at = clause.start + index + all.length - name.length;
    return originalAt(reading.text, at, at + name.length);
  });
  const id = /(?:voice ?id|voice_id|ボイスid)[\s:=は为是]{0,3}([a-z0-9][\w-]{1,60})/.exec(part);
  const at = id ? clause.start + id.index + id[0].length - (id[1] ?? '').length : 0;
  const stated = id ? originalAt(reading.text, at, at + (id[1] ?? '').length) : undefined;
  const named =
    stated ??
    voices.find(
      (name) =>
        /\d|_|-/.test(name) ||
        (registered && job.tool === 'smart-tts' && fits(registered, field, name)) ||
        /voice ?id/.test(part),
    );
  const model = MODEL.exec(part)?.[1];
  const input = { ...(named ? { [field]: named } : voiceBefore(job, field)), ...(model ? { modelId: model } : {}) };
  if (given) {
    note(job, 'quote', given);
    addStep(job, job.tool, { text: given.value, ...input });
    return true;
  }
  if (!sourceOf(job)) return false;
  const from = textOfLastStep(job);
  if (!from) return false;
  addStep(job, job.tool, input, { text: from });
  return true;
};

/** “with the nova voice”, “novaの声で”. */
function voiceBefore(job: Job, field: string): Record<string, string> {
  const { reading, clause, vocabulary, tool } = job;
  const registered = vocabulary.tools.get(tool);
  const name = /([a-z][\w-]{1,40}) ?(?:voice|の声|ボイス|的声音|音色|声音)/.exec(
    reading.command.slice(clause.start, clause.end),
  )?.[1];
  return name && registered && tool === 'smart-tts' && fits(registered, field, name) ? { [field]: name } : {};
}

/** Without marks around it: what follows “say” or stands before 読み上げて. */
function spokenInline(job: Job): Piece | null {
  const { reading, clause } = job;
  const { plain } = reading.text;
  const asks = reading.hits.filter(
    (hit) =>
      within(job, hit) &&
      ((hit.key.kind === 'verb' && hit.key.tool === 'smart-tts') ||
        (hit.key.kind === 'mark' && hit.key.tool === 'speech-synthesis')),
  );
  if (asks.length === 0 || clause.facts.pages.length > 0) return null;
  const start = Math.min(...asks.map((hit) => hit.start));
  const end = Math.max(...asks.map((hit) => hit.end));
  const after = trimmedText(plain, end, clause.end);
  const before = trimmedText(plain, clause.start, start);
  const isAfter =
    reading.language === 'ja' ? before.end - before.start < 2 : after.end - after.start >= before.end - before.start;
  const best = isAfter ? after : before;
  const piece = { ...best, value: originalAt(reading.text, best.start, best.end).trim() };
  return best.end - best.start >= 2 && !isBack(job, piece) ? piece : null;
}

export const fillEmbed: Filler = (job) => {
  const quotes = quotesFor(job);
  const pasted = pastedFor(job);
  const lines = pasted ? listOf(pasted.value) : [];
  const texts = quotes.length > 0 ? quotes.map(({ value }) => value) : lines;
  if (texts.length === 0) {
    const from = job.plan.steps.length > 0 ? textOfLastStep(job) : null;
    if (!from) return false;
    addStep(job, job.tool, {}, { texts: from });
    return true;
  }
  for (const quote of quotes) note(job, 'quote', quote);
  addStep(job, job.tool, { texts: texts.slice(0, 96) });
  return true;
};

function listOf(text: string): string[] {
  const separator = text.includes('\n')
    ? /\n+/
    : /[;；]/.test(text)
      ? /[;；]/
      : /、/.test(text)
        ? /[、。]/
        : /[,，]| and /;
  return text
    .split(separator)
    .map((item) => item.replace(/^\s*(?:[-*・•]|\d+[.)、])\s*/, '').trim())
    .filter((item) => item !== '');
}

export const fillModel: Filler = (job) => {
  const { reading, clause, plan, isOnly } = job;
  const { pages, sounds } = clause.facts;
  const hasSource = pages.length + sounds.length > 0 || (plan.steps.length > 0 && isAboutEarlier(job));
  const whole = isOnly
    ? reading.text.original.trim()
    : originalAt(reading.text, clause.start, clause.end)
        .replace(/^[\s,.、，。;；]+/, '')
        .trim();
  if (!hasSource) {
    if (whole === '') return false;
    addStep(job, job.tool, { prompt: whole });
    return true;
  }
  if (!sourceOf(job)) return false;
  const from = textOfLastStep(job);
  if (!from) return false;
  // What was fetched is what the model works on; the request stands above it.
  addStep(job, job.tool, { system: whole }, { prompt: from });
  return true;
};

/** A task after another one, without a text of its own, is about what that one found. */
function isAboutEarlier(job: Job): boolean {
  if (givenText(job) !== null) return false;
  const { hits, language, command } = job.reading;
  const last = job.plan.steps.at(-1)?.tool ?? '';
  const isBackward = hits.some((hit) => hit.key.kind === 'back' && within(job, hit));
  if (isBackward) return true;
  if (
    !/^(?:smart-search|search-|smart-news|news-feed|smart-read|reader|scrape|smart-stt|vision|encyclopedia|smart-extract)/.test(
      last,
    )
  )
    return false;
  const part = command.slice(job.clause.start, job.clause.end);
  return language !== 'en' || part.length < 90 || /summar|sum up|compare|explain|what|key/.test(part);
}
