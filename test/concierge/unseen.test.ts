/** Messages that nothing was tuned on or learned from: how many of them are routed as they should be, in each language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import { defaultsOf, loadCatalogue } from '../harness/catalogue.ts';
import { root } from '../harness/sources.ts';
import { type Case, faultOf } from './scoring.ts';

const FOLDER = join(root, 'test/concierge/unseen');
const cases = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file): Case[] => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
const registry = await loadCatalogue();
const router = createRouter(registry);

describe('unseen messages', () => {
  it.each(['en', 'ja', 'zh'] as const)('are routed as they should be in 95 of 100: %s', (lang) => {
    const own = cases.filter((test) => test.lang === lang);
    const failed = own.filter((test) => faultOf(test, router.route(test.message).steps, defaultsOf(registry)) !== null);
    expect(own.length).toBeGreaterThan(50);
    expect((own.length - failed.length) / own.length, failed.map(({ id }) => id).join(' ')).toBeGreaterThanOrEqual(
      0.95,
    );
  });
});
