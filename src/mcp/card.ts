/** A tool as MCP clients see it. Computed once for each tool; a list costs nothing but its serialisation. */
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { describeCovers, formatUnit } from '../kernel/tool/coverage.ts';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import type { RegisteredTool } from '../kernel/tool/registry.ts';
import type { Effect } from '../kernel/tool/tool.ts';
import { type Micros, toUsd, toUsdText } from '../lib/money.ts';
import { isRecord } from '../lib/record.ts';
import { allowNulls, cleanSchema, removeDescriptions, shortenSchema } from './schemas.ts';

export const META = 'dev.farebox/';

/** Arguments that we add where the tool has no field of that name; all can be given in `_meta` as well. */
const extraArguments = {
  idempotencyKey: { type: 'string', description: 'Charges repeats only once.' },
  maxPrice: { type: 'number', description: 'Maximum price in USD.' },
} as const;

export type ExtraArgument = keyof typeof extraArguments;

/** Which of the extra arguments this tool takes. */
export function listExtras(tool: RegisteredTool): ExtraArgument[] {
  const own = tool.definition.input.shape;
  const names: ExtraArgument[] = [];
  if (tool.priceMicros > 0) names.push('idempotencyKey', 'maxPrice');
  return names.filter((name) => !Object.hasOwn(own, name));
}

/** `brief` leaves out what an answer holds, which hardly any client shows a model: short lists have few tokens for each tool. */
export type CardForm = 'full' | 'brief';

export function buildCard(tool: RegisteredTool, form: CardForm = 'full'): Tool {
  const { name, title, description, priceMicros, covers } = tool;
  const isComposed = tool.definition.quote !== undefined;
  return {
    name,
    title,
    description: `${description} ${formatPriceSentence(tool)}`,
    inputSchema: buildInputSchema(tool, form),
    ...buildOutput(tool, form),
    annotations: {
      ...buildAnnotations(tool.effect, priceMicros > 0, isComposed || (tool.definition.uses?.length ?? 0) > 0),
      ...readHints(tool),
    },
    _meta: { [`${META}price`]: { usd: toUsd(priceMicros), ...describeCovers(covers) } },
  };
}

/** An upstream's tool that promises no structured content has no schema of it. */
function buildOutput(tool: RegisteredTool, form: CardForm): Pick<Tool, 'outputSchema'> {
  const { passThrough } = tool.definition;
  const outputSchema = passThrough ? passThrough.structured : tool.outputSchema;
  if (tool.reply !== 'json' || outputSchema?.type !== 'object') return {};
  return { outputSchema: buildAnswerSchema(addPayment(outputSchema, tool.priceMicros), form) };
}

/** Hints of an upstream about its tool, except that repeating a paid call always costs again. */
function readHints({ definition: { passThrough }, priceMicros }: RegisteredTool): ToolAnnotations {
  const { idempotentHint, openWorldHint } = passThrough?.annotations ?? {};
  return {
    ...(priceMicros === 0 && typeof idempotentHint === 'boolean' ? { idempotentHint } : {}),
    ...(typeof openWorldHint === 'boolean' ? { openWorldHint } : {}),
  };
}

/** The same where the address says what the argument would. */
export function removeArgument(card: Tool, name: string): Tool {
  const { properties = {}, required = [] } = card.inputSchema;
  const { [name]: _said, ...rest } = properties;
  const inputSchema = { ...card.inputSchema, properties: rest, required: required.filter((one) => one !== name) };
  return { ...card, inputSchema };
}

function formatPriceSentence({ priceMicros, covers, definition }: RegisteredTool): string {
  if (priceMicros === 0) return 'Free.';
  const label = `${toUsdText(priceMicros)} USD`;
  return definition.quote
    ? `Price: up to ${label} plus the tools used.`
    : `Price: ${label}${formatUnit(covers) || ' per call'}.`;
}

function buildInputSchema(tool: RegisteredTool, form: CardForm): Tool['inputSchema'] {
  const clean = cleanSchema(tool.inputSchema);
  const schema = form === 'brief' ? shortenSchema(clean) : clean;
  const own = isRecord(schema.properties) ? schema.properties : {};
  const extras = Object.fromEntries(listExtras(tool).map((name) => [name, extraArguments[name]]));
  return toListedSchema({ ...schema, properties: { ...own, ...extras } });
}

/** As plain JSON, which is what the protocol's types ask for. */
export function toListedSchema(schema: JsonSchema): Tool['inputSchema'] {
  const listed: Tool['inputSchema'] = JSON.parse(JSON.stringify({ ...allowNulls(schema), type: 'object' }));
  return listed;
}

/** A paid answer says what it cost beside the tool's own output. */
function addPayment(outputSchema: JsonSchema, priceMicros: Micros): JsonSchema {
  if (priceMicros === 0) return outputSchema;
  const own = isRecord(outputSchema.properties) ? outputSchema.properties : {};
  return { ...outputSchema, properties: { ...own, paid: { type: 'string' } } };
}

/**
 * A tool answers with its output or with `{error}`. Both stand in the schema, because many clients check structured
 * content against it even when `isError` is set, and would show that mismatch instead of the error.
 */
function buildAnswerSchema(schema: JsonSchema, form: CardForm): Tool['inputSchema'] {
  if (form === 'brief') return { type: 'object' };
  const { $defs, ...output } = removeDescriptions(cleanSchema(schema));
  const failure = { properties: { error: { type: 'object' } }, required: ['error'] };
  const whole = { type: 'object', anyOf: [output, failure], ...($defs === undefined ? {} : { $defs }) };
  const moved: Tool['inputSchema'] = JSON.parse(JSON.stringify(whole).replaceAll('"$ref":"#"', '"$ref":"#/anyOf/0"'));
  return moved;
}

/**
 * Hints for clients that ask before they let a model act. Whatever is paid is charged again when it is called again,
 * and of what changes something nothing promises that a repeat changes no more.
 */
export function buildAnnotations(effect: Effect, isPaid: boolean, openWorld: boolean): ToolAnnotations {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destroy',
    idempotentHint: effect === 'read' && !isPaid,
    openWorldHint: openWorld,
  };
}
