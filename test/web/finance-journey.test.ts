/** A finance person tops up, and takes the documents that bookkeeping needs. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { programs } from '../harness/programs.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { lookAt } from './look.ts';

const JOURNEY_MS_MAX = 240_000;
const STEP_MS_MAX = 20_000;

describe.skipIf(!hasChromium)('a finance person', { timeout: JOURNEY_MS_MAX }, () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld({ ACCOUNT_MODE: 'test', DEMO_DATA: 'off', SELLER_NAME: 'Tools Inc' });
    world.browser.tab.setDefaultTimeout(STEP_MS_MAX);
  });
  afterAll(() => world?.close());

  async function download(link: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [file] = await Promise.all([world.browser.tab.waitForEvent('download'), link.click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  function readPdf(bytes: Buffer): string {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return programs.pdftotext
      ? execFileSync(programs.pdftotext, ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
      : '';
  }

  it('tops up, sets the customer, and gets receipt and statement', async () => {
    const { server, browser, signIn } = world;
    const { tab } = browser;
    await signIn('finance@studio.example', '/dashboard?mode=test');
    await tab.getByRole('button', { name: 'Create test key' }).click();
    const key = (await tab.locator('.secret code').textContent()) ?? '';
    await tab.getByRole('link', { name: 'Open test account' }).click();
    await lookAt(world, 'finance-1-overview');
    await tab.getByRole('button', { name: 'Add $25' }).click();
    await lookAt(world, 'finance-2-link');
    await tab.getByRole('button', { name: /^Pay \$25/ }).click();
    await lookAt(world, 'finance-3-checkout');
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.getByRole('heading', { name: 'Payment received' }).waitFor();
    await lookAt(world, 'finance-4-paid');
    await tab.getByRole('link', { name: 'Receipt and billing' }).click();

    await tab.getByRole('heading', { name: 'Deposits and receipts' }).waitFor();
    await lookAt(world, 'finance-5-billing');
    await tab.getByLabel('Name of the person or company').fill('Studio Ltd');
    await tab.getByLabel('Tax ID').fill('GB123456789');
    await tab.getByLabel('Address').fill('1 High Street\nLondon');
    await tab.getByRole('button', { name: 'Save details' }).click();
    await tab.getByText('Saved. New receipts and statements show these details.').waitFor();
    await lookAt(world, 'finance-6-customer');
    const receipt = await download(tab.getByRole('link', { name: 'Download receipt (PDF)' }));
    expect(receipt.name).toBe('receipt-TEST-000001.pdf');
    const words = readPdf(receipt.bytes);
    if (programs.pdftotext)
      expect(words).toMatch(/Receipt TEST-000001[\s\S]*Tools Inc[\s\S]*Studio Ltd[\s\S]*25\.00 USD/);
    await tab.reload();
    await tab.getByRole('link', { name: 'Receipt TEST-000001 (PDF)' }).waitFor();
    expect(await tab.getByLabel('Address').inputValue()).toBe('1 High Street\nLondon');

    const body = { text: 'Good morning', targetLang: 'JA' };
    expect((await server.request('POST', '/api/proxy/translate-premium', { key, body })).status).toBe(200);
    const statement = await download(tab.getByRole('link', { name: 'Statement (PDF)' }).first());
    expect(statement.name).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
    if (programs.pdftotext) expect(readPdf(statement.bytes)).toMatch(/Studio Ltd[\s\S]*translate-premium/);
    const table = await download(tab.getByRole('link', { name: 'Statement (CSV)' }).first());
    expect(table.name).toMatch(/^statement-\d{4}-\d{2}\.csv$/);
    const lines: Record<string, string>[] = parse(table.bytes, { bom: true, columns: true });
    expect(lines.at(-1)).toMatchObject({ line: 'closing_balance', currency: 'USD' });
    expect(lines).toContainEqual(expect.objectContaining({ line: 'usage', tool: 'translate-premium', calls: '1' }));
    const usage = await download(tab.getByRole('link', { name: 'Usage by day (CSV)' }).first());
    expect(parse(usage.bytes, { bom: true, columns: true })).toMatchObject([{ tool: 'translate-premium', calls: '1' }]);
  });

  it('saves a test card for auto top-up, and sees the spend by day', async () => {
    const { tab } = world.browser;
    await tab.getByRole('button', { name: 'Save a card' }).click();
    await tab.getByRole('button', { name: 'Save a card that pays' }).waitFor();
    await lookAt(world, 'finance-7-card');
    await tab.getByRole('button', { name: 'Save a card that pays' }).click();
    await tab.getByText(/^visa ending in/i).waitFor();
    await tab.getByLabel('When the balance falls below (USD)').fill('10');
    await tab.getByLabel('Monthly limit (USD)').fill('100');
    await tab.getByRole('button', { name: 'Turn on auto top-up' }).click();
    await tab.getByText('On', { exact: true }).waitFor();
    await tab.getByText('$0.00 of $100.00').waitFor();
    await lookAt(world, 'finance-8-top-up');
    await tab.getByRole('link', { name: 'Overview' }).first().click();
    await tab.getByRole('heading', { name: 'Daily spend' }).waitFor();
    await tab.getByText('Show as table', { exact: true }).click();
    await tab
      .getByRole('row', { name: /\$0\.003/ })
      .first()
      .waitFor();
    await lookAt(world, 'finance-9-spend');
  });
});
