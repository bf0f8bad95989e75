/** docs/sending.md says what the code does, and its commands run. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig, toSettingVariable } from '../src/config/config.ts';
import { serverSettings } from '../src/config/settings.ts';
import { defaultPlans } from '../src/identity/quota/plans.ts';
import { loadMailProviders, nameVariable } from '../src/newsroom/mailing/providers/service.ts';
import { bounceRule } from '../src/newsroom/mailing/queue/bounce-rate-writes.ts';
import { computeWarmup, findRetryMs } from '../src/newsroom/mailing/queue/limits.ts';
import { BLOCKAGES } from '../src/newsroom/mailing/queue/types.ts';
import { DAILY_LIMIT } from '../src/newsroom/mailing/state-writes.ts';
import { LASTING, LASTS_DAYS, SUPPRESSION_REASONS } from '../src/newsroom/suppression-list/types.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { textOf } from './harness/sources.ts';

const text = textOf('docs/sending.md');
const flat = text.replace(/\s+/g, ' ');
const AVERAGE = 0.5;

it('names variables and operations that there are', async () => {
  const webhooks = (await loadMailProviders()).map(({ id }) => nameVariable(id));
  const variables = new Set([...Object.keys(serverSettings.shape).map(toSettingVariable), ...webhooks]);
  const named = [...text.matchAll(/`([A-Z][A-Z0-9_]+_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !variables.has(name))).toEqual([]);
  const { tools } = await loadCatalogue();
  const served = new Set(tools.map(({ method, path }) => `${method} ${path}`));
  const operations = [...text.matchAll(/`(GET|PUT|POST|DELETE) (\/[\w/{}-]+)/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  expect(operations.length).toBeGreaterThan(8);
  expect(operations.filter((operation) => !served.has(operation))).toEqual([]);
});

it('tells every limit as it is', () => {
  const { mailPerMinute, mailDomainGapMs, mailFirstDayMax, mailCompanyShare } = readConfig({}, []);
  const plans = Object.entries(defaultPlans).map(
    ([name, { mailsPerDay }]) => `${mailsPerDay.toLocaleString('en')} ${name}`,
  );
  const retries = [0, 1, 2, 3].map((nth) => Math.round((findRetryMs(nth, AVERAGE) ?? 0) / 60_000));
  expect([findRetryMs(4, AVERAGE), retries]).toEqual([null, [5, 30, 2 * 60, 6 * 60]]);
  for (const words of [
    `over all campaigns | ${DAILY_LIMIT} |`,
    `of a company | ${plans.join(', ')} |`,
    `first 24 hours | ${mailFirstDayMax} |`,
    `if there are several | ${mailCompanyShare}% |`,
    `per minute | ${mailPerMinute} |`,
    `one domain | ${mailDomainGapMs.toLocaleString('en')} ms |`,
    '5 minutes, 30 minutes, 2 hours and 6 hours',
    `allows ${computeWarmup(1)} emails on its first day`,
    `(${[2, 3, 4].map(computeWarmup).join(', ')})`,
    `more than ${bounceRule.shareMax * 100}% of the sender's last ${bounceRule.mailsMax} emails (at least ${bounceRule.mailsMin})`,
  ]) {
    expect(flat).toContain(words);
  }
});

it('knows everything that holds mail up, and every reason for none', () => {
  const [, held = ''] = /## Reasons a campaign waits\n([\s\S]*?)\n## /.exec(text) ?? [];
  expect(BLOCKAGES.filter((blockage) => !held.includes(`\`${blockage}\``))).toEqual([]);
  for (const reason of SUPPRESSION_REASONS) {
    const [, end = ''] = new RegExp(`\\| \`${reason}\` \\| (.*) \\|`).exec(text) ?? [];
    const days = LASTS_DAYS[reason];
    if (days !== null) expect(end).toContain(`after ${days} days`);
    else expect(/can't be removed/.test(end)).toBe(LASTING.includes(reason));
  }
});

it('makes a DKIM key that the server takes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-dkim-'));
  try {
    const [, commands = ''] = /```sh\n(openssl [\s\S]*?)```/.exec(text) ?? [];
    await promisify(execFile)('bash', ['-euc', commands], { cwd: folder });
    const lines = (await readFile(join(folder, '.env'), 'utf8')).trim().split('\n');
    const env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(readConfig(env, [])).toMatchObject({
      dkimSelector: 'farebox1',
      dkimPrivateKey: expect.stringContaining('\n'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
