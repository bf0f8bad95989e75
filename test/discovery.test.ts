/** Discovery by a stranger: presets, documents and everything they link to. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { loadProviders } from '../src/config/provider-files.ts';
import { buildSecurityText } from '../src/describe/discovery.ts';
import { listDocumentLinks } from '../src/describe/guide.ts';
import { type RunningServer, startServer } from '../src/server/main.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type Answer, ask, type RequestOptions } from './harness/farebox.ts';
import { serverEnv } from './harness/server-env.ts';
import { textOf } from './harness/sources.ts';

const providers = await loadProviders();
let store: FreshDatabase;
let server: RunningServer | undefined;
let url = '';

beforeAll(async () => {
  store = await freshDatabase('sqlite');
  server = await startServer(readConfig(serverEnv(store), providers), providers);
  url = server.url;
});
afterAll(async () => {
  await server?.close();
  await store.drop();
});

const get = (path: string, options?: RequestOptions): Promise<Answer> => ask(url, 'GET', path, options);

async function rpc(method: string, params: object, path = '/mcp/free') {
  const headers = { accept: 'application/json, text/event-stream' };
  const answer = await ask(url, 'POST', path, { headers, body: { jsonrpc: '2.0', id: 1, method, params } });
  const [, data = answer.text] = /^data: (.*)$/m.exec(answer.text) ?? [];
  const { result }: { result: Record<string, unknown> } = JSON.parse(data);
  return result;
}

describe('the guide for agents', () => {
  it.each(['/llms.txt', '/agent', '/llms-full.txt'])(
    'shows in %s a message in words and how to verify a receipt, and both work',
    async (path) => {
      const guide = (await get(path, { headers: { accept: 'text/markdown, text/plain' } })).text;
      const { apiKey: key } = (
        await ask(url, 'POST', '/api/proxy/account/create', { body: { name: 'me', mode: 'test' } })
      ).body;
      const [, smart = '', message = '{}'] = /curl -s (\S+) .* --json '(\{"message":.*\})'$/m.exec(guide) ?? [];
      const { pathname } = new URL(smart);
      const said = await ask(url, 'POST', pathname, { key: String(key), body: JSON.parse(message) });
      expect(said).toMatchObject({ status: 200, body: { success: true, response: expect.stringContaining('Paris') } });

      const paid = await ask(url, 'POST', '/api/proxy/search-ai', { key: String(key), body: { query: 'ferries' } });
      const { callId } = Object(paid.body.receipt);
      const { jws } = (await get(`/api/account/receipts/${callId}`, { key: String(key) })).body;
      const [, program = ''] = /```\n(import \{ createPublicKey[\s\S]*?)\n```/.exec(guide) ?? [];
      const file = join(store.dataDir, 'verify-receipt.mjs');
      await writeFile(file, program);
      const check = async (text: string): Promise<string> =>
        (await promisify(execFile)(process.execPath, [file, text])).stdout;
      expect(await check(String(jws))).toMatch(new RegExp(`^true \\{.*${callId}`));
      const [head, , signature] = String(jws).split('.');
      const forged = Buffer.from('{"amount":0}').toString('base64url');
      expect(await check(`${head}.${forged}.${signature}`)).toMatch(/^false /);
    },
  );
});

describe('the presets', () => {
  const ids = ['navigator', 'researcher', 'translator-pro'];

  it('stand in the capabilities', async () => {
    const { body } = await get('/api/capabilities');
    expect(body.presets).toEqual(
      ids.map((id) => ({
        id,
        name: expect.any(String),
        description: expect.any(String),
        tools: expect.any(Array),
        usage: expect.any(String),
      })),
    );
  });

  it('are prompts over MCP, where the tools of the preset can be called', async () => {
    const { prompts } = await rpc('prompts/list', {});
    expect(prompts).toMatchObject([{ name: 'navigator' }]);
    const prompt = await rpc('prompts/get', { name: 'navigator', arguments: { task: 'Weather in Oslo' } });
    expect(prompt.messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/geocode, weather.*Weather in Oslo/s) } },
    ]);
  });

  it('keep a server from starting when they are wrong', async () => {
    const other = await freshDatabase('sqlite');
    const presetsFolder = join(other.dataDir, 'presets');
    await mkdir(presetsFolder, { recursive: true });
    const preset = { name: 'Guide', description: 'Guides.', tools: ['geocod'], usage: 'Use geocod.' };
    await writeFile(join(presetsFolder, 'guide.json'), JSON.stringify(preset));
    const start = startServer(readConfig(serverEnv(other), providers), providers, { presetsFolder });
    await expect(start).rejects.toThrow('The preset guide.json names the tool geocod, which does not exist');
    await other.drop();
  });
});

describe('the capabilities', () => {
  it('are a resource over MCP, the same as the tool’s answer', async () => {
    const { resources } = await rpc('resources/list', {});
    expect(resources).toMatchObject([{ uri: 'farebox://capabilities', mimeType: 'application/json' }]);
    const { contents } = await rpc('resources/read', { uri: 'farebox://capabilities' });
    const [{ text }] = Object(contents);
    const { body } = await get('/api/v2/smart/capabilities');
    const { timestamp } = JSON.parse(text);
    expect(JSON.parse(text)).toEqual({ ...body, timestamp });
  });
});

interface Offer {
  id: string;
  price: number;
}

/** Tools and prices, as the capabilities know them. */
async function offers(): Promise<Offer[]> {
  const { body } = await get('/api/capabilities');
  return (Array.isArray(body.tools) ? body.tools : []).map(({ id, price }: Offer) => ({ id, price }));
}

