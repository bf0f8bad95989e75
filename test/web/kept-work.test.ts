/** Nothing that was typed is lost: saved by itself, kept over a reload, and over the end of a session. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const BROWSER_MS_MAX = 120_000;
const MEMBER = 'ada@studio.example';

describe.skipIf(!hasChromium)('work on a release', { timeout: BROWSER_MS_MAX }, () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld();
    await world.signIn(MEMBER, '/app/releases?id=new');
  });
  afterAll(() => world?.close());

  const leaveUnsaved = async (): Promise<void> => {
    const { tab } = world.browser;
    tab.once('dialog', (dialog) => void dialog.accept());
    await tab.reload();
  };

  it('is there again after a reload, and can be discarded', async () => {
    const { tab } = world.browser;
    await tab.getByLabel('Headline', { exact: true }).fill('Studio launches Kiro');
    await tab.getByLabel('Body', { exact: true }).fill('Studio launches Kiro on December 1.');
    await leaveUnsaved();
    await tab.getByText(/^Restored changes from/).waitFor();
    expect(await tab.getByLabel('Headline', { exact: true }).inputValue()).toBe('Studio launches Kiro');
    await tab.getByRole('button', { name: 'Discard them' }).click();
    expect(await tab.getByLabel('Headline', { exact: true }).inputValue()).toBe('');
  });

  it('saves a draft by itself', async () => {
    const { tab } = world.browser;
    await tab.getByLabel('Headline', { exact: true }).fill('Studio launches Kiro');
    await tab.getByLabel('Body', { exact: true }).fill('Kiro costs 【要確認：価格】 a month.');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.waitForURL(/releases\?id=\d+/);
    await tab.getByLabel('Subheading').fill('For city councils');
    await tab.getByRole('status').getByText('Unsaved changes').waitFor();
    await tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await tab.reload();
    await tab.getByLabel('Headline', { exact: true }).waitFor();
    expect(await tab.getByLabel('Subheading').inputValue()).toBe('For city councils');
    expect(await tab.getByText(/^Restored changes from/).count()).toBe(0);
  });

  it('asks to sign in again in place when the session has ended', async () => {
    const { tab } = world.browser;
    await tab.context().clearCookies();
    await tab.getByLabel('Subheading').fill('For every city council');
    const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your session has expired. Sign in again to continue.').first().waitFor();
    await tab.getByRole('button', { name: 'Sign in again' }).first().click();
    await dialog.getByRole('button', { name: `Email a code to ${MEMBER}` }).click();
    const field = dialog.getByLabel('Code', { exact: true });
    await field.waitFor();
    await field.fill(await world.readCode(MEMBER));
    await field.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await tab.getByLabel('Subheading').inputValue()).toBe('For every city council');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  });

  it('is checked before it is published', async () => {
    const { tab } = world.browser;
    await tab.getByRole('button', { name: 'Publish to feed' }).click();
    const checks = tab.getByRole('region', { name: 'Publish to feed' });
    await checks.getByText('Placeholders left: 【要確認：価格】').waitFor();
    await checks.getByText('No press contact.').waitFor();
    await checks.getByText('No embargo').waitFor();
    await checks.getByRole('button', { name: 'Publish with placeholders' }).waitFor();
    await tab.getByLabel('Body', { exact: true }).fill('Kiro costs 300 dollars a month.');
    await tab.getByLabel('Contact').fill('Ada, press@studio.example');
    await tab.getByLabel('Embargo until').fill('2099-01-01T09:00');
    await tab.getByRole('button', { name: 'Save' }).click();
    await checks.getByText('No placeholders left').waitFor();
    await checks.getByText('Press contact is set').waitFor();
    await checks.getByText(/Under embargo until January 1, 2099/).waitFor();
    expect(await checks.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    await tab.getByLabel('Embargo until').fill('');
    await tab.getByRole('button', { name: 'Save' }).click();
    await checks.getByText('No embargo').waitFor();
    await checks.getByRole('button', { name: 'Publish now' }).click();
    await tab.getByText('Public URL:').waitFor();
  });
});
