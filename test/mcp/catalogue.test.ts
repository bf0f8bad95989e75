/** The registry over MCP: lists and selections, calls, errors, search, resources and prompts. */
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './a-catalogue.ts';
import { ask, modern, POOR_KEY, RICH_KEY, SUB_KEY, startWorld, type World } from './a-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const META = 'dev.farebox/';

async function names(path: string, key: string | undefined = RICH_KEY, headers: Record<string, string> = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { json } = await world.post(path, body, { headers, ...(key === undefined ? {} : { key }) });
  const tools: { name: string }[] = json.result.tools;
  return tools.map(({ name }) => name);
}

const call = (name: string, input: unknown, key = RICH_KEY, path = '/mcp/proxy', meta = {}) =>
  ask(world, path, key, 'tools/call', { name, arguments: input }, {}, meta).then(({ json }) => json.result ?? json);

describe('lists', () => {
  it('has a short list of its own for each server', async () => {
    const meta = ['search_tools', 'describe_tool'];
    expect(await names('/mcp/free', undefined)).toEqual(['account-create', 'echo', 'broken', ...meta]);
    expect(await names('/mcp/proxy')).toEqual(['account-balance', 'smart-translate', ...meta, 'call_tool']);
  });

  it('shows what path, query and headers choose', async () => {
    const proxy = ['echo', 'slow', 'speech', 'erase', 'broken', 'translate'];
    expect(await names('/mcp/proxy/x/proxy')).toEqual(proxy);
    expect(await names('/mcp/proxy', RICH_KEY, { 'x-mcp-toolsets': 'proxy' })).toEqual(proxy);
    expect(await names('/mcp/proxy/x/translate,audio')).toEqual(['speech', 'translate', 'smart-translate']);
    expect(await names('/mcp/proxy?tools=echo,slow')).toEqual(['echo', 'slow']);
    expect(await names('/mcp/proxy', RICH_KEY, { 'x-mcp-tools': 'slow' })).toEqual(['slow']);
    expect(await names('/mcp/proxy/x/all/readonly')).not.toContain('erase');
    expect(await names('/mcp/proxy/readonly/x/proxy')).toEqual(['echo', 'slow', 'speech', 'broken', 'translate']);
    expect(await names('/mcp/proxy/x/proxy', RICH_KEY, { 'x-mcp-readonly': 'true' })).not.toContain('erase');
    expect(await names('/mcp/proxy/x/all')).toContain('account-create-key');
  });

  it('hides what a key may not use, and pages and operations of the operator from everybody', async () => {
    const all = await names('/mcp/proxy/x/all', SUB_KEY);
    expect(all).toContain('translate');
    for (const name of ['slow', 'account-create-key', 'account-inspect', 'page']) expect(all).not.toContain(name);
    expect(await names('/mcp/proxy/x/all')).not.toContain('account-inspect');
  });

  it('knows no address with an unknown toolset, and names those that there are', async () => {
    for (const path of ['/mcp/proxy/x/nope', '/mcp/proxy/x/proxy,nope/readonly', '/mcp/free/x/nope']) {
      const { status, json } = await ask(world, path, RICH_KEY, 'tools/list');
      expect(status, path).toBe(404);
      expect(json.error.message).toContain('"nope"');
      expect(json.error.message).toContain('proxy');
      const { error } = json.error.data;
      expect(error).toMatchObject({
        code: 'NOT_FOUND',
        details: { toolsets: expect.arrayContaining(['all', 'proxy']) },
      });
      for (const name of error.details.toolsets) {
        expect((await ask(world, `/mcp/proxy/x/${name}`, RICH_KEY, 'tools/list')).status, name).toBe(200);
      }
    }
  });

  it('leaves an unknown toolset of a header out and says so, and refuses an unknown tool', async () => {
    const headers = { 'x-mcp-toolsets': 'nonsense' };
    expect(await names('/mcp/proxy', RICH_KEY, headers)).toContain('smart-translate');
    const asked = modern('server/discover');
    const more = { key: RICH_KEY, headers: { ...asked.headers, ...headers } };
    const { json } = await world.post('/mcp/proxy', asked.body, more);
    expect(json.result.instructions).toContain('"nonsense"');
    expect(json.result.instructions.indexOf('price')).toBeLessThan(json.result.instructions.indexOf('nonsense'));
    const wrong = await ask(world, '/mcp/proxy?tools=ecko', RICH_KEY, 'tools/list');
    expect(wrong.status).toBe(404);
    expect(wrong.json.error.data.error.details.nearest).toContain('echo');
  });

  it('describes a tool with price, hints, schemas and the arguments of paid calls', async () => {
    const { json } = await ask(world, '/mcp/proxy/x/proxy', RICH_KEY, 'tools/list');
    const tools: Record<string, unknown>[] = json.result.tools;
    const translate = tools.find(({ name }) => name === 'translate');
    expect(translate).toMatchObject({
      title: 'Translate',
      description: 'Translate text into another language. Price: 0.003 USD per call.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      _meta: { [`${META}price`]: { usd: 0.003 } },
      outputSchema: { type: 'object' },
    });
    expect(JSON.stringify(translate)).not.toContain('$schema');
    expect(Object.keys(Object(translate?.inputSchema).properties)).toEqual([
      'text',
      'to',
      'idempotencyKey',
      'maxPrice',
    ]);
    const echo = tools.find(({ name }) => name === 'echo');
    expect(echo?.description).toBe('Says what it was given. Free.');
    expect(Object.keys(Object(echo?.inputSchema).properties)).toEqual(['text']);
    expect(tools.find(({ name }) => name === 'erase')).toMatchObject({ annotations: { destructiveHint: true } });
  });
});

