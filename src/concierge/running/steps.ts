/** Runs the steps of a route: those that need nothing of each other at once, the others as soon as they can. */

import { assertTargets } from '../../kernel/call/targets.ts';
import { FareboxError, toErrorObject, toFareboxError } from '../../kernel/errors/errors.ts';
import type { CallContext, PartResult, QuoteContext } from '../../kernel/tool/context.ts';
import { cutToCoverage } from '../../kernel/tool/coverage.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { Bytes } from '../../kernel/tool/reply.ts';
import { toUsd } from '../../lib/money.ts';
import { isRecord } from '../../lib/record.ts';
import { truncate } from '../../text/truncate.ts';
import { isFitting } from '../filling/input-fields.ts';
import type { Route, RouteStep } from '../types.ts';
import { tellStep } from './answer.ts';
import type { StepError, StepExecution } from './types.ts';
import { dropNotes, quoteJson, readValue } from './values.ts';

/** In the order of the steps. Never throws for a step that fails: the others go on. */
export async function runSteps(route: Route, ctx: CallContext): Promise<StepExecution[]> {
  const { steps } = route;
  const running: Promise<StepExecution>[] = [];
  const executions = new Map<number, StepExecution>();
  for (const [at, step] of steps.entries()) {
    const execution = runAfter(step, { route, running: [...running], done: executions }, ctx).then((one) => {
      executions.set(at, one);
      ctx.reportProgress(
        0.1 + (0.8 * executions.size) / steps.length,
        `${step.tool} ${one.result.ok ? 'has answered' : 'failed'}`,
      );
      return one;
    });
    running.push(execution);
  }
  return Promise.all(running);
}

/**
 * Common outcome of all steps if each is refused before anything is sent, because its address may not be read; null if
 * one may answer.
 */
export async function findDeadEnd({ steps }: Route, ctx: QuoteContext): Promise<StepExecution[] | null> {
  const ends = await Promise.all(steps.map((step) => refuseStep(step, ctx)));
  const executions = ends.flatMap((end) => end ?? []);
  return executions.length > 0 && executions.length === steps.length ? executions : null;
}

async function refuseStep(
  { tool: name, input, from = {} }: RouteStep,
  ctx: QuoteContext,
): Promise<StepExecution | null> {
  const tool = ctx.registry.get(name);
  const parsed = tool?.definition.input.safeParse(input);
  if (!tool || !parsed?.success || Object.keys(from).length > 0) return null;
  try {
    const { principal, environment } = ctx;
    await assertTargets({ tool, input: parsed.data, principal, priceMicros: tool.priceMicros }, environment);
    return null;
  } catch (thrown) {
    const error = toFareboxError(thrown);
    return { input, result: { tool: name, ok: false, error: describeError(error), price: 0 }, error };
  }
}

interface Earlier {
  route: Route;
  running: readonly Promise<StepExecution>[];
  done: ReadonlyMap<number, StepExecution>;
}

async function runAfter(step: RouteStep, earlier: Earlier, ctx: CallContext): Promise<StepExecution> {
  const input = { ...step.input };
  for (const [field, { step: index, path }] of Object.entries(step.from ?? {})) {
    const source = await earlier.running[index];
    if (!source?.result.ok) return skipStep(step, input, `step ${index + 1} has no answer`);
    const value = readValue(source.result.output, path);
    if (value === undefined || value === null) return skipStep(step, input, `step ${index + 1} answered no ${path}`);
    const text = convertToText(value, index, { ...earlier, tool: ctx.registry.get(step.tool), field });
    input[field] = cutToFit(text, field, step.tool, ctx);
  }
  try {
    const part = await ctx.call(step.tool, input);
    for (const warning of part.warnings) ctx.warn(`${step.tool}: ${warning}`);
    const { priceMicros } = part;
    return {
      // As the caller writes it: a tool may read a list or a language into a form of its own.
      input: { ...part.input, ...input },
      result: { tool: step.tool, ok: true, output: await readOutput(part, ctx), price: toUsd(priceMicros) },
    };
  } catch (thrown) {
    const error = toFareboxError(thrown);
    if (error.code === 'INTERNAL') ctx.log.error({ err: thrown, tool: step.tool }, 'step of a composed call failed');
    return { input, result: { tool: step.tool, ok: false, error: describeError(error), price: 0 }, error };
  }
}

/**
 * Converts input that must be a text and isn't: a language model reads it as it is, people are told about it, in a
 * translation or aloud. Everything else is unchanged.
 */
function convertToText(
  value: unknown,
  index: number,
  { route, done, tool, field }: Earlier & { tool: RegisteredTool | undefined; field: string },
): unknown {
  if (!tool || isFitting(tool, field, value) || !isFitting(tool, field, 'a text')) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return tool.category === 'llm' ? quoteJson(dropNotes(value)) : (tellStep(index, route, done) ?? value);
}

/** A page may be longer than what the next tool reads, or its price covers: it gets the beginning, and the caller hears of it. */
function cutToFit(value: unknown, field: string, name: string, ctx: CallContext): unknown {
  if (typeof value !== 'string') return value;
  const { covers, inputSchema } = ctx.registry.get(name) ?? {};
  const longest = readValue(inputSchema, `properties.${field}.maxLength`);
  const text = cutToCoverage(typeof longest === 'number' ? truncate(value, longest) : value, covers?.[field]);
  if (text.length === value.length) return value;
  ctx.warn(`${name}: only the first ${text.length} characters were passed on as ${field}.`);
  return text.toWellFormed();
}

function skipStep(step: RouteStep, input: Record<string, unknown>, why: string): StepExecution {
  const message = `Skipped: ${why}. Nothing was charged for it.`;
  const error = new FareboxError('NO_RESULT', { message, next: 'See the step that it depends on.' });
  return { input, error, result: { tool: step.tool, ok: false, error: describeError(error), price: 0, skipped: true } };
}

function describeError(error: FareboxError): StepError {
  const { money } = error.facts;
  if (!money) return toErrorObject(error);
  const { balance, required, paymentLinks } = money;
  const owed = { balance: toUsd(balance), required: toUsd(required), deposit: { paymentLinks } };
  return { ...toErrorObject(error), ...owed };
}

/** A file is kept under an address: JSON has no bytes. One that can't be kept, but is paid for, stands in the answer. */
async function readOutput({ output }: PartResult, ctx: CallContext): Promise<Record<string, unknown>> {
  if (!(output instanceof Bytes)) return isRecord(output) ? output : { output };
  const { data, type, filename } = output;
  const facts = { filename, type, bytes: data.byteLength };
  try {
    return { url: await ctx.services.files.put(data, type, filename, ctx.principal), ...facts };
  } catch (err) {
    ctx.log.warn({ err, type, bytes: data.byteLength }, 'could not save a concierge file');
    return { data: Buffer.from(data).toString('base64'), ...facts };
  }
}
