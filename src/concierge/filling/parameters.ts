/** Parameters that a message names: by the words of the tool's own file, numbers beside their units, and the schema. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { Hit } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import { isFittingField } from './input-fields.ts';
import type { Job } from './job.ts';

const GAP =
  /^(?:\([a-z ]{1,16}\))?[\s:=\-~～：はをにのがで)]{0,3}(?:of|to|is|at|set to|up to|most|設定|设成|设为|设置为|设置成|设在|定为|定在|调成|调至|开到|控制在|取|用|设|调到|为|是|到|を|不超过|最多|about|around)?[\s:=]{0,2}$/;
const UNIT_GAP = /^[ -]?(?:个 ?|個 ?)?(?:[a-z]{2,14} ){0,2}$/;

/** Fields that hold what a request is about are never read as `name value`. */
const SUBJECTS =
  /^(?:url|urls|query|q|text|texts|prompt|system|image|ip|origin|destination|fields|schema|coins|from|to|model|audio|latitude|longitude|lat|lon|mode|category|type|format)$/;

/** Between the name of a parameter and its value. */
const STATED =
  '(?: ?(?:parameter|param|参数|字段|栏位|ぱらめーた|ぱらめーたー))? ?(?: is | to | set to | as | of | code |=|: ?| |(?:填写|填成|填|设置为|设置成|设成|设为|设|选择|选|取值|取|写成|写|给|传|用|为|是|は|を|に|が) ?)';

/** “country DE”, “hl=ja”: parameters by their own names. */
function findStated(
  { reading, clause }: Job,
  { definition }: RegisteredTool,
): { field: string; value: string; start: number; end: number }[] {
  const part = reading.command.slice(clause.start, clause.end);
  return Object.keys(definition.input.shape).flatMap((field) => {
    if (SUBJECTS.test(field)) return [];
    const match = new RegExp(`(?<![a-z])${field.toLowerCase()}${STATED}["']?([a-z][\\w-]{1,19})(?![\\w-])`).exec(part);
    if (!match) return [];
    const start = clause.start + match.index;
    const end = start + match[0].length;
    return [{ field, value: readOriginal(reading.text, end - (match[1] ?? '').length, end), start, end }];
  });
}

export function readParameters(job: Job, registered: RegisteredTool): Record<string, unknown> {
  const { name, definition } = registered;
  const { clause, reading, vocabulary } = job;
  const usual = vocabulary.findUsual(name);
  const within = reading.hits.filter((hit) => hit.start >= clause.start && hit.end <= clause.end);
  const values: Record<string, unknown> = {};
  const shape = definition.input.shape;
  for (const tool of new Set([usual, name])) {
    for (const hit of within) {
      if (hit.key.kind === 'value' && hit.key.tool === tool && Object.hasOwn(shape, hit.key.field))
        takeValue(values, hit, within, shape);
    }
  }
  for (const tool of new Set([usual, name])) {
    for (const hit of within) {
      if (hit.key.kind !== 'unit' || hit.key.tool !== tool || !Object.hasOwn(shape, hit.key.field)) continue;
      const value = findNumberBeside(job, hit);
      if (value !== null && !Object.hasOwn(values, hit.key.field)) values[hit.key.field] = value;
    }
  }
  for (const field of findDenied(job, new Set([usual, name]))) {
    if (Object.hasOwn(shape, field)) values[field] = false;
  }
  for (const { field, value } of findStated(job, registered)) {
    if (!Object.hasOwn(values, field) && isFittingField(shape[field], value)) values[field] = value;
  }
  return values;
}

/** “skip the generated answer”: what could be switched on is not wanted. */
const findDenied = ({ clause, reading }: Job, tools: ReadonlySet<string>): string[] =>
  reading.denials
    .filter(({ start, end }) => start >= clause.start && end <= clause.end)
    .flatMap(({ hits }) => hits)
    .flatMap(({ key }) => (key.kind === 'value' && key.value === 'true' && tools.has(key.tool) ? [key.field] : []));

/** The longest word decides between two values; lists take all. */
function takeValue(
  values: Record<string, unknown>,
  { key, start, end }: Hit,
  within: readonly Hit[],
  shape: Readonly<Record<string, unknown>>,
): void {
  if (key.kind !== 'value') return;
  const others = within.filter(
    (hit) => hit.key.kind === 'value' && hit.key.field === key.field && hit.key.tool === key.tool,
  );
  const isList = isArray(shape[key.field]);
  if (isList) {
    const before = values[key.field];
    const list: unknown[] = Array.isArray(before) ? before : [];
    values[key.field] = list.includes(key.value) ? list : [...list, key.value];
    return;
  }
  const isBeaten = others.some(
    (hit) => hit.end - hit.start > end - start || (hit.end - hit.start === end - start && hit.start < start),
  );
  if (isBeaten && Object.hasOwn(values, key.field)) return;
  if (isBeaten && others.some((hit) => hit.end - hit.start > end - start)) return;
  values[key.field] = key.value === 'true' ? true : key.value === 'false' ? false : key.value;
}

/** Looks through defaults and optional ones. */
function isArray(schema: unknown): boolean {
  let at: unknown = schema;
  for (let depth = 0; depth < 4 && typeof at === 'object' && at !== null; depth++) {
    if ('type' in at && at.type === 'array') return true;
    at =
      'def' in at && typeof at.def === 'object' && at.def !== null && 'innerType' in at.def ? at.def.innerType : null;
  }
  return false;
}

/** “5 results”, “limit 3”, “temperature: 0.9”. */
function findNumberBeside({ reading: { command, numbers }, clause }: Job, { start, end, key }: Hit): number | null {
  const isName = key.kind === 'unit' && /[a-z]/.test(command.charAt(start));
  const before = numbers.find(
    (one) => one.end <= start && one.start >= clause.start && UNIT_GAP.test(command.slice(one.end, start)),
  );
  const after = numbers.find(
    (one) => one.start >= end && one.end <= clause.end && GAP.test(command.slice(end, one.start)),
  );
  const match =
    before ??
    (isName ||
    /^(?:top|最大|上限|最多|温度|最大で|多くて)/.test(command.slice(start, end)) ||
    /(?:最大|上限|最多|max)[ の的]?$/.test(command.slice(Math.max(0, start - 4), start))
      ? after
      : undefined);
  return match?.value ?? null;
}
