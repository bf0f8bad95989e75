/** Requests and responses of three model services, as far as a tool-calling agent needs them. */
import { isRecord } from '../../src/lib/record.ts';

/** What the model does next. A tool is named by the end of its name: every agent puts something of its own before it. */
export type Step = { say: string } | { call: string; input: Record<string, unknown> };

export interface ListedTool {
  name: string;
  /** Where the agent keeps tools in groups, the group's name. */
  group: string | null;
  description: string;
  schema: unknown;
}

/** What reached the model. */
export interface Turn {
  /** All instructions, descriptions of groups of tools included. */
  system: string;
  tools: ListedTool[];
  /** Text of each result of a tool, oldest first. */
  results: string[];
  /** The whole request. */
  text: string;
  streams: boolean;
}

type Json = Record<string, unknown>;

export interface Format {
  takes: RegExp;
  read(body: Json): Turn;
  /** Events of a stream. */
  write(step: Step, turn: Turn): Json[];
  /** The same in one piece. */
  join(events: readonly Json[]): Json;
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All texts below a value, in order. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textsIn).join('\n');
  if (!isRecord(value)) return '';
  if (typeof value.text === 'string') return value.text;
  return textsIn(value.content ?? value.parts ?? value.output ?? value.error ?? '');
}

const toTool = (
  { name, description, input_schema, parameters, parametersJsonSchema }: Json,
  group = '',
): ListedTool => ({
  name: string(name),
  group: group === '' ? null : group,
  description: string(description),
  schema: input_schema ?? parameters ?? parametersJsonSchema ?? null,
});

/** The listed tool of that name, as this agent calls it. */
function findTool(turn: Turn, name: string): ListedTool {
  const listed = turn.tools.find((tool) => tool.name === name || tool.name.endsWith(`_${name}`));
  return listed ?? { name, group: null, description: '', schema: null };
}

const anthropic: Format = {
  takes: /\/v1\/messages$/,
  read(body) {
    const parts = list(body.messages).flatMap(({ content }) => list(content));
    return {
      system: [textsIn(body.system), ...list(body.messages).map(textsIn)].join('\n'),
      tools: list(body.tools).map((tool) => toTool(tool)),
      results: parts.filter(({ type }) => type === 'tool_result').map(({ content }) => textsIn(content)),
      text: JSON.stringify(body),
      streams: body.stream === true,
    };
  },
  write(step, turn) {
    const usage = { input_tokens: 10, output_tokens: 10 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [] };
    const isCall = 'call' in step;
    const block = isCall
      ? { type: 'tool_use', id: `toolu_${turn.results.length}`, name: findTool(turn, step.call).name, input: {} }
      : { type: 'text', text: '' };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
      : { type: 'text_delta', text: step.say };
    const stop_reason = isCall ? 'tool_use' : 'end_turn';
    return [
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ];
  },
  join: () => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  }),
};

const openai: Format = {
  takes: /\/responses$/,
  read(body) {
    const items = list(body.input);
    const groups = list(body.tools).filter(({ type }) => type === 'namespace');
    return {
      system: [string(body.instructions), ...groups.map(({ description }) => string(description))]
        .concat(items.filter(({ type }) => type === 'message').map(textsIn))
        .join('\n'),
      tools: list(body.tools).flatMap((tool) =>
        tool.type === 'namespace' ? list(tool.tools).map((one) => toTool(one, string(tool.name))) : [toTool(tool)],
      ),
      results: items.filter(({ type }) => string(type).endsWith('_call_output')).map(textsIn),
      text: JSON.stringify(body),
      streams: body.stream === true,
    };
  },
  write(step, turn) {
    const id = `resp_${turn.results.length}`;
    const item = 'call' in step ? buildCall(step, turn) : buildMessage(step.say);
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    };
    return [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, object: 'response', status: 'completed', output: [item], usage } },
    ];
  },
  join: (events) => {
    const { response } = events.at(-1) ?? {};
    return isRecord(response) ? response : {};
  },
};

function buildCall({ call, input }: { call: string; input: Json }, turn: Turn): Json {
  const { name, group } = findTool(turn, call);
  const call_id = `call_${turn.results.length}`;
  const item = { type: 'function_call', id: `fc_${turn.results.length}`, call_id, name };
  return { ...item, ...(group === null ? {} : { namespace: group }), arguments: JSON.stringify(input) };
}

function buildMessage(text: string): Json {
  return { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] };
}

const google: Format = {
  takes: /:(streamG|g)enerateContent$/,
  read(body) {
    const parts = list(body.contents).flatMap(({ parts: some }) => list(some));
    const responses = parts.map(({ functionResponse }) => functionResponse).filter(isRecord);
    return {
      system: [textsIn(body.systemInstruction), ...list(body.contents).map(textsIn)].join('\n'),
      tools: list(body.tools).flatMap(({ functionDeclarations }) =>
        list(functionDeclarations).map((one) => toTool(one)),
      ),
      results: responses.map(({ response }) => textsIn(response)),
      text: JSON.stringify(body),
      streams: false,
    };
  },
  write(step, turn) {
    const part =
      'call' in step
        ? { functionCall: { name: findTool(turn, step.call).name, args: step.input } }
        : { text: step.say };
    const content = { role: 'model', parts: [part] };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
    return [{ candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }];
  },
  join: ([event]) => event ?? {},
};

export const formats: readonly Format[] = [anthropic, openai, google];