describe('calls', () => {
  it('answers with text that is complete, what it cost for model and program, and the receipt beside it', async () => {
    const result = await call('translate', { text: 'hi' });
    const { callId } = result._meta[`${META}receipt`];
    const paid = `Paid: 0.003 USD of test credit; balance: ${world.ledger.balanceOf('agt_rich') / 1e6} USD; call: ${callId}.`;
    expect(result.structuredContent).toEqual({ translated: 'ja:hi', paid });
    expect(JSON.parse(result.content[0].text)).toEqual({ translated: 'ja:hi' });
    expect(result.content[1]).toEqual({ type: 'text', text: paid });
    expect(result._meta[`${META}price`]).toBe('0.003 (3 WT)');
    expect(result._meta[`${META}balance`]).toBe(world.ledger.balanceOf('agt_rich') / 1e6);
    expect(result._meta[`${META}receipt`]).toMatchObject({ tool: 'translate', state: 'settled', amount: 0.003 });
    expect(result._meta[`${META}sandbox`]).toBe(true);
  });

  it('calls by name what the list does not show', async () => {
    expect((await call('echo', { text: 'hi' })).structuredContent).toEqual({ said: 'hi' });
    expect((await call('translate', { text: 'hi' }, RICH_KEY, '/mcp/proxy?tools=echo')).isError).toBeUndefined();
  });

  it('knows an idempotency key and a price limit as argument and in _meta', async () => {
    const before = world.ledger.balanceOf('agt_rich');
    const first = await call('translate', { text: 'once', idempotencyKey: 'k1' });
    const second = await call('translate', { text: 'once' }, RICH_KEY, '/mcp/proxy', {
      [`${META}idempotencyKey`]: 'k1',
    });
    expect(second._meta[`${META}receipt`]).toEqual(first._meta[`${META}receipt`]);
    expect(second._meta[`${META}warnings`]).toBeUndefined();
    expect(second.structuredContent.paid).toMatch(/^Not charged again; paid before: 0\.003 USD /);
    expect(before - world.ledger.balanceOf('agt_rich')).toBe(3_000);
    const conflict = await call('translate', { text: 'other', idempotencyKey: 'k1' });
    expect(conflict.structuredContent.error.code).toBe('IDEMPOTENCY_CONFLICT');
    const dear = await call('translate', { text: 'hi', maxPrice: 0.002 });
    expect(dear.structuredContent.error.code).toBe('PRICE_ABOVE_MAX');
    const meta = await call('translate', { text: 'hi' }, RICH_KEY, '/mcp/proxy', { [`${META}maxPrice`]: 0.002 });
    expect(meta.structuredContent.error.code).toBe('PRICE_ABOVE_MAX');
    const empty = { text: 'hi', to: null, idempotencyKey: null, maxPrice: null };
    expect((await call('translate', empty)).structuredContent).toMatchObject({ translated: 'ja:hi' });
    expect((await call('translate', { text: null })).structuredContent.error.code).toBe('INVALID_INPUT');
    for (const idempotencyKey of ['', 'a b', 'k\u0000', 'clé', 'k'.repeat(256), 7]) {
      const refused = await call('translate', { text: 'once', idempotencyKey });
      expect(refused.structuredContent.error.code).toBe('INVALID_INPUT');
    }
    for (const maxPrice of ['0.1', -1, Number.MAX_VALUE]) {
      expect((await call('translate', { text: 'hi', maxPrice })).structuredContent.error.code).toBe('INVALID_INPUT');
    }
  });

  it('answers an unknown tool with -32602 and the nearest names, hidden kinds included', async () => {
    for (const name of ['ekho', 'page']) {
      const { error } = await call(name, {});
      expect(error.code).toBe(-32602);
      expect(error.data.nearest).toHaveLength(3);
    }
    expect((await call('ekho', {})).error.message).toContain('echo');
  });

  it('answers everything else with the error object, in our words', async () => {
    const invalid = await call('echo', { text: 7 });
    expect(invalid).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID_INPUT' } } });
    expect(invalid.content[0].text).toMatch(/^INVALID_INPUT: /);
    const failed = await call('translate', { text: 'fail' });
    expect(failed.structuredContent.error).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    expect((await call('slow', { ms: 1 }, SUB_KEY)).structuredContent.error.code).toBe('CAP_REACHED');
    const broken = await call('broken', {});
    expect(broken.structuredContent.error.code).toBe('INTERNAL');
    expect(JSON.stringify(broken)).not.toContain('words of an upstream');
    expect((await call('account-inspect', {})).structuredContent.error.code).toBe('FORBIDDEN');
    const anonymous = await ask(world, '/mcp/free', undefined, 'tools/call', {
      name: 'translate',
      arguments: { text: 'x' },
    });
    expect(anonymous.json.result.structuredContent.error.code).toBe('UNAUTHENTICATED');
    expect(anonymous.json.result.content[0].text).toContain('account-create');
    expect(anonymous.json.result.content[0].text).not.toContain('/api/');
  });

  it('gives errors in a form that the output schema allows', async () => {
    const { json } = await ask(world, '/mcp/proxy/x/proxy', RICH_KEY, 'tools/list');
    const tools: { name: string; outputSchema: object }[] = json.result.tools;
    const schema = fromJsonSchema({ ...tools.find(({ name }) => name === 'translate')?.outputSchema });
    const check = async (value: unknown) => (await schema['~standard'].validate(value)).issues === undefined;
    expect(await check((await call('translate', {})).structuredContent)).toBe(true);
    expect(await check((await call('translate', { text: 'hi' })).structuredContent)).toBe(true);
    expect(await check({ translated: 7 })).toBe(false);
  });
});

