/** Reduces messages to templates that differ only in their entities, and fills a known route with other entities. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { isFitting } from '../filling/input-fields.ts';
import type { Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { Entity, Route } from '../types.ts';

/** `weather in {place}`; the entities in order, without those that lie inside another. */
export function buildTemplate(
  { text }: Reading,
  candidates: readonly Entity[],
): { template: string; entities: Entity[] } {
  const entities: Entity[] = [];
  for (const entity of [...candidates].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (entity.start >= (entities.at(-1)?.end ?? 0)) entities.push(entity);
  }
  let template = '';
  let at = 0;
  for (const { kind, start, end } of entities) {
    template += `${text.plain.slice(at, start)}{${kind}}`;
    at = end;
  }
  const whole = `${template}${text.plain.slice(at)}`;
  return {
    template: whole
      .replace(/\s+/g, ' ')
      .replace(/(?<![\s.,!?。、！？，])[\s.,!?。、！？，]+$/, '')
      .trim(),
    entities,
  };
}

/** The steps of `cached` with the entities of `fresh`; null where one can't be told apart or fits no longer. */
export function rebindRoute(cached: Route, fresh: Route, { tools }: Vocabulary): Route | null {
  if (cached.template !== fresh.template || cached.entities.length !== fresh.entities.length) return null;
  const changes = new Map<string, string>();
  for (const [at, before] of cached.entities.entries()) {
    const after = fresh.entities[at];
    if (!after || after.kind !== before.kind) return null;
    const change = changes.get(before.value);
    if (change !== undefined && change !== after.value) return null;
    changes.set(before.value, after.value);
  }
  const used = new Set<string>();
  const steps = cached.steps.map((step) => ({ ...step, input: fillEntities(step.input, changes, used) }));
  const isLost = [...changes].some(([before, after]) => before !== after && !used.has(before));
  const isFitting = steps.every(({ tool, input }) => isValid(tools.get(tool), input));
  if (isLost || !isFitting) return null;
  return { ...cached, steps, entities: fresh.entities };
}

const PART_MIN = 2;

const isValid = (tool: RegisteredTool | undefined, input: Record<string, unknown>): boolean =>
  tool !== undefined && Object.entries(input).every(([field, value]) => isFitting(tool, field, value));

function fillEntities(
  input: Record<string, unknown>,
  changes: ReadonlyMap<string, string>,
  used: Set<string>,
): Record<string, unknown> {
  const point = replacePoint(input, changes, used);
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, point?.[field] ?? replaceEntities(value, changes, used)]),
  );
}

function replaceEntities(value: unknown, changes: ReadonlyMap<string, string>, used: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceEntities(item, changes, used));
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return value;
  const whole = changes.get(text);
  if (whole !== undefined) {
    used.add(text);
    return typeof value === 'number' ? Number(whole) : whole;
  }
  if (typeof value === 'number') return value;
  // A list in one text, such as the coins of a price, or a prompt that says them.
  const parts = text.split(',');
  if (parts.length > 1 && parts.every((part) => changes.has(part))) {
    for (const part of parts) used.add(part);
    return parts.map((part) => changes.get(part) ?? part).join(',');
  }
  return replaceInText(text, changes, used);
}

/** A prompt says what was quoted: there it is changed, where it stands once. */
function replaceInText(text: string, changes: ReadonlyMap<string, string>, used: Set<string>): string {
  let whole = text;
  for (const [before, after] of changes) {
    const at = before.length >= PART_MIN ? whole.indexOf(before) : -1;
    if (at < 0 || whole.includes(before, at + before.length)) continue;
    used.add(before);
    whole = whole.slice(0, at) + after + whole.slice(at + before.length);
  }
  return whole;
}

/** Coordinates are one entity and two fields. */
function replacePoint(
  input: Record<string, unknown>,
  changes: ReadonlyMap<string, string>,
  used: Set<string>,
): Record<string, number> | null {
  for (const [first, second] of [
    ['latitude', 'longitude'],
    ['lat', 'lon'],
  ] as const) {
    const before = `${String(input[first])},${String(input[second])}`;
    const [latitude, longitude] = changes.get(before)?.split(',').map(Number) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    used.add(before);
    return { [first]: latitude, [second]: longitude };
  }
  return null;
}
