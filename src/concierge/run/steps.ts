/** Runs the steps of a route: those that need nothing of each other at once, the others as soon as they can. */
import type { CallContext } from '../../kernel/context.ts';
import { FareboxError, toErrorObject, toFareboxError } from '../../kernel/errors.ts';
import { toUsd } from '../../kernel/money.ts';
import type { PartResult } from '../../kernel/parts.ts';
import { isRecord } from '../../kernel/record.ts';
import type { RegisteredTool } from '../../kernel/registry.ts';
import { Bytes } from '../../kernel/reply.ts';
import { fits } from '../fill/job.ts';
import type { Route, RouteStep } from '../types.ts';
import { wordsOf } from './answer.ts';
import type { RanStep, StepError } from './types.ts';
import { quoted, valueAt, withoutNotes } from './values.ts';

/** In the order of the steps. Never throws for a step that fails: the others go on. */
export async function runSteps(route: Route, ctx: CallContext): Promise<RanStep[]> {
  const { steps } = route;
  const running: Promise<RanStep>[] = [];
  const done = new Map<number, RanStep>();
  for (const [at, step] of steps.entries()) {
    const ran = runAfter(step, { route, running: [...running], done }, ctx).then((one) => {
      done.set(at, one);
      ctx.reportProgress(
        0.1 + (0.8 * done.size) / steps.length,
        `${step.tool} ${one.result.ok ? 'has answered' : 'failed'}`,
      );
      return one;
    });
    running.push(ran);
  }
  return Promise.all(running);
}

interface Earlier {
  route: Route;
  running: readonly Promise<RanStep>[];
  done: ReadonlyMap<number, RanStep>;
}

async function runAfter(step: RouteStep, earlier: Earlier, ctx: CallContext): Promise<RanStep> {
  const input = { ...step.input };
  for (const [field, { step: index, path }] of Object.entries(step.from ?? {})) {
    const source = await earlier.running[index];
    if (!source?.result.ok) return skipped(step, input, `step ${index + 1} has no answer`);
    const value = valueAt(source.result.output, path);
    if (value === undefined || value === null) return skipped(step, input, `step ${index + 1} answered no ${path}`);
    const text = asText(value, index, { ...earlier, tool: ctx.registry.get(step.tool), field });
    input[field] = fitting(text, field, step.tool, ctx);
  }
  try {
    const part = await ctx.call(step.tool, input);
    for (const warning of part.warnings) ctx.warn(`${step.tool}: ${warning}`);
    const { priceMicros } = part;
    return {
      // As the caller writes it: a tool may read a list or a language into a form of its own.
      input: { ...part.input, ...input },
      result: { tool: step.tool, ok: true, output: await outputOf(part, ctx), price: toUsd(priceMicros) },
    };
  } catch (thrown) {
    const error = toFareboxError(thrown);
    if (error.code === 'INTERNAL') ctx.log.error({ err: thrown, tool: step.tool }, 'a part of a composed call failed');
    return { input, result: { tool: step.tool, ok: false, error: stepError(error), price: 0 }, error };
  }
}

/**
 * What a text is wanted of and is none: a language model reads it as it is, people are told of it, in a translation or aloud.
 * Everything else stays what it is.
 */
function asText(
  value: unknown,
  index: number,
  { route, done, tool, field }: Earlier & { tool: RegisteredTool | undefined; field: string },
): unknown {
  if (!tool || fits(tool, field, value) || !fits(tool, field, 'a text')) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return tool.category === 'llm' ? quoted(withoutNotes(value)) : (wordsOf(index, route, done) ?? value);
}

/** A page may be longer than what the next tool reads: it gets the beginning, and the caller hears of it. */
function fitting(value: unknown, field: string, name: string, ctx: CallContext): unknown {
  const { definition, inputSchema } = ctx.registry.get(name) ?? {};
  const longest = [definition?.caps?.[field], valueAt(inputSchema, `properties.${field}.maxLength`)];
  const most = Math.min(...longest.map((one) => (typeof one === 'number' ? one : Number.POSITIVE_INFINITY)));
  if (typeof value !== 'string' || value.length <= most) return value;
  ctx.warn(`${name}: only the first ${most} characters were passed on as ${field}.`);
  return value.slice(0, most).toWellFormed();
}

function skipped(step: RouteStep, input: Record<string, unknown>, why: string): RanStep {
  const message = `Skipped: ${why}. Nothing was charged for it.`;
  const error = new FareboxError('NO_RESULT', { message, next: 'See the step that it depends on.' });
  return { input, error, result: { tool: step.tool, ok: false, error: stepError(error), price: 0, skipped: true } };
}

function stepError(error: FareboxError): StepError {
  const { money } = error.facts;
  if (!money) return toErrorObject(error);
  const { balance, required, paymentLinks } = money;
  const owed = { balance: toUsd(balance), required: toUsd(required), deposit: { paymentLinks } };
  return { ...toErrorObject(error), ...owed };
}

/** A file is kept under an address: JSON has no bytes. One that can't be kept, but is paid for, stands in the answer. */
async function outputOf({ output }: PartResult, ctx: CallContext): Promise<Record<string, unknown>> {
  if (!(output instanceof Bytes)) return isRecord(output) ? output : { output };
  const { data, type, filename } = output;
  const facts = { filename, type, bytes: data.byteLength };
  try {
    return { url: await ctx.services.files.put(data, type, filename, ctx.principal), ...facts };
  } catch (err) {
    ctx.log.warn({ err, type, bytes: data.byteLength }, 'a file of the concierge could not be kept');
    return { data: Buffer.from(data).toString('base64'), ...facts };
  }
}
