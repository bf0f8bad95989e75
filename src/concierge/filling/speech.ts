/** Speaking a text, and turning texts into vectors. */

import { findHits } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import { blankOut } from '../reading/spans.ts';
import { isTarget } from '../scoring/evidence.ts';
import { addSource, findGivenText, isBackReference, isWithin, readPasted, trimText } from './given-text.ts';
import { hasField, isFitting } from './input-fields.ts';
import { type Filler, findQuotesFor, type Job, noteEntity } from './job.ts';
import { fillNews } from './news.ts';
import { addStep, findLastText } from './steps.ts';
import { detectScript, fillTranslate } from './translate.ts';

const VOICE =
  /(?:voice ?id|voice|ボイスid|ボイス|音色|声音|声)[\s:=は为是用填设选]{0,4}(?:called |named |is |set to |= ?)?["'「“]?([a-z0-9][\w-]{1,40})/g;
/** “voice: mira”, “声音用 xiaolan”. */
const STATED_VOICE =
  /(?:voice|ボイス|音色|声音|声)(?: ?[:=]| is| called| named|は|用|为|是)\s?["'「“]?([a-z][\w-]{2,40})/;
const MODEL = /(?:model ?id|modelid)[\s:=は为是]{0,3}([a-z0-9][\w-]{1,40})/;

export const fillSpeech: Filler = (job) => {
  if (isNewsRead(job) && fillNews({ ...job, tool: job.vocabulary.findTool('news') ?? '' })) {
    const from = findLastText(job);
    if (from) addStep(job, job.tool, {}, { text: from });
    return from !== null;
  }
  const piece = findGivenText(job) ?? (job.plan.steps.length === 0 ? findInlineText(job) : null);
  const { reading, clause } = job;
  const part = blankTexts(job);
  const registered = job.vocabulary.tools.get(job.tool);
  const field = hasField(registered, 'voiceId') ? 'voiceId' : 'voice';
  const voices = [...part.matchAll(VOICE)].map(({ 1: name = '', 0: all, index }) => {
    const at = clause.start + index + all.length - name.length;
    return readOriginal(reading.text, at, at + name.length);
  });
  const id = /(?:voice ?id|voice_id|ボイスid)[\s:=は为是填设选用写给]{0,4}([a-z0-9][\w-]{1,60})/.exec(part);
  const at = id ? clause.start + id.index + id[0].length - (id[1] ?? '').length : 0;
  const other = STATED_VOICE.exec(part);
  const otherAt = other ? clause.start + other.index + other[0].length - (other[1] ?? '').length : 0;
  const voiceName = other ? readOriginal(reading.text, otherAt, otherAt + (other[1] ?? '').length) : undefined;
  const stated = id ? readOriginal(reading.text, at, at + (id[1] ?? '').length) : undefined;
  const chosenVoice =
    stated ??
    voiceName ??
    voices.find(
      (name) =>
        /\d|_|-/.test(name) ||
        (registered && field === 'voice' && isFitting(registered, field, name)) ||
        /voice ?id/.test(part),
    );
  const model = MODEL.exec(part)?.[1];
  const input = {
    ...(chosenVoice ? { [field]: chosenVoice } : findVoiceBefore(job, field)),
    ...(model ? { modelId: model } : {}),
  };
  const language = findStatedLanguage(job);
  if (piece && isForeign(job, piece) && fillTranslate({ ...job, tool: job.vocabulary.findTool('translation') ?? '' })) {
    const from = findLastText(job);
    if (from) addStep(job, job.tool, input, { text: from });
    return from !== null;
  }
  if (piece) {
    noteEntity(job, 'quote', piece);
    addStep(job, job.tool, { text: piece.value, ...input, ...language });
    return true;
  }
  if (!addSource(job)) return false;
  const from = findLastText(job);
  if (!from) return false;
  addStep(job, job.tool, input, { text: from });
  return true;
};

/** A clause without what is to be said: a name of one word may stand in quotation marks. */
const blankTexts = ({ reading: { text, spans }, clause }: Job): string =>
  blankOut(
    text.plain,
    spans.filter(({ kind, value }) => kind === 'quote' && !/^[\w-]+$/.test(value)),
  ).slice(clause.start, clause.end);

/** “Read me the latest headlines aloud” */
const isNewsRead = (job: Job): boolean =>
  job.plan.steps.length === 0 &&
  findGivenText(job) === null &&
  job.clause.ranked.some(({ task, score }) => task === 'news' && score >= 0.6) &&
  /(?:the|today's|this morning's|latest|top|a few|some|any) [^.!?]{0,30}(?:news|headline|stories)/.test(
    job.reading.command.slice(job.clause.start, job.clause.end),
  );

/** “Say … in Korean”, “…をイタリア語にして読み上げて”: a text in another script than the language that it is to be spoken in. */
function isForeign({ reading, clause }: Job, { value }: Piece): boolean {
  const target = reading.names.find(
    (hit) =>
      hit.key.kind === 'language' &&
      hit.start >= clause.start &&
      hit.end <= clause.end &&
      isTarget(hit, reading.command),
  );
  if (target?.key.kind !== 'language') return false;
  const says = findHits(reading, clause.start, clause.end).some(({ text }) => text === 'say');
  const code = target.key.value.slice(0, 2);
  const script = detectScript(value);
  return code !== script && (says || script !== 'en' || /^(?:ja|zh|ko|ru)$/.test(code));
}

/** “language Japanese”, “言語は日本語”: stated for the voice. */
function findStatedLanguage({ reading, clause }: Job): { language?: string } {
  const stated = reading.names.find(
    ({ key, start, end }) =>
      key.kind === 'language' &&
      start >= clause.start &&
      end <= clause.end &&
      /(?:language|言語|言语|语言|语种)[ :=は为是]*$/.test(reading.command.slice(Math.max(0, start - 12), start)),
  );
  return stated?.key.kind === 'language' ? { language: stated.key.value.slice(0, 2) } : {};
}

/** “with the nova voice”, “novaの声で”. */
function findVoiceBefore(job: Job, field: string): Record<string, string> {
  const { reading, clause, vocabulary, tool } = job;
  const registered = vocabulary.tools.get(tool);
  const name = /([a-z][\w-]{1,40}) ?(?:voice|の声|ボイス|的声音|音色|声音)/.exec(
    reading.command.slice(clause.start, clause.end),
  )?.[1];
  return name && registered && field === 'voice' && isFitting(registered, field, name) ? { [field]: name } : {};
}

/** Without marks around it: what follows “say” or stands before 読み上げて. */
function findInlineText(job: Job): Piece | null {
  const { reading, clause } = job;
  const asks = reading.hits.filter(
    (hit) => isWithin(job, hit) && (hit.key.kind === 'verb' || hit.key.kind === 'mark') && hit.key.task === 'speech',
  );
  if (asks.length === 0 || clause.facts.pages.length > 0) return null;
  const start = Math.min(...asks.map((hit) => hit.start));
  const end = Math.max(...asks.map((hit) => hit.end));
  const after = trimText(reading, end, clause.end);
  const before = trimText(reading, clause.start, start);
  const isAfter =
    reading.language === 'ja' ? before.end - before.start < 2 : after.end - after.start >= before.end - before.start;
  const best = isAfter ? after : before;
  const value = readOriginal(reading.text, best.start, best.end).replace(
    / (?:in|with) an? [\w -]{1,30} voice[.!]?$/i,
    '',
  );
  const piece = { ...best, value: value.trim() };
  return best.end - best.start >= 2 && !isBackReference(job, piece) ? piece : null;
}

export const fillEmbed: Filler = (job) => {
  const quotes = findQuotesFor(job);
  const pasted = readPasted(job);
  const lines = pasted ? splitTexts(pasted.value) : [];
  const texts = quotes.length > 0 ? quotes.map(({ value }) => value) : lines;
  if (texts.length === 0) {
    const from = job.plan.steps.length > 0 ? findLastText(job) : null;
    if (!from) return false;
    addStep(job, job.tool, {}, { texts: from });
    return true;
  }
  for (const quote of quotes) noteEntity(job, 'quote', quote);
  addStep(job, job.tool, { texts: texts.slice(0, 96) });
  return true;
};

function splitTexts(text: string): string[] {
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
