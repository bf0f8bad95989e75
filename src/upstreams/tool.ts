/** Makes an ordinary tool of an upstream's definition and the operator's settings: the same calls, charges and refunds. */
import { z } from 'zod';
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { FailedRequest } from '../kernel/errors/failure-log.ts';
import type { Mode } from '../kernel/principal.ts';
import type { AnyTool, CallContext, RegisteredTool } from '../kernel/tool/context.ts';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { registerTool } from '../kernel/tool/registry.ts';
import { defineTool, type Effect, type Toolset } from '../kernel/tool/tool.ts';
import { isRecord } from '../lib/record.ts';
import { toKebabCase } from './definitions.ts';
import { buildLexicon } from './lexicon.ts';
import { createRefusal } from './refusal.ts';
import { inlineRefs } from './schema/refs.ts';
import { buildSample } from './schema/sample.ts';
import { createValidator } from './schema/validate.ts';
import { computeTermsPrice, type Terms } from './terms.ts';
import type { ForeignResult, ForeignTool } from './types.ts';

type Validate = ReturnType<typeof createValidator>;

const RESULT_CHARACTERS_MAX = 6 * 1024 * 1024;

export interface ToolSource {
  upstream: string;
  provider: ProviderDefinition;
  toolset: Toolset;
  /** Of the tool that its upstream names so; null where it is not offered. */
  findOutage(tool: string): string | null;
  call(tool: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult>;
  noteFailure(tool: string, thrown: unknown): void;
}

export const buildProvider = (id: string, { title }: UpstreamSettings): ProviderDefinition => ({
  id,
  title: title ?? id,
  tier: 'T0',
  about: 'Configured in farebox.yaml',
  baseUrl: '',
  settings: {},
});

export function buildTool(foreign: ForeignTool, terms: Terms, source: ToolSource): RegisteredTool {
  const definition = buildDefinition(foreign, terms, source);
  const tool = registerTool(toKebabCase(foreign.name), source.upstream, source.toolset, definition);
  // One call has one price, also where the operator sells below cost.
  return Object.defineProperty(tool, 'countUnits', { value: () => 1, writable: true });
}

function buildDefinition(foreign: ForeignTool, terms: Terms, source: ToolSource): AnyTool {
  const { cost = 0, timeout, cache, examples } = terms;
  const price = computeTermsPrice(terms);
  const inputSchema = inlineRefs(foreign.inputSchema);
  const structured = foreign.outputSchema && inlineRefs(foreign.outputSchema);
  const validateOutput = foreign.outputSchema && createValidator(foreign.outputSchema);
  const isPublic = terms.public === true && price === 0;
  const title = terms.title ?? foreign.title;
  const run = (input: Record<string, unknown>, ctx: CallContext): Promise<z.input<typeof resultSchema>> =>
    ctx.mode === 'test' && terms.sandbox !== 'live'
      ? Promise.resolve(buildSandboxResult(structured, terms.example))
      : runTool(foreign.name, terms, source, { input, ctx, validateOutput });
  return defineTool({
    ...(title === undefined ? {} : { title }),
    description: terms.description ?? (foreign.description || `${title ?? foreign.name}.`),
    price,
    effect: readEffect(foreign),
    uses: [source.provider],
    input: buildInput(foreign.inputSchema, inputSchema),
    output: resultSchema,
    examples: [toObject(buildSample(inputSchema, false))],
    access: isPublic ? 'public' : 'key',
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(cache === undefined ? {} : { cache: { seconds: Math.ceil(cache / 1000) } }),
    costCeiling: () => cost,
    ...(examples === undefined ? {} : { lexicon: buildLexicon(examples) }),
    passThrough: { input: inputSchema, structured, annotations: foreign.annotations },
    findOutage: (mode: Mode) => (mode === 'test' && terms.sandbox !== 'live' ? null : source.findOutage(foreign.name)),
    run,
  });
}

/** The upstream's hints are passed on; missing ones are taken for the worst. */
function readEffect({ annotations = {} }: ForeignTool): Effect {
  if (annotations.readOnlyHint === true) return 'read';
  return annotations.destructiveHint === false ? 'write' : 'destroy';
}

const resultSchema = z.object({
  content: z.array(z.record(z.string(), z.unknown())),
  structured: z.record(z.string(), z.unknown()).optional(),
  isError: z.literal(true).optional(),
});

const toObject = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Fields are named for the doors; what they may hold is decided by the upstream's own schema. */
function buildInput(original: JsonSchema, { properties }: JsonSchema): z.ZodObject {
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const validate = createValidator(original);
  return z
    .looseObject(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])))
    .superRefine((value, ctx) => {
      for (const { path, message } of validateInput(validate, value)) {
        ctx.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message });
      }
    });
}

