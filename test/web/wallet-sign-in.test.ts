/** Sign-in with a wallet in the browser: with one that signs by itself, with several, and with one that is elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser, settle } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { createPayer } from '../harness/payer.ts';
import { createOwner, type Owner } from '../harness/wallet-owner.ts';

const BROWSER_MS_MAX = 120_000;
const NETWORK = 'eip155:84532';
const KEY = `0x${'4d'.repeat(32)}` as const;

/** A wallet by EIP-1193: `announced` ones by EIP-6963, else as `window.ethereum`. It signs in the test, with viem. */
const PROVIDER = `(name, isAnnounced) => {
  const provider = { request: async (call) => {
    const { result, code } = await window.askWallet({ name, ...call });
    if (code !== undefined) throw Object.assign(new Error('refused'), { code });
    return result;
  } };
  if (!isAnnounced) { window.ethereum = provider; return; }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: Object.freeze({ info: { uuid: name, name, icon: 'data:,', rdns: 'example.' + name }, provider }),
  }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}`;

describe.skipIf(!hasChromium)('the owner of a wallet', { timeout: BROWSER_MS_MAX }, () => {
  let server: Farebox;
  const browsers: Browser[] = [];
  const owner = createOwner(KEY);

  beforeAll(async () => {
    server = await startFarebox({ env: { X402_NETWORK: NETWORK } });
    const body = JSON.stringify({ prompt: 'Say hello' });
    const headers = { 'content-type': 'application/json' };
    const url = `${server.url}/api/proxy/llm-fast`;
    expect((await createPayer(KEY).fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await server?.stop();
  });

  interface Asked {
    name: string;
    method: string;
    params?: [string, string];
  }

  async function open(wallets: Readonly<Record<string, Owner>>, isAnnounced: boolean, declines = false) {
    const browser = await openBrowser(DESKTOP);
    browsers.push(browser);
    const { tab } = browser;
    const asked: string[] = [];
    await tab.exposeFunction('askWallet', async ({ name, method, params }: Asked) => {
      asked.push(`${name} ${method}`);
      const wallet = wallets[name];
      if (!wallet || declines) return { code: 4001 };
      if (method === 'eth_requestAccounts') return { result: [wallet.address.toLowerCase()] };
      if (method === 'eth_chainId') return { result: '0x14a34' };
      const [raw = ''] = params ?? [];
      return { result: await wallet.signMessage({ message: { raw: `0x${raw.slice(2)}` } }) };
    });
    for (const name of Object.keys(wallets))
      await tab.addInitScript(`(${PROVIDER})(${JSON.stringify(name)}, ${isAnnounced})`);
    await tab.goto(`${server.url}/login`);
    return { tab, asked, complaints: browser.complaints };
  }

  it('signs in with the only wallet of the browser, and sees its calls, deposits and receipts', async () => {
    const { tab, asked, complaints } = await open({ solo: owner }, false);
    await tab.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await tab.waitForURL(`${server.url}/dashboard`);
    expect(asked).toEqual(['solo eth_requestAccounts', 'solo eth_chainId', 'solo personal_sign']);
    await settle(tab);
    await tab.getByText(owner.address.toLowerCase()).first().waitFor();
    await tab.getByRole('link', { name: 'llm-fast' }).first().waitFor();
    await tab.goto(`${server.url}/dashboard/calls`);
    await tab.getByRole('button', { name: 'Receipt' }).first().click();
    await tab.getByRole('dialog', { name: 'llm-fast' }).getByText('$0.002').first().waitFor();
    await tab.goto(`${server.url}/dashboard/billing`);
    await tab.getByRole('cell', { name: 'Wallet' }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('chooses among several wallets, and is told which of them has no account', async () => {
    const { tab, asked } = await open({ Alpha: createOwner(), Beta: owner }, true);
    await tab.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await tab.getByText('Choose a wallet.').waitFor();
    await tab.getByRole('button', { name: 'Alpha' }).click();
    await tab.getByText('This wallet has no account here.').waitFor();
    await tab.getByRole('button', { name: 'Beta' }).click();
    await tab.waitForURL(`${server.url}/dashboard`);
    expect(asked.at(-1)).toBe('Beta personal_sign');
  });

  it('is told when the wallet declines', async () => {
    const { tab } = await open({ solo: owner }, false, true);
    await tab.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await tab.getByText('The wallet declined the request.').waitFor();
  });

  it('signs the message elsewhere without a wallet in the browser', async () => {
    const { tab, complaints } = await open({}, false);
    await tab.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await tab.getByText('No wallet found in this browser.').waitFor();
    await tab.getByLabel('Wallet address').fill(owner.address);
    await tab.getByRole('button', { name: 'Show the message' }).click();
    const message = tab.locator('#wallet-message');
    await expect.poll(() => message.textContent()).toContain('wants you to sign in with your Ethereum account');
    await tab.getByLabel('Signature').fill(await createOwner().signMessage({ message: 'another' }));
    await tab.locator('#wallet-signature-form button[type=submit]').click();
    await tab.getByText('The signature is from another address or over another text.').waitFor();
    const signature = await owner.signMessage({ message: (await message.textContent()) ?? '' });
    await tab.getByLabel('Signature').fill(signature);
    await tab.locator('#wallet-signature-form button[type=submit]').click();
    await tab.waitForURL(`${server.url}/dashboard`);
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
  });
});
