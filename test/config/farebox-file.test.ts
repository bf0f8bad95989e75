/** `farebox.yaml`: what it may hold, and how its mistakes are told. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error.ts';
import { loadFareboxFile } from '../../src/config/file/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-file-'));
const path = join(folder, 'farebox.yaml');

function load(text: string, env: Record<string, string> = {}) {
  writeFileSync(path, text);
  return loadFareboxFile(path, env);
}

function explain(text: string, env: Record<string, string> = {}): string[] {
  try {
    load(text, env);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message.replaceAll(path, 'farebox.yaml').split('\n');
    throw thrown;
  }
  return [];
}

describe('farebox.yaml', () => {
  it('reads upstreams with prices in micro-USD and durations in milliseconds', () => {
    const { upstreams = {} } = load(
      [
        'upstreams:',
        '  crm:',
        `    mcp: { url: "https://crm.example.com/mcp", headers: { Authorization: "Bearer \${CRM_TOKEN}" } }`,
        '    price: 0.004',
        '    cost: 0.001',
        '    timeout: 30s',
        '    tools:',
        '      export_all: { price: 0.05, charge: always }',
        '      delete_contact: false',
      ].join('\n'),
      { CRM_TOKEN: 'secret-token' },
    );
    expect(upstreams.crm).toMatchObject({
      mcp: { url: 'https://crm.example.com/mcp', headers: { Authorization: 'Bearer secret-token' } },
      price: 4_000,
      cost: 1_000,
      timeout: 30_000,
      tools: { export_all: { price: 50_000, charge: 'always' }, delete_contact: false },
    });
  });

  it('reads secrets from files and lists what the log must leave out', () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'from-a-file\n');
    const text = `upstreams: { a: { openapi: { document: ./a.yaml, headers: { X-Key: "\${file:${secret}}" } } } }`;
    const file = load(text);
    expect(file.upstreams?.a).toMatchObject({ openapi: { headers: { 'X-Key': 'from-a-file' } } });
    expect(file.secrets).toEqual(['from-a-file']);
  });

  it.each([
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    prise: 1',
      'farebox.yaml:4:5: upstreams.crm.prise is not a setting. Did you mean price?',
    ],
    ['upstreems: {}', 'farebox.yaml:1:1: upstreems is not a setting. Did you mean upstreams?'],
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    price: cheap',
      'farebox.yaml:4:12: upstreams.crm.price must be `free` or an amount in USD with at most six decimals, such as 0.004.',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    price: 0.0000001',
      'farebox.yaml:4:12: upstreams.crm.price must be `free` or an amount in USD with at most six decimals, such as 0.004.',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    timeout: 30',
      'farebox.yaml:4:14: upstreams.crm.timeout must be a duration from 100ms to 10m, such as 30s.',
    ],
    [
      'upstreams:\n  Crm_1:\n    mcp: { url: "https://a.example" }',
      'farebox.yaml:2:3: upstreams.Crm_1 must be lower-case words joined by hyphens, such as weather-pro.',
    ],
    [
      'upstreams:\n  crm:\n    price: free',
      'farebox.yaml:3:5: upstreams.crm must have either `mcp` (an MCP server) or `openapi` (an HTTP API).',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { args: [] }',
      'farebox.yaml:3:10: upstreams.crm.mcp must have either `command` (a local server) or `url` (a remote one).',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { url: "ftp://a" }',
      'farebox.yaml:3:17: upstreams.crm.mcp.url must be an address that starts with https:// or http://.',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    tools: { x: true }',
      'farebox.yaml:4:17: upstreams.crm.tools.x must be false (not offered) or a mapping such as { price: 0.002 }.',
    ],
    [
      'upstreams:\n  crm:\n    mcp: { url: "https://a.example" }\n    tools: { x: { public: 1 } }',
      'farebox.yaml:4:27: upstreams.crm.tools.x.public must be true or false.',
    ],
    [
      `upstreams:\n  crm:\n    mcp: { url: "\${CRM_URL}" }`,
      'farebox.yaml:3:17: upstreams.crm.mcp.url needs the environment variable CRM_URL, which is not set.',
    ],
    [
      `upstreams:\n  crm:\n    mcp: { command: x, args: ["\${file:/nowhere/x}"] }`,
      "farebox.yaml:3:31: upstreams.crm.mcp.args.0 needs the file /nowhere/x, which can't be read or is larger than 64 KiB.",
    ],
    ['upstreams: ./tools', 'farebox.yaml:1:12: upstreams must be a mapping of keys to values.'],
    ['- a', 'farebox.yaml:1:1: The file must be a mapping of keys to values.'],
  ])('explains %j', (text, line) => {
    expect(explain(text)).toContain(line);
  });

  it('tells the place of a syntax error', () => {
    expect(explain('upstreams:\n  a: [1')[0]).toMatch(/^farebox\.yaml:2:\d+: /);
    expect(explain('upstreams: {}\nupstreams: {}')[0]).toMatch(/^farebox\.yaml:2:1: .*unique/i);
  });

  it('refuses aliases that multiply', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at, all) =>
      at === 0
        ? `a: &a [x,x,x,x,x,x,x,x,x]`
        : `${name}: &${name} [${Array(9)
            .fill(`*${all[at - 1]}`)
            .join(',')}]`,
    );
    expect(explain(levels.join('\n'))[0]).toContain('aliases');
  });
});
