/** The tools, resources and prompts that the public conformance suite calls by name. */
import type {
  CallToolResult,
  InputRequests,
  InputRequiredResult,
  ReadResourceResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { McpHandlers } from '../../src/mcp/protocol/handlers.ts';
import { prompt, prompts } from './prompts.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const sealed = createRequestStateCodec<string>({ key: new Uint8Array(32).fill(7) });

type Answer = CallToolResult | InputRequiredResult;
type Fixture = (ctx: ServerContext, input: Readonly<Record<string, unknown>>) => Answer | Promise<Answer>;

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const embedded = (uri: string, mimeType: string, value: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: value } }) as const;

const askText = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  });
const askConfirmation = () =>
  inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  });
const askModel = (question: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens });

/** Asks until every input has been given. */
function untilGiven(requests: InputRequests, done: (ctx: ServerContext) => Answer): Fixture {
  return (ctx) => {
    const missing = Object.keys(requests).some(
      (key) => inputResponse(ctx.mcpReq.inputResponses, key).kind === 'missing',
    );
    return missing ? inputRequired({ inputRequests: requests }) : done(ctx);
  };
}

/** The same with a sealed state, which must come back untouched. */
function withState(state: string, requests: InputRequests, done: string): Fixture {
  return async (ctx) => {
    const given = await stateOf(ctx);
    if (given === state) return text(done);
    return inputRequired({ inputRequests: requests, requestState: await sealed.mint(state) });
  };
}

async function stateOf(ctx: ServerContext): Promise<string | undefined> {
  const state: unknown = ctx.mcpReq.requestState();
  if (typeof state !== 'string') return undefined;
  return sealed.verify(state, ctx).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  });
}

const rounds: Fixture = async (ctx) => {
  const state = await stateOf(ctx);
  if (state === 'two') return text('All rounds are done.');
  const next = state === 'one' ? 'two' : 'one';
  const inputRequests: InputRequests =
    next === 'one'
      ? { step1: askText('Step 1: What is your name?', 'name') }
      : { step2: askText('Step 2: What is your favorite color?', 'color') };
  return inputRequired({ inputRequests, requestState: await sealed.mint(next) });
};

const onlyDeclared: Fixture = (ctx) => {
  const envelope: Record<string, unknown> = { ...ctx.mcpReq.envelope };
  const declared: Record<string, unknown> = { ...Object(envelope[CLIENT_CAPABILITIES_META_KEY]) };
  return inputRequired({
    inputRequests: {
      ...(declared.elicitation ? { name: askText('What is your name?', 'name') } : {}),
      ...(declared.sampling ? { capital: askModel('What is the capital of France?', 100) } : {}),
    },
  });
};

const withProgress: Fixture = async (ctx) => {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
    const params = { progressToken: progressToken ?? 0, progress, total: 100, message: `Step ${progress} of 100` };
    await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    await pause();
  }
  return text('Progress is done.');
};

const withLogging: Fixture = async (ctx) => {
  for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await ctx.mcpReq.log('info', message);
    await pause();
  }
  return text('Tool with logging executed.');
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const tools: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: withLogging,
  test_logging_tool: withLogging,
  test_tool_with_progress: withProgress,
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  test_missing_capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: untilGiven({ user_name: askText('What is your name?', 'name') }, () => text('Done.')),
  test_input_required_result_elicitation: untilGiven({ user_name: askText('What is your name?', 'name') }, (ctx) =>
    text(`Hello, ${JSON.stringify(ctx.mcpReq.inputResponses?.user_name)}`),
  ),
  test_input_required_result_sampling: untilGiven(
    { capital_question: askModel('What is the capital of France?', 100) },
    (ctx) => text(JSON.stringify(ctx.mcpReq.inputResponses?.capital_question)),
  ),
  test_input_required_result_list_roots: untilGiven({ client_roots: inputRequired.listRoots() }, (ctx) =>
    text(JSON.stringify(ctx.mcpReq.inputResponses?.client_roots)),
  ),
  test_input_required_result_request_state: withState('asked', { confirm: askConfirmation() }, 'state-ok'),
  test_input_required_result_tampered_state: withState('asked', { confirm: askConfirmation() }, 'state-ok'),
  test_input_required_result_multiple_inputs: withState(
    'asked',
    {
      user_name: askText('What is your name?', 'name'),
      greeting: askModel('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    'All inputs were given.',
  ),
  test_input_required_result_multi_round: rounds,
  test_input_required_result_capabilities: onlyDeclared,
};

const resources = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'A text', mimeType: 'text/plain' },
];

function resource(uri: string): ReadResourceResult {
  const known = resources.find((one) => one.uri === uri);
  if (known?.mimeType === 'image/png') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  if (known) return { contents: [{ uri, mimeType: 'text/plain', text: `This is the content of ${known.name}.` }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: data }] };
}

export const fixtures: McpHandlers = {
  info: { name: 'farebox-conformance', version: '1.0.0' },
  capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
  cacheHints: {
    'tools/list': { ttlMs: 300_000, cacheScope: 'public' },
    'resources/read': { ttlMs: 1_000, cacheScope: 'private' },
  },
  listTools: () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: { type: 'object', properties: {} },
    })),
  }),
  callTool: ({ name, arguments: input = {} }, ctx) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return tool(ctx, input);
  },
  listResources: () => ({ resources }),
  listResourceTemplates: () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data', mimeType: 'application/json' },
    ],
  }),
  readResource: ({ uri }) => resource(uri),
  subscribe: () => ({}),
  unsubscribe: () => ({}),
  listPrompts: () => ({ prompts }),
  getPrompt: ({ name, arguments: given = {} }, ctx) => prompt(name, given, ctx, PNG),
  complete: () => ({ completion: { values: ['paris', 'park'], total: 2, hasMore: false } }),
};