describe('files', () => {
  const stored: string[] = [];
  let withMedia: World;
  beforeAll(async () => {
    withMedia = await startWorld({
      files: {
        put: (bytes, type, filename) => {
          stored.push(`${type} ${filename} ${bytes.length}`);
          return Promise.resolve('https://farebox.example/media/0123');
        },
        find: () => Promise.resolve(undefined),
      },
    });
  });
  afterAll(() => withMedia.close());

  it('come as a link, inline when asked for, and inline when nothing can store them', async () => {
    const speak = async (where: World, meta: object = {}, capabilities: object = {}) => {
      const params = { name: 'speech', arguments: { text: 'hello' } };
      const { json } = await ask(where, '/mcp/proxy', RICH_KEY, 'tools/call', params, { ...capabilities }, { ...meta });
      return json.result;
    };
    const linked = await speak(withMedia);
    expect(linked.content[1]).toEqual({
      type: 'resource_link',
      uri: 'https://farebox.example/media/0123',
      name: 'speech.mp3',
      mimeType: 'audio/mpeg',
      size: 5,
    });
    expect(linked._meta[`${META}receipt`].amount).toBe(0.005);
    expect(linked.content[2].text).toMatch(/^Paid: 0\.005 USD of test credit; balance: .+ USD; call: .+\.$/);
    expect(stored).toEqual(['audio/mpeg speech.mp3 5']);
    const audio = { type: 'audio', data: Buffer.from('hello').toString('base64'), mimeType: 'audio/mpeg' };
    expect((await speak(withMedia, { [`${META}inline`]: true })).content[1]).toEqual(audio);
    expect((await speak(withMedia, {}, { extensions: { [`${META}inline`]: {} } })).content[1]).toEqual(audio);
    expect((await speak(world)).content[1]).toEqual(audio);
    expect(stored).toHaveLength(1);
  });

  it('are an address in the text for clients that know no links', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'speech', arguments: { text: 'hi' } } };
    const { json } = await withMedia.post('/mcp/proxy', body, { key: RICH_KEY });
    expect(json.result.content).toHaveLength(2);
    expect(JSON.parse(json.result.content[0].text).url).toBe('https://farebox.example/media/0123');
  });
});

