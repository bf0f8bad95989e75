/** Translating: what, and into which language. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { Hit } from '../reading/message.ts';
import { languageCodes } from '../reading/names.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import { isInRow } from '../reading/targets.ts';
import { isTarget } from '../scoring/evidence.ts';
import { addSource, findGivenText, isBackReference, isWithin, trimText } from './given-text.ts';
import { hasField, isFitting } from './input-fields.ts';
import { type Filler, type Job, noteEntity, takeTargets } from './job.ts';
import { addStep, findLastText } from './steps.ts';

/** “Is “embarazada” embarrassed in Spanish” asks about a meaning. */
const ABOUT_WORD = /^(?:is|does|are) \ufffc+ .+ in \p{L}+\??$/u;

export const fillTranslate: Filler = (job) => {
  if (ABOUT_WORD.test(job.reading.command)) return false;
  const { plan } = job;
  const named = findTarget(job);
  const text = findGivenText(job);
  const hasSource =
    text === null &&
    job.clause.facts.pages.length + job.clause.facts.sounds.length + job.clause.facts.images.length > 0;
  const inline = text ?? (hasSource ? null : findInlineText(job));
  const refersBack = plan.steps.length > 0 && (inline === null || isBackReference(job, inline));
  const piece = text ?? (refersBack ? null : inline);
  // 日语「お疲れ様」什么意思 names the language of the text, not a target.
  const isMeaning = /意思|意味/.test(job.reading.command);
  const isOwnScript = isMeaning && piece !== null && detectScript(piece.value) === named?.code;
  const target = isOwnScript ? null : named;
  // “…, translating it first”: that is done already.
  if (!piece && !target && plan.steps.some(({ tool }) => tool === job.tool)) return false;
  if (!piece && !addSource(job)) return target || job.clause.ranked[0]?.isAsked ? 'text' : false;
  const from = piece ? null : findLastText(job);
  if (piece) noteEntity(job, 'quote', piece);
  else if (!from) return false;
  const source = target && (findOrigin(job, target) ?? findOriginCode(job));
  const row = target ? takeTargets(job, findTargetRow(job, target)) : [];
  for (const one of row) noteEntity(job, 'language', one);
  const languages = target ? row.map(({ value }) => value) : (chooseOwnLanguage(job, piece) ?? []);
  // “…是什么意思” may ask for a meaning.
  if (languages.length === 0)
    return /意思|意味|(?<![a-z])means?(?![a-z])/.test(job.reading.command) ? false : 'language';
  for (const language of languages) {
    const tool = chooseTranslator(language, job);
    const isFull = hasField(tool, 'targetLang');
    const to = {
      [isFull ? 'targetLang' : 'to']: language,
      ...(source ? { [isFull ? 'sourceLang' : 'from']: source } : {}),
    };
    if (piece) addStep(job, tool?.name, { text: piece.value, ...to });
    else if (from) addStep(job, tool?.name, to, { text: from });
  }
  return true;
};

/** A foreign text is translated into the reader's own language; null if the text is in that language already. */
function chooseOwnLanguage({ reading: { language, text } }: Job, piece: Piece | null): string[] | null {
  const around = piece ? text.plain.slice(0, piece.start) + text.plain.slice(piece.end) : '';
  const own = /\p{L}/u.test(around) ? detectScript(around) : language;
  const isOwn =
    piece !== null &&
    detectScript(piece.value) === own &&
    (own !== 'en' || !(ACCENT.test(piece.value) || FOREIGN.test(piece.value)));
  return isOwn ? null : [own.toUpperCase()];
}

/** Apart from the words, whose flag for case would let the long s stand for every s. */
const ACCENT = /[\u00c0-\u024f¿¡]/;
const FOREIGN =
  /(?<!\p{L})(?:bonjour|merci|le|la|les|est|une?|der|die|das|und|ist|nicht|guten|danke|el|los|que|gracias|hola|buen[oa]s|il|che|sono|ciao|grazie|os|obrigad[oa]|não|het|een|niet)(?!\p{L})/iu;

const nameTarget = ({ code, start, end }: Target): Piece => ({ value: code.toUpperCase(), start, end });

/** “into French, German and Spanish”: the language with those in a row beside it. */
function findTargetRow(job: Job, target: Target): Piece[] {
  const { names, command } = job.reading;
  const all = names.flatMap(({ key, start, end }) =>
    key.kind === 'language' && isWithin(job, { start, end }) && (start >= target.end || end <= target.start)
      ? [{ code: key.value, start, end }]
      : [],
  );
  all.sort((a, b) => a.start - b.start);
  const row = [target];
  for (const one of all.filter(({ start }) => start >= target.end))
    if (isInRow(command, row.at(-1) ?? target, one)) row.push(one);
  for (const one of all.filter(({ end }) => end <= target.start).reverse())
    if (isInRow(command, one, row[0] ?? target)) row.unshift(one);
  // “in French, Spanish no thanks”
  const between = row.length === 2 ? command.slice(row[0]?.end, row[1]?.start) : '';
  if (/^[,，] ?(?:(?:in)?to )?$/.test(between)) return [nameTarget(target)];
  const codes = row.map(nameTarget);
  return codes.filter(({ value }, at) => codes.findIndex((other) => other.value === value) === at);
}