describe('documents', () => {
  const pages: [path: string, type: string][] = [
    ['/', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'text/markdown; charset=utf-8'],
    ['/llms-full.txt', 'text/markdown; charset=utf-8'],
    ['/agent', 'text/html; charset=utf-8'],
    ['/pricing', 'application/json; charset=utf-8'],
    ['/server.json', 'application/json; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
    ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
    ['/mcp/proxy/server-card', 'application/mcp-server-card+json'],
    ['/mcp/free/server-card', 'application/mcp-server-card+json'],
  ];

  it.each(pages)('%s is %s', async (path, type) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(text.length).toBeGreaterThan(100);
    const head = await ask(url, 'HEAD', path);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it('link to nothing that is not there', async () => {
    const routes = new Set((await loadCatalogue()).tools.flatMap((tool) => tool.routes.map(({ path }) => path)));
    const markdown = await get('/agent', { headers: { accept: 'text/markdown' } });
    const welcome = await get('/', { headers: { accept: 'text/html' } });
    expect(welcome.headers['content-type']).toBe('text/html; charset=utf-8');
    const texts = [markdown.text, welcome.text, (await get('/api/capabilities')).text];
    for (const [path] of pages) texts.push((await get(path)).text);
    const found = texts.flatMap((text) => [
      ...text.replace(/(&lt;|<)callId(&gt;|>)/g, '{callId}').matchAll(/http:\/\/127\.0\.0\.1:\d+[^\s"'`<)&\\]*/g),
    ]);
    const links = new Set(found.map(([link]) => link.slice(url.length)));
    expect(links.size).toBeGreaterThan(40);
    for (const path of links) {
      if (path.includes('{')) expect(routes).toContain(path);
      // What is called rather than read answers 405, 401 or 400, what says that there is nothing 501, and says so.
      else expect([200, 400, 401, 405, 501], path).toContain((await get(path === '' ? '/' : path)).status);
    }
  });

  it('have pages that link to nothing that is not there', async () => {
    const groups = [...(await get('/docs')).text.matchAll(/href="(\/docs\/[\w/-]+)"/g)].map(([, path = '']) => path);
    expect(groups.length).toBeGreaterThan(8);
    const pages = ['/docs', '/docs/console', '/agent', ...groups];
    const found = new Set<string>();
    for (const path of pages) {
      const { text } = await get(path);
      for (const [, link = ''] of text.matchAll(/(?:href|src|action)="(\/[^"#]*)/g))
        found.add(link.replaceAll('&amp;', '&'));
    }
    // A page that needs a sign-in leads there.
    for (const path of found) expect([200, 303], path).toContain((await get(path)).status);
  });

  it('come packed to who unpacks', async () => {
    const plain = await get('/openapi.json');
    for (const [encodings, chosen, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br', brotliDecompressSync],
    ] as const) {
      const packed = await request(`${url}/openapi.json`, { headers: { 'accept-encoding': encodings } });
      const bytes = Buffer.from(await packed.body.arrayBuffer());
      expect(packed.headers['content-encoding']).toBe(chosen);
      expect(bytes.length).toBeLessThan(plain.text.length / 5);
      expect(unpack(bytes).toString()).toBe(plain.text);
    }
    for (const encoding of ['identity', 'gzip;q=0', 'br;q=0, gzip;q=0.0']) {
      const { headers, text } = await get('/openapi.json', { headers: { 'accept-encoding': encoding } });
      expect([encoding, headers['content-encoding'], text.length]).toEqual([encoding, undefined, plain.text.length]);
    }
  });

  it('stand in docs/discovery.md, each at its address', async () => {
    const cells = [...textOf('docs/discovery.md').matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell);
    const paths = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
    expect(paths).toEqual(
      expect.arrayContaining(pages.map(([path]) => path).filter((path) => !path.startsWith('/mcp/'))),
    );
    for (const path of paths) {
      const { status } = await get(path.replace('<mcp-url>', '/mcp/free'));
      expect([path, status]).toEqual([path, path.endsWith('/security.txt') ? 404 : 200]);
    }
  });

  it('are named in the capabilities', async () => {
    const { body } = await get('/api/capabilities');
    const expected = listDocumentLinks(url).map(({ id, url: link }) => [id, link]);
    expect(body.links).toEqual({ llms: `${url}/llms.txt`, ...Object.fromEntries(expected) });
    for (const link of Object.values(Object(body.links))) {
      expect((await get(String(link).slice(url.length))).status, String(link)).toBe(200);
    }
  });

  it('know how many tools there are, and their prices', async () => {
    const tools = await offers();
    const paid = tools.map(({ price }) => price).filter((price) => price > 0);
    const counts = `${tools.length} tools over MCP and REST, ${tools.length - paid.length} free and ${paid.length} paid from ${Math.min(...paid)} to ${Math.max(...paid)} USD per call`;
    const full = (await get('/llms-full.txt')).text;
    const short = (await get('/llms.txt')).text;
    for (const text of [full, short, (await get('/agent')).text]) expect(text).toContain(counts);
    for (const { id, price } of tools) {
      expect(short).toMatch(new RegExp(`[ ,]${id} ${price === 0 ? 'free' : price}(,|\n| per )`));
      expect(full).toMatch(new RegExp(`### ${id}\n(?:[^#]*?)- Price: ${price === 0 ? 'free' : `${price} `}`));
    }
    const { body } = await get('/pricing');
    expect(body).toMatchObject({ currency: 'USD', welcomeBalance: 0.25, depositAmounts: [5, 10, 25, 50] });
    const rows = Array.isArray(body.tools) ? body.tools : [];
    expect(rows.map(({ tool, price }: { tool: string; price: number }) => ({ id: tool, price }))).toEqual(tools);
  });
});

describe('/llms.txt', () => {
  it('leads a stranger to an account, a paid call and its receipt', async () => {
    const { text } = await get('/llms.txt');
    const [, steps = ''] = /^# Farebox\n\n> .+\n\n## (?:Three|Four) steps: (.+)\n/.exec(text) ?? [];
    const commands = (/```\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '').split('\n');
    const [create = '', ...others] = commands;
    const [receipt = '', call = '', estimate] = others.reverse();
    expect(steps.split(', ')).toHaveLength(commands.length);
    const run = async (command: string): Promise<Record<string, unknown>> => {
      const { stdout } = await promisify(execFile)('bash', ['-euc', command], { timeout: 20_000 });
      return JSON.parse(stdout);
    };
    const { apiKey } = await run(create);
    if (estimate) expect(await run(estimate.replace('<apiKey>', String(apiKey)))).toMatchObject({ success: true });
    const paid = await run(call.replace('<apiKey>', String(apiKey)));
    expect(paid).toMatchObject({ success: true, price: '0.002 (2 WT)', balance: 0.248, receipt: { state: 'settled' } });
    expect(await run(call.replace('<apiKey>', String(apiKey)))).toEqual(paid);
    const { callId } = Object(paid.receipt);
    const again = await run(receipt.replace('<apiKey>', String(apiKey)).replace('<callId>', callId));
    expect(again).toMatchObject({ success: true });
    expect(JSON.stringify(again)).toContain(callId);
  });

  it('lists documents, tools and MCP servers as links with notes', async () => {
    const { text } = await get('/llms.txt');
    for (const title of ['Tools', 'MCP', 'Documents']) {
      const [, lines = ''] =
        new RegExp(`\n## ${title}\n\n((?:.+\n)*)`).exec(text.replace(/Prices in USD per call\..*\n\n/, '')) ?? [];
      expect(
        lines
          .trim()
          .split('\n')
          .every((line) => /^- \[[^\]]+\]\(http\S+\): .+$/.test(line)),
        title,
      ).toBe(true);
    }
  });
});

describe('/agent', () => {
  it('is a page with the headers of pages, or Markdown for who asks', async () => {
    const asked = await get('/agent', { headers: { accept: 'text/markdown, text/html;q=0.5' } });
    expect(asked.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
    });
    expect(asked.text).toMatch(/^# Farebox\n/);
    const { headers, text } = await get('/agent', { headers: { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' } });
    expect(headers).toMatchObject({
      vary: 'Accept, Accept-Language, Cookie, Accept-Encoding',
      'content-security-policy': expect.stringContaining("'none'"),
    });
    expect(text).toMatch(/<h2[^>]*>(Three|Four) steps: create, .*call, receipt<\/h2>/);
    expect(text).toContain('<code>X-Max-Price: &lt;USD></code>');
    expect(text).not.toContain('noindex');
  });
});

describe('for other software', () => {
  it('robots.txt closes the API and leaves its description open, to every crawler alike', async () => {
    const { text } = await get('/robots.txt');
    const groups = text
      .trim()
      .split('\n\n')
      .map((group) => group.split('\n'));
    const rulesOf = (group: string[]) => group.filter((line) => !line.startsWith('User-agent: '));
    const [rules = []] = groups.map(rulesOf);
    for (const group of groups) expect(rulesOf(group)).toEqual(rules);
    expect(groups.map(([first]) => first)).toEqual([
      'User-agent: *',
      'User-agent: OAI-SearchBot',
      'User-agent: GPTBot',
    ]);
    expect(rules[0]).toBe('Content-Signal: search=yes, ai-input=yes, ai-train=no');
    const named = (word: string): string[] =>
      rules.flatMap((rule) => (rule.startsWith(`${word}: `) ? rule.slice(word.length + 2) : []));
    expect(named('Allow')).toEqual(expect.arrayContaining(['/api/capabilities', '/api/v2/smart/capabilities']));
    // The longest rule that fits decides (RFC 9309).
    const isOpen = (path: string): boolean => {
      const longest = (list: string[]) =>
        Math.max(0, ...list.filter((rule) => path.startsWith(rule)).map((r) => r.length));
      return longest(named('Allow')) >= longest(named('Disallow'));
    };
    for (const path of ['/api-benchmark/en/', '/docs', '/agent', '/llms.txt', '/pricing', '/mcp/proxy/server-card']) {
      expect([path, isOpen(path)]).toEqual([path, true]);
    }
    for (const path of ['/api/proxy/weather', '/admin/accounts', '/pay/x', '/oauth/authorize', '/mcp/proxy']) {
      expect([path, isOpen(path)]).toEqual([path, false]);
    }
  });

  it('the API catalog names each API, with documents of the types that it says', async () => {
    const { body, headers } = await get('/.well-known/api-catalog');
    expect(headers.link).toBe(`<${url}/.well-known/api-catalog>; rel="api-catalog"`);
    const entries: { anchor: string; [relation: string]: unknown }[] = Object(body.linkset);
    expect(entries.map(({ anchor }) => anchor)).toEqual([`${url}/`, `${url}/mcp/proxy`, `${url}/mcp/free`]);
    for (const { anchor: _anchor, ...relations } of entries) {
      expect(Object.keys(relations)).toEqual(expect.arrayContaining(['service-desc', 'service-doc', 'status']));
      for (const { href, type } of Object.values(relations).flatMap((targets) => Object(targets))) {
        const { headers: own } = await get(href.slice(url.length));
        expect(String(own['content-type']).startsWith(type), href).toBe(true);
      }
    }
  });

  it('server.json fits the MCP registry and names the servers that there are', async () => {
    const { body } = await get('/server.json');
    expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(String(body.description).length).toBeLessThanOrEqual(100);
    expect(body.remotes).toMatchObject([
      {
        type: 'streamable-http',
        url: `${url}/mcp/proxy`,
        headers: [{ name: 'Authorization', isRequired: false, isSecret: true }],
      },
      { type: 'streamable-http', url: `${url}/mcp/free` },
    ]);
  });

  it('the AI catalog leads to the card of each MCP server, and the card to the server', async () => {
    const { body, headers } = await get('/.well-known/ai-catalog.json');
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' });
    expect(body).toMatchObject({ specVersion: '1.0', host: { displayName: 'Farebox' } });
    const entries: { identifier: string; type: string; url: string }[] = Object(body.entries);
    expect(entries.map(({ identifier }) => identifier)).toEqual([
      'urn:air:127.0.0.1:mcp:farebox',
      'urn:air:127.0.0.1:mcp:farebox-free',
    ]);
    const account = await ask(url, 'POST', '/api/proxy/account/create', { body: { name: 'A', mode: 'test' } });
    for (const { type, url: address } of entries) {
      const { headers: own, body: card } = await get(address.slice(url.length), { headers: { accept: type } });
      expect(own).toMatchObject({ 'content-type': type, 'access-control-allow-origin': '*' });
      expect(Object.keys(card)).toEqual([
        '$schema',
        'name',
        'title',
        'description',
        'version',
        'websiteUrl',
        'remotes',
      ]);
      expect(card.$schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
      expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
      expect(String(card.description).length).toBeLessThanOrEqual(100);
      const [{ url: remote, headers: needed = [] }] = Object(card.remotes);
      const bearer = needed.length > 0 ? { authorization: `Bearer ${account.body.apiKey}` } : {};
      const sent = { accept: 'application/json, text/event-stream', ...bearer };
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const { status } = await ask(url, 'POST', remote.slice(url.length), { headers: sent, body: ping });
      expect([remote, status]).toEqual([remote, 200]);
    }
  });

  it('security.txt is there when the operator has an address', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
    const other = await freshDatabase('sqlite');
    const env = { ...serverEnv(other), OPERATOR_CONTACT: 'security@farebox.example' };
    const reachable = await startServer(readConfig(env, providers), providers);
    const { headers, text: served } = await ask(reachable.url, 'GET', '/.well-known/security.txt');
    await reachable.close();
    await other.drop();
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const [, expires = ''] = /^Contact: mailto:security@farebox\.example\nExpires: (.*)\n/.exec(served) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect(Date.parse(expires)).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
  });

  it('security.txt holds an address and nothing else', () => {
    const facts = {
      version: '1.0.0',
      baseUrl: 'https://farebox.example',
      contentSignal: '',
      welcomeMicros: 0,
      depositAmounts: [],
    };
    const text = (operatorContact: string) => buildSecurityText({ ...facts, operatorContact }, Date.UTC(2026, 0, 1));
    expect(text('security@farebox.example')).toBe(
      [
        'Contact: mailto:security@farebox.example',
        'Expires: 2026-04-01T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://farebox.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
    expect(text('https://farebox.example/contact')).toMatch(/^Contact: https:\/\/farebox.example\/contact\n/);
    expect([text(''), text('ask Ada'), text('a@b\nContact: mailto:c@d')]).toEqual([null, null, null]);
  });
});