describe('read-only addresses', () => {
  it('bind calls, inside call_tool too', async () => {
    const runs = ran.count;
    const direct = await call('erase', {}, RICH_KEY, '/mcp/proxy/readonly');
    expect(direct.structuredContent.error.code).toBe('FORBIDDEN');
    const inside = await call('call_tool', { name: 'erase' }, RICH_KEY, '/mcp/proxy/readonly');
    expect(inside.structuredContent.error.code).toBe('FORBIDDEN');
    expect(ran.count).toBe(runs);
    expect((await call('erase', {})).structuredContent).toEqual({ erased: true });
  });
});

describe('search_tools, describe_tool, call_tool', () => {
  const found = async (query: string, more: object = {}, key = RICH_KEY): Promise<string[]> => {
    const { structuredContent } = await call('search_tools', { query, ...more }, key);
    const results: { name: string }[] = structuredContent.results;
    return results.map(({ name }) => name);
  };

  it('finds tools in English, Japanese and Chinese', async () => {
    expect((await found('translating a sentence'))[0]).toMatch(/translate/);
    expect((await found('文章を翻訳したい'))[0]).toMatch(/translate/);
    expect((await found('把这句话翻译成日语'))[0]).toMatch(/translate/);
    expect((await found('音声で読み上げて'))[0]).toBe('speech');
    expect(await found('speech', { limit: 1 })).toEqual(['speech']);
    expect(await found('translate', { category: 'audio' })).toEqual([]);
    expect(await found('zzzz')).toEqual([]);
    expect(await found('translate', {}, SUB_KEY)).toEqual(['translate']);
  });

  it('describes one tool whole', async () => {
    const { structuredContent } = await call('describe_tool', { name: 'translate' });
    expect(structuredContent).toMatchObject({ name: 'translate', access: 'key', examples: [{ text: 'hi' }] });
    expect(structuredContent.outputSchema.properties.translated.description).toBe('The text in the other language.');
    const unknown = await call('describe_tool', { name: 'trnslate' });
    expect(unknown.structuredContent.error.details.nearest).toContain('translate');
  });

  it('calls any tool, once for one idempotency key', async () => {
    const before = world.ledger.balanceOf('agt_rich');
    const input = { name: 'translate', arguments: { text: 'meta' }, idempotencyKey: 'm1', maxPrice: 0.01 };
    const result = await call('call_tool', input);
    expect(result.structuredContent).toMatchObject({ translated: 'ja:meta' });
    expect(result._meta[`${META}receipt`].tool).toBe('translate');
    await call('call_tool', input);
    expect(before - world.ledger.balanceOf('agt_rich')).toBe(3_000);
    const wrong = await call('call_tool', { name: 'nope', arguments: {} });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'UNKNOWN_TOOL' } } });
    expect((await call('call_tool', { arguments: {} })).structuredContent.error.code).toBe('INVALID_INPUT');
    const written = (text: string) => call('call_tool', { name: 'echo', arguments: text, idempotencyKey: null });
    expect((await written('{"text":"as text"}')).structuredContent).toEqual({ said: 'as text' });
    for (const text of ['{"text":', '[1]', '7', '"{}"']) {
      expect((await written(text)).structuredContent.error.code).toBe('INVALID_INPUT');
    }
    expect((await call('search_tools', { query: 'echo', category: null, limit: null })).isError).toBeUndefined();
    expect(
      (await call('call_tool', { name: 'echo', arguments: { text: 'x' }, maxPrice: 1 })).structuredContent,
    ).toEqual({ said: 'x' });
  });
});