/** The usual translator knows the languages that are asked for most; another one knows the others. */
function chooseTranslator(language: string, { tool, vocabulary }: Job): RegisteredTool | undefined {
  const own = vocabulary.tools.get(tool);
  if (!own || tool !== vocabulary.findTool('translation') || isFitting(own, 'targetLang', language)) return own;
  return vocabulary.tools.get(vocabulary.findFallback('translation') ?? '');
}

export const detectScript = (text: string): string =>
  /[ぁ-ゖァ-ヺ]/.test(text) ? 'ja' : /\p{Script=Han}/u.test(text) ? 'zh' : 'en';

interface Target {
  code: string;
  start: number;
  end: number;
}

/** The language that is translated into: by the words beside it, else the last that is named. */
function findTarget(job: Job): Target | null {
  const { command } = job.reading;
  const hits = job.reading.names.filter((hit) => hit.key.kind === 'language' && isWithin(job, hit));
  const best = hits.reduce<Hit | null>((a, hit) => {
    if (isSource(hit, command, hits.length > 1)) return a;
    if (!a) return hit;
    const isBetter = Number(isTarget(hit, command)) - Number(isTarget(a, command)) || compareOverlap(hit, a);
    return isBetter >= 0 ? hit : a;
  }, null);
  return best?.key.kind === 'language' ? { code: best.key.value, start: best.start, end: best.end } : findCode(job);
}

/** “into pt:”, “to fr”: a code where nothing else can stand. */
function findCode({ reading: { command }, clause }: Job): Target | null {
  const part = command.slice(clause.start, clause.end);
  const match =
    /(?:(?:in)?to|→|->) ?([a-z]{2})(?=\s*(?::|\ufffc|[.!?]?\s*$))/.exec(part) ??
    /(?<![a-z])([a-z]{2})(?=(?:に|へ)(?:し|訳|翻|变|直))/.exec(part);
  const code = match?.[1] ?? '';
  if (!match || !languageCodes.includes(code) || /^(?:it|is|he|my|no)$/.test(code)) return null;
  const end = clause.start + match.index + match[0].length;
  return { code, start: end - code.length, end };
}

/** “from nl to en”. */
function findOriginCode({ reading: { command }, clause }: Job): string | null {
  const code = /(?<![a-z])from ([a-z]{2}) (?:to|into|->|→) ?[a-z]{2}(?![a-z])/.exec(
    command.slice(clause.start, clause.end),
  )?.[1];
  return code && languageCodes.includes(code) ? code.toUpperCase() : null;
}

/** The language that is translated from: “Dutch to Danish”, “从中文”, “英語から”. */
function findOrigin(job: Job, target: Target): string | null {
  const { command, names } = job.reading;
  const source = names.find(({ key, start, end }) => {
    if (key.kind !== 'language' || start === target.start || !isWithin(job, { start, end })) return false;
    const isPair =
      end <= target.start &&
      /^ ?(?:to|into|->|→|⇒|-|から|译|译成|译为|翻|翻成|翻译成|转|转成) ?$/.test(command.slice(end, target.start));
    return (
      isPair ||
      /(?:from (?:the )?|source(?: language)?[ :=]{0,2}|从|由)$/.test(command.slice(Math.max(0, start - 18), start)) ||
      /^(?:から|原文|稿)/.test(command.slice(end)) ||
      (end <= target.start && /^(?:的|の|[:：])? ?\ufffc/.test(command.slice(end)))
    );
  });
  return source?.key.kind === 'language' ? source.key.value.toUpperCase() : null;
}

/** Of two names for the same words the longer one is meant: “traditional Chinese”, “繁体字中国語”. */
const compareOverlap = (hit: Hit, other: Hit): number =>
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

const PARTICLES = /^(?:[をにはがへでのと]|(?:in)?to|this|it|成|为|把|将)$/;

/** “translate good morning into French”, “駅はどこですかってスペイン語で”, “把我明天到不了翻译成德语”. */
function findInlineText(job: Job): Piece | null {
  const { reading, clause } = job;
  const { plain } = reading.text;
  const asks = reading.hits.filter(
    (hit) =>
      isWithin(job, hit) &&
      ((hit.key.kind === 'verb' && hit.key.task === 'translation') ||
        (hit.key.kind === 'mark' && /translat|翻译|翻訳|deepl/.test(hit.text)) ||
        hit.key.kind === 'language'),
  );
  const [first] = asks;
  if (!first) return null;
  const gaps: { start: number; end: number }[] = [];
  let at = clause.start;
  for (const { start, end } of [...asks].sort((a, b) => a.start - b.start)) {
    const from = start - (/(?:^| )from $/.test(plain.slice(0, start)) ? 5 : 0);
    if (from > at) gaps.push({ start: at, end: from });
    at = Math.max(at, end);
  }
  if (at < clause.end) gaps.push({ start: at, end: clause.end });
  // In “How old are you 翻成中文”, “how” belongs to the text, not to the request.
  const isMixed = reading.language === 'en' && /\p{Script=Han}/u.test(first.text);
  const request = isMixed ? { ...reading, language: 'zh' as const } : reading;
  const pieces = gaps
    .map((gap) => trimText(request, gap.start, gap.end))
    .filter(({ start, end }) => end > start && /[\p{L}\p{N}]/u.test(plain.slice(start, end)))
    .filter(({ start, end }) => !PARTICLES.test(plain.slice(start, end)));
  const best = pieces.reduce<{ start: number; end: number } | null>(
    (a, b) => (a && a.end - a.start >= b.end - b.start ? a : b),
    null,
  );
  return best && { ...best, value: readOriginal(reading.text, best.start, best.end).trim() };
}
