/** Sending domains on the company's page: added, checked against a name server and used, in each language. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, settle } from '../harness/browser.ts';
import { mailingEnv } from '../harness/mailing.ts';
import { type NameServer, openNameServer } from '../harness/name-server.ts';
import { codeIn, decoded, waitFor } from '../harness/outbox.ts';
import { type ScriptedServer, startScriptedServer } from '../harness/scripted-smtp.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { lookAt } from './look.ts';

const ADMIN = 'koho@studio-works.co.jp';
const DOMAIN = 'news.studio-works.co.jp';

describe.skipIf(!hasChromium)('the sending domains of a company', { timeout: 240_000 }, () => {
  let world: BrowserWorld;
  let smtp: ScriptedServer;
  let dns: NameServer;
  let tab: Page;
  const zone = new Map<string, string[]>();
  const setLanguage = (lang: string) =>
    tab.context().addCookies([{ name: 'lang', value: lang, url: world.server.url }]);
  const readCode = (purpose: string, at: number) =>
    tab.locator('.domain details', { hasText: purpose }).locator('code').nth(at).textContent();

  beforeAll(async () => {
    smtp = await startScriptedServer();
    dns = await openNameServer((name) => {
      const texts = zone.get(name);
      return name === 'jp' ? { nameServers: ['a.dns.jp'] } : texts && { texts };
    });
    const env = { SMTP_URL: smtp.url, FETCH_DNS_SERVERS: dns.address, MAIL_SPF_INCLUDE: '_spf.sender.co.jp' };
    world = await openBrowserWorld({ ...mailingEnv, ...env, DEMO_DATA: 'off' });
    tab = world.browser.tab;
    tab.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await world?.close();
    await smtp?.close();
    await dns?.close();
  });

  it('are added, say what is missing, and are used once they are verified', async () => {
    await tab.goto(`${world.server.url}/login?next=%2Fapp%2Fcompany`);
    await tab.getByLabel('Email address').fill(ADMIN);
    await tab.getByRole('button', { name: 'Email me a code' }).click();
    const mail = await waitFor(async () => smtp.accepted.findLast(({ to }) => to === ADMIN));
    await tab.getByLabel('Code', { exact: true }).fill(codeIn(decoded(mail.raw)));
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${world.server.url}/app/company`);
    await tab.getByText('Campaigns are sent from news@sender.co.jp.').waitFor();
    await tab.getByLabel('Domain', { exact: true }).fill('gmail.com');
    await tab.getByRole('button', { name: 'Add domain' }).click();
    await tab.getByText('belongs to a mailbox provider').waitFor();
    // The browser logs the refusal.
    world.browser.complaints.length = 0;
    await tab.getByLabel('Domain', { exact: true }).fill(DOMAIN);
    await tab.getByRole('button', { name: 'Add domain' }).click();
    await tab.getByRole('heading', { name: `${DOMAIN} Not verified` }).waitFor();
    for (const purpose of ['Ownership', 'Signature (DKIM)'])
      zone.set(String(await readCode(purpose, 0)), [String(await readCode(purpose, 1))]);
    const dkim = String(await readCode('Signature (DKIM)', 0));
    const published = zone.get(dkim) ?? [];
    zone.set(dkim, ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAotherKey']);
    await tab.getByRole('button', { name: 'Check now' }).click();
    await tab.getByText('Found in DNS').waitFor();
    for (const lang of ['ja', 'zh', 'en']) {
      await setLanguage(lang);
      await tab.reload();
      await tab.locator('.domain').waitFor();
      await lookAt(world, `sending-domains-${lang}`);
    }
    zone.set(dkim, published);
    // Checks rest for ten seconds.
    await tab.waitForTimeout(10_000);
    await tab.getByRole('button', { name: 'Check now' }).click();
    await tab.getByRole('heading', { name: `${DOMAIN} Verified` }).waitFor();
    await tab.getByText(`To use ${DOMAIN}`).waitFor();
    await tab.getByLabel('Sender address').fill(`pr@${DOMAIN}`);
    await tab.getByRole('button', { name: 'Save' }).first().click();
    await tab.getByText(`Campaigns are sent from pr@${DOMAIN}.`).waitFor();
    await settle(tab);
    await lookAt(world, 'sending-domains-verified');
    await tab.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await tab.getByText(`Remove ${DOMAIN}?`).waitFor();
    expect(await tab.locator('.domain').count()).toBe(1);
  });
});