describe('resources, prompts, completions', () => {
  const read = (uri: string) => ask(world, '/mcp/proxy', RICH_KEY, 'resources/read', { uri });

  it('lists and reads documents, the report and receipts', async () => {
    const list = async (path: string, key?: string) => {
      const { json } = await ask(world, path, key, 'resources/list');
      const resources: { uri: string }[] = json.result.resources;
      return resources.map(({ uri }) => uri);
    };
    expect(await list('/mcp/free')).toEqual(['farebox://capabilities']);
    expect(await list('/mcp/proxy', RICH_KEY)).toEqual(['farebox://capabilities', 'farebox://account/report']);
    const document = await read('farebox://capabilities');
    expect(document.json.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
    expect((await read('farebox://receipts/call_1')).json.result.contents[0].text).toBe('{"callId":"call_1"}');
    expect(JSON.parse((await read('farebox://tools/translate')).json.result.contents[0].text).name).toBe('translate');
  });

  it('answers what is not there with -32602 and the address, and what is not allowed with a code of ours', async () => {
    for (const uri of ['farebox://nothing', 'farebox://receipts/unknown', 'farebox://tools/page']) {
      const { json } = await read(uri);
      expect(json.error).toMatchObject({ code: -32602, data: { uri } });
    }
    const { json } = await ask(world, '/mcp/free', undefined, 'resources/read', { uri: 'farebox://account/report' });
    expect(json.error).toMatchObject({ code: 401, data: { code: 'UNAUTHENTICATED' } });
  });

  it('offers presets as prompts and completes their arguments', async () => {
    const prompts = await ask(world, '/mcp/proxy', RICH_KEY, 'prompts/list');
    expect(prompts.json.result.prompts[0]).toMatchObject({ name: 'researcher', title: 'Researcher' });
    const params = { name: 'researcher', arguments: { task: 'Find it', language: 'ja' } };
    const prompt = await ask(world, '/mcp/proxy', RICH_KEY, 'prompts/get', params);
    expect(prompt.json.result.messages[0].content.text).toBe(
      'Search.\nTools to use through call_tool: echo.\nAnswer in this language: ja.\nTask: Find it',
    );
    const listed = await ask(world, '/mcp/free', undefined, 'prompts/get', params);
    expect(listed.json.result.messages[0].content.text).toMatch(/^Search\.\nTools to use: echo\.\n/);
    const without = await ask(world, '/mcp/proxy/x/smart', RICH_KEY, 'prompts/list');
    expect(without.json.result.prompts).toEqual([]);
    expect((await ask(world, '/mcp/proxy/x/smart', RICH_KEY, 'prompts/get', params)).json.error.code).toBe(-32602);
    const unknown = await ask(world, '/mcp/proxy', RICH_KEY, 'prompts/get', { name: 'nobody' });
    expect(unknown.json.error.code).toBe(-32602);
    const complete = async (name: string, value: string) => {
      const ref = { type: 'ref/prompt', name: 'researcher' };
      const { json } = await ask(world, '/mcp/proxy', RICH_KEY, 'completion/complete', {
        ref,
        argument: { name, value },
      });
      return json.result.completion.values;
    };
    expect(await complete('language', 'j')).toEqual(['ja']);
    expect(await complete('tool', 'trans')).toEqual(['translate', 'smart-translate']);
    expect(await complete('constructor', '')).toEqual([]);
  });
});

describe('too little money', () => {
  const poor = (
    state: object = {},
    capabilities: object = { elicitation: { url: {} } },
    input: object = { text: 'hi' },
  ) =>
    ask(
      world,
      '/mcp/proxy',
      POOR_KEY,
      'tools/call',
      { name: 'translate', arguments: input, ...state },
      { ...capabilities },
    );

  /** Link, amounts and balance in prose, and advice that does not contradict itself. */
  const expectMoneyText = (text: string): void => {
    const [prose] = text.split('\n');
    expect(prose).toMatch(/^INSUFFICIENT_BALANCE: .*The balance is 0 USD, the call needs 0\.003 USD\./);
    expect(prose).toContain('deposit 10 USD: https://pay.example/deposit ');
    expect(prose).toMatch(/After the deposit, call again\. Until then, the same call fails again\.$/);
  };

  it('asks a client that can show pages to open the payment page, once', async () => {
    const { json } = await poor();
    expect(json.result.resultType).toBe('input_required');
    const [request] = Object.values<{ method: string; params: Record<string, unknown> }>(json.result.inputRequests);
    expect(request).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: 'https://pay.example/deposit' },
    });
    const { requestState } = json.result;
    const again = await poor({ requestState, inputResponses: { payment: { action: 'accept' } } });
    expect(again.json.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INSUFFICIENT_BALANCE' } },
    });
    for (const action of ['decline', 'cancel']) {
      const { json: declined } = await poor({ requestState, inputResponses: { payment: { action } } });
      expect(declined.result).toMatchObject({ isError: true, structuredContent: { balance: 0, required: 0.003 } });
      expectMoneyText(declined.result.content[0].text);
    }
    world.ledger.balances.set('agt_poor', 3_000);
    const paid = await poor({ requestState, inputResponses: { payment: { action: 'accept' } } });
    expect(paid.json.result.structuredContent).toMatchObject({ translated: 'ja:hi' });
    expect(world.ledger.balanceOf('agt_poor')).toBe(0);
  });

  it('refuses a state that was changed, or belongs to another caller or call', async () => {
    const { requestState } = (await poor()).json.result;
    const forged = await poor({ requestState: `${requestState.slice(0, -2)}xx` });
    expect(forged.json.error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
    expect((await poor({ requestState }, {}, { text: 'other' })).json.error.code).toBe(-32602);
    const params = { name: 'translate', arguments: { text: 'hi' }, requestState };
    expect((await ask(world, '/mcp/proxy', RICH_KEY, 'tools/call', params)).json.error.code).toBe(-32602);
  });

  it('is a plain result for everybody else', async () => {
    const { json } = await poor({}, {});
    expect(json.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: 'INSUFFICIENT_BALANCE' },
        balance: 0,
        required: 0.003,
        deposit: { paymentLinks: [{ url: 'https://pay.example/deposit', amount: 10, currency: 'USD' }] },
      },
    });
    expectMoneyText(json.result.content[0].text);
    const withoutLinks = await startWorld({ links: false });
    const params = { name: 'translate', arguments: { text: 'hi' } };
    const plain = await ask(withoutLinks, '/mcp/proxy', POOR_KEY, 'tools/call', params, { elicitation: { url: {} } });
    await withoutLinks.close();
    expect(plain.json.result.isError).toBe(true);
  });
});