function validateInput(validate: Validate, value: unknown) {
  try {
    return validate(value);
  } catch (cause) {
    throw new FareboxError('TOOL_UNAVAILABLE', {
      message: 'The input schema of this tool is invalid. Nothing was charged.',
      next: 'The operator should report this to the maker of the tool.',
      cause,
    });
  }
}

interface ToolRun {
  input: Record<string, unknown>;
  ctx: CallContext;
  validateOutput: Validate | undefined;
}

async function runTool(
  name: string,
  { cost = 0, charge }: Terms,
  source: ToolSource,
  { input, ctx, validateOutput }: ToolRun,
): Promise<z.input<typeof resultSchema>> {
  const { upstream } = source;
  const startedMs = performance.now();
  let outcome = 'ok';
  let failed: FailedRequest | undefined;
  const send = async (): Promise<ForeignResult> => {
    ctx.noteRequest?.();
    if (cost > 0) {
      ctx.meter(cost);
      ctx.environment.budgets?.spend(upstream, cost);
    }
    const result = await source.call(name, input, ctx);
    assertResult(result, validateOutput, upstream, charge === 'always');
    return result;
  };
  try {
    const hashInput = (): string => JSON.stringify(input).slice(0, 10_000);
    const result = await ctx.environment.health.guard(upstream, send, { caller: ctx.share.owner, hashInput });
    const { content, structured, isError } = result;
    return { content: [...content], ...(structured ? { structured } : {}), ...(isError ? { isError } : {}) };
  } catch (thrown) {
    outcome = thrown instanceof UpstreamFailure ? thrown.kind : 'ended';
    source.noteFailure(name, thrown);
    failed = { thrown, ctx };
    throw thrown;
  } finally {
    ctx.environment.observe(upstream, outcome, performance.now() - startedMs, failed);
  }
}

function assertResult(
  result: ForeignResult,
  validateOutput: Validate | undefined,
  upstream: string,
  takesErrors: boolean,
): void {
  const fail = (why: string): never => {
    throw new UpstreamFailure('malformed', upstream, { cause: new Error(why) });
  };
  if (result.isError) {
    if (takesErrors) return;
    throw createRefusal(upstream, { cause: new Error(JSON.stringify(result.content).slice(0, 2_000)) });
  }
  if (JSON.stringify(result).length > RESULT_CHARACTERS_MAX) fail('The result is larger than 6 MB');
  if (!validateOutput) return;
  if (!result.structured) fail('The result has no structured content, which its schema promises');
  const [issue] = validateOutput(result.structured);
  if (issue) fail(`The result does not match its schema: ${issue.path} ${issue.message}`);
}

/** For test keys: what the operator has written, else a sample made from the schema. Always the same. */
function buildSandboxResult(structured: JsonSchema | undefined, example: unknown): z.input<typeof resultSchema> {
  const value = example ?? (structured ? buildSample(structured, true) : 'Sample result of the sandbox.');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { content: [{ type: 'text', text }], ...(isRecord(value) ? { structured: value } : {}) };
}
