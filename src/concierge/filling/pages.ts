/** Pages, pictures and recordings behind an address. */

import { findFields, findSelector } from '../reading/markup.ts';
import type { Hit } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Span } from '../reading/spans.ts';
import { isTarget } from '../scoring/evidence.ts';
import { hasField } from './input-fields.ts';
import { findSpans, type Job, noteEntity } from './job.ts';
import { addStep } from './steps.ts';

const URLS_MAX = 5;

function listAddresses(job: Job): { pages: readonly Span[]; images: readonly Span[]; sounds: readonly Span[] } {
  const { facts } = job.clause;
  if (facts.pages.length + facts.images.length + facts.sounds.length > 0 || job.plan.steps.length > 0) return facts;
  const urls = job.reading.spans.filter(({ kind }) => kind === 'url');
  return { pages: urls, images: urls, sounds: urls };
}

export const fillPage = (job: Job): boolean => {
  const { pages, images, sounds } = listAddresses(job);
  const task = job.vocabulary.findTask(job.tool);
  if (task === 'picture') return addOne(job, images[0] ?? pages[0], 'image', readPictureRequest(job));
  if (task === 'transcript') return addOne(job, sounds[0] ?? pages[0], 'audio', findSpokenLanguage(job));
  const [url] = pages.length > 0 ? pages : [...sounds, ...images];
  if (!url) return false;
  if (task === 'selection') return addOne(job, url, 'url', readSelector(job));
  if (task === 'extraction') return fillExtraction(job, url);
  if (pages.length > 1 && hasField(job.vocabulary.tools.get(job.tool), 'urls')) {
    const several = pages.slice(0, URLS_MAX);
    for (const one of several) noteEntity(job, 'url', one);
    addStep(job, job.tool, { urls: several.map(({ value }) => value) });
    return true;
  }
  return addOne(job, url, 'url', {});
};

function addOne(
  job: Job,
  span: Span | undefined,
  kind: 'url' | 'image' | 'audio',
  more: Record<string, unknown>,
): boolean {
  if (!span) return false;
  noteEntity(job, kind, span);
  addStep(job, job.tool, { [kind === 'image' ? 'image' : 'url']: span.value, ...more });
  return true;
}

/** Reads a page or writes down a recording, for the work that comes after it. */
export function addPageOrSound(job: Job): boolean {
  const { sounds, pages, images } = listAddresses(job);
  const isSound = sounds.length > 0 && sounds !== pages;
  const isImage = images.length > 0 && images !== pages;
  const task = isSound ? 'transcript' : isImage && pages.length === 0 ? 'picture' : 'reading';
  return fillPage({ ...job, tool: job.vocabulary.findTool(task) ?? '' });
}

const DESCRIBE =
  /^(?:please |can you |could you )*(?:describe|what'?s in|look at)(?: the| this)? (?:photo|picture|image|it|this)?/;

/** “answer in Japanese” */
function findAnswerLanguage({ reading: { hits, command }, clause }: Job): string | null {
  const hit = hits.find(
    ({ key, start, end }) =>
      key.kind === 'language' &&
      start >= clause.start &&
      end <= clause.end &&
      /(?:answer|reply|respond|describe|explain|say|tell)[^.!?]{0,30} in $/.test(
        command.slice(Math.max(0, start - 48), start),
      ),
  );
  const code = hit?.key.kind === 'language' ? hit.key.value.slice(0, 2) : '';
  return /^(?:en|ja|zh)$/.test(code) ? code : null;
}

/** A question about a picture goes to the model as it was asked. */
function readPictureRequest(job: Job): Record<string, unknown> {
  const { reading, clause } = job;
  const answerLanguage = findAnswerLanguage(job);
  const language = answerLanguage
    ? { language: answerLanguage }
    : reading.language === 'en'
      ? {}
      : { language: reading.language };
  const part = reading.command.slice(clause.start, clause.end).trim();
  const isQuestion =
    /[?？]|what|how|which|who|where|when|read|translate|count|list|identify|tell me|(?:^|[^a-z])(?:is|are|does|do|can|has|have) |find|check|文字|何|だれ|誰|いくつ|几|什么|哪|谁|写|多少/.test(
      part,
    );
  if (!isQuestion || DESCRIBE.test(part)) return language;
  const [first] = findSpans(job, 'url');
  const whole = readOriginal(reading.text, clause.start, clause.end);
  const prompt = (first ? whole.replace(readOriginal(reading.text, first.start, first.end), '') : whole)
    .replace(/\s+/g, ' ')
    .trim();
  return { ...language, ...(prompt.length >= 4 ? { prompt } : {}) };
}

/** The language of a recording, where it is said and is not what is translated into. */
function findSpokenLanguage({ reading, clause }: Job): { language?: string } {
  const hits = reading.hits.filter(
    (hit): hit is Hit => hit.key.kind === 'language' && hit.start >= clause.start && hit.end <= clause.end,
  );
  const spoken = hits.find(({ start, end }) => {
    const before = reading.command.slice(Math.max(0, start - 14), start);
    return (
      !isTarget({ start, end }, reading.command) ||
      /(?:it's|is|are|spoken|speaking|speak|speaks|recorded|audio is|they talk|talking|说的是|讲的是|里面是|是) (?:in )?$|(?:说的?是|讲的?是|里面是|说|讲|是|中身は|内容は|言語は|音声は|话は)\s?$/.test(
        before,
      ) ||
      /^(?:で(?:話|话|しやべ|はな|喋|録|录|収|收)|の(?:音声|録音|录音|讲|講|会议|会議|インタビュー|いんたびゆ)|音声|を(?:話|话))/.test(
        reading.command.slice(end),
      )
    );
  });
  const code = spoken?.key.kind === 'language' ? spoken.key.value.slice(0, 2) : '';
  return /^(?:en|ja|zh)$/.test(code) ? { language: code } : {};
}

export function readSelector(job: Job): { selector?: string } {
  const { reading, clause } = job;
  const [quoted] = findSpans(job, 'quote').filter(({ value }) => /^[.#a-z[*]/i.test(value));
  if (quoted) {
    noteEntity(job, 'selector', quoted);
    return { selector: quoted.value };
  }
  const isNamed = /selector|セレクタ|选择器|せれくた|element|tag|要素|元素|タグ|标签/.test(
    reading.command.slice(clause.start, clause.end),
  );
  const match = findSelector(reading.command, clause.start, clause.end, isNamed);
  if (!match) return {};
  const selector = readOriginal(reading.text, match.start, match.end).trim();
  noteEntity(job, 'selector', { ...match, value: selector });
  return { selector };
}

function fillExtraction(job: Job, url: Span): boolean {
  const fields = findFields(job.reading, job.clause.start, job.clause.end);
  noteEntity(job, 'url', url);
  addStep(job, job.tool, { url: url.value, ...(fields.length > 0 ? { fields } : {}) });
  return true;
}
