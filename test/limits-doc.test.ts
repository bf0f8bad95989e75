/** docs/limits.md says what the settings say. */
import { expect, it } from 'vitest';
import { toSettingVariable } from '../src/config/config.ts';
import { settingInfo } from '../src/config/setting-kinds.ts';
import { serverSettings } from '../src/config/settings.ts';
import { httpDefaults } from '../src/http/settings.ts';
import { textOf } from './harness/sources.ts';

const text = textOf('docs/limits.md');

it('docs/limits.md tells every limit with its default', () => {
  const told = new Map(
    [...text.matchAll(/\| `([A-Z_]+)` \| (\d+) \|/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const facts = Object.entries(serverSettings.shape).map(([key, schema]) => ({
    variable: toSettingVariable(key),
    fact: settingInfo.get(schema),
  }));
  for (const [variable, value] of told) {
    expect([variable, facts.find((known) => known.variable === variable)?.fact?.default]).toEqual([variable, value]);
  }
  const limits = facts.filter(({ fact }) => fact?.group === 'Limits' && /^\d+$/.test(fact.default ?? ''));
  // Of a single call rather than of a caller.
  const others = new Set(['MCP_BATCH_MAX', 'L2_TIMEOUT_MS']);
  expect(limits.map(({ variable }) => variable).filter((name) => !told.has(name) && !others.has(name))).toEqual([]);
});

it('docs/limits.md tells what can’t be set as it is', () => {
  const { headerBytesMax, headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, idleTimeoutMs } = httpDefaults;
  for (const words of [
    `${headerBytesMax / 1024} KiB for its headers`,
    `${headersTimeoutMs / 1000} seconds to send them and ${requestTimeoutMs / 1000} to arrive whole`,
    `after ${keepAliveTimeoutMs / 1000} seconds without a request, and after ${idleTimeoutMs / 60_000} minutes`,
  ]) {
    expect(text.replace(/\s+/g, ' ')).toContain(words);
  }
});
