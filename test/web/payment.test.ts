/** A person pays for an agent that has run dry: in their language, once, and told the truth at each step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, hasChromium, openBrowser, PHONE } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

const CALLS_MAX = 400;

describe.skipIf(!hasChromium)('a payment link in a browser', () => {
  let server: Farebox;
  let browser: Browser;
  beforeAll(async () => {
    server = await startFarebox();
    browser = await openBrowser(PHONE, 'ja-JP');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** The link of the refusal. */
  async function runDry(key: string): Promise<string> {
    for (let i = 0; i < CALLS_MAX; i++) {
      const { status, text } = await server.request('POST', '/api/proxy/search-ai', { key, body: { query: 'fares' } });
      if (status !== 402) continue;
      const { deposit }: { deposit: { paymentLinks: { url: string }[] } } = JSON.parse(text);
      return deposit.paymentLinks[0]?.url ?? '';
    }
    throw new Error('The money does not end');
  }

  it('says what failed and what has arrived, and asks before it is used again', { timeout: 240_000 }, async () => {
    const { tab, complaints } = browser;
    const { apiKey, agentId } = await server.account('test');
    const link = await runDry(apiKey);
    const balance = async (): Promise<unknown> =>
      (await server.request('GET', '/api/account/balance', { key: apiKey })).body.balance;
    const before = Number(await balance());

    await tab.goto(link);
    await tab.getByText(agentId).waitFor();
    await tab.getByRole('button', { name: '$10.00を支払う' }).click();
    await tab.getByRole('button', { name: '時間のかかる方法で支払う（最後に失敗する）' }).click();
    await tab.getByText('請求は発生しておらず').waitFor();
    expect(await balance()).toBe(before);

    await tab.getByRole('button', { name: '$10.00を支払う' }).click();
    await tab.getByRole('button', { name: '支払う', exact: true }).click();
    await tab.getByRole('heading', { name: '入金が完了しました' }).waitFor();
    expect(await balance()).toBeCloseTo(before + 10, 6);
    expect(await tab.locator('.ticket').textContent()).toContain(`$${(before + 10).toFixed(3)}`);

    await tab.goto(link);
    await tab.getByText('このリンクは使用済みで').waitFor();
    await tab.getByRole('button', { name: 'もう一度$10.00を支払う' }).click();
    await tab.getByRole('button', { name: '支払う', exact: true }).waitFor();
    expect(await balance()).toBeCloseTo(before + 10, 6);
    expect(complaints).toEqual([]);
  });
});
