/** The configurations that the invite page hands out are what each client reads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/locales/language.ts';
import { KEY_MARK, KEY_VARIABLE, listClients } from '../../src/web/clients.ts';
import { renderClientsDoc } from '../harness/clients-doc.ts';
import { root } from '../harness/sources.ts';

const URL_TRIED = 'https://farebox.example/mcp/proxy';
const clients = listClients(URL_TRIED);

describe.each(clients.map((client) => [client.title, client] as const))('%s', (_title, { withKey, withoutKey }) => {
  it('is told the address, and the key in one of the two ways alone', () => {
    for (const { text } of [withKey, withoutKey]) expect(text).toContain(URL_TRIED);
    expect(withKey.text).toContain(`Bearer ${KEY_MARK}`);
    expect(withoutKey.text).not.toContain(KEY_MARK);
    expect(withoutKey.text.includes(KEY_VARIABLE)).toBe(withoutKey.usesVariable === true);
  });

  it('gets JSON where its file is JSON', () => {
    for (const { file, text } of [withKey, withoutKey]) {
      if (file?.endsWith('.json')) expect(JSON.parse(text)).toBeTypeOf('object');
    }
  });
});

it('are what docs/clients.md shows, with what is known of each', async () => {
  expect(await readFile(join(root, 'docs/clients.md'), 'utf8')).toBe(renderClientsDoc());
});

it('are told in each client’s own words', () => {
  const parsed = (id: string, part: 'withKey' | 'withoutKey'): unknown =>
    JSON.parse(clients.find((client) => client.id === id)?.[part].text ?? '');
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  /** A place that the client fills in. */
  const filled = (name: string): string => `\${${name}}`;
  expect(parsed('cursor', 'withoutKey')).toEqual({
    mcpServers: { farebox: { url: URL_TRIED, headers: bearer(filled('env:FAREBOX_API_KEY')) } },
  });
  expect(parsed('windsurf', 'withKey')).toEqual({
    mcpServers: { farebox: { serverUrl: URL_TRIED, headers: bearer(KEY_MARK) } },
  });
  expect(parsed('gemini-cli', 'withoutKey')).toEqual({
    mcpServers: { farebox: { httpUrl: URL_TRIED, headers: bearer('$FAREBOX_API_KEY') } },
  });
  expect(parsed('claude-code', 'withoutKey')).toEqual({
    mcpServers: { farebox: { type: 'http', url: URL_TRIED, headers: bearer(filled('FAREBOX_API_KEY')) } },
  });
  expect(parsed('vs-code', 'withoutKey')).toEqual({
    inputs: [{ type: 'promptString', id: 'farebox-key', description: 'Farebox API key', password: true }],
    servers: { farebox: { type: 'http', url: URL_TRIED, headers: bearer(filled('input:farebox-key')) } },
  });
  const [codex] = clients.filter(({ id }) => id === 'codex');
  expect(codex?.withoutKey.text.split('\n')).toEqual([
    '[mcp_servers.farebox]',
    `url = "${URL_TRIED}"`,
    'bearer_token_env_var = "FAREBOX_API_KEY"',
  ]);
});

it.each([
  [null, 'en'],
  ['', 'en'],
  ['ja', 'ja'],
  ['fr-FR, zh-Hant;q=0.9, en;q=0.8', 'zh'],
  ['en;q=0.5, ja;q=0.5', 'en'],
  ['ja;q=0, en', 'en'],
  ['*', 'en'],
  [`${'x,'.repeat(10_000)}ja`, 'en'],
])('the language of %j is %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
