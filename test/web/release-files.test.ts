/** Pictures and attachments in the editor: chosen, dropped or pasted, described, put in order and published. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { buildPng } from '../harness/png.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { lookAt } from './look.ts';

const BROWSER_MS_MAX = 240_000;
const STEP_MS_MAX = 20_000;

/** Stripes in a color. */
const picture = (red: number, green: number, blue: number): Buffer =>
  buildPng({
    ...{ width: 160, height: 100, depth: 8, color: 2 },
    sampleAt: (x, y) => (Math.floor((x + y) / 20) % 2 === 0 ? [red, green, blue] : [240, 240, 235]),
  });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

/** Gives the page a file as a drop or a paste does. */
const handOver = (event: 'drop' | 'paste', name: string, type: string, bytes: Buffer): string => `(() => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (letter) => letter.charCodeAt(0));
  data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
  const options = { bubbles: true, cancelable: true };
  ${
    event === 'drop'
      ? "document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))"
      : "document.querySelector('#body').dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))"
  };
})()`;

describe.skipIf(!hasChromium)('files of a release in the editor', { timeout: BROWSER_MS_MAX }, () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld({ DEMO_DATA: 'off' });
    world.browser.tab.setDefaultTimeout(STEP_MS_MAX);
    await world.signIn('ada@studio.example', '/app/releases?id=new');
  });
  afterAll(() => world?.close());

  it('are added, described, put in order and published', async () => {
    const { tab } = world.browser;
    await tab.getByText('Save the release to add pictures and attachments.').waitFor();
    await tab.getByLabel('Headline').fill('Studio opens a store in Osaka');
    await tab.getByLabel('Body').fill('Studio opens a store in Osaka on December 1, 2026.\n\n## Hours\n- 10 to 18');
    await tab.getByRole('button', { name: 'Save' }).click();
    const input = tab.getByLabel('Add pictures or PDF files');
    await input.setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: picture(11, 95, 255) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a picture') },
    ]);
    await tab.getByText('Added: front.png').waitFor();
    await tab.getByText('The file is not a PNG, JPEG or PDF').waitFor();
    // The browser has complained of the refusal.
    world.browser.complaints.length = 0;
    await tab.evaluate(handOver('paste', 'inside.png', 'image/png', picture(200, 60, 40)));
    await tab.getByText('Added: inside.png').waitFor();
    await tab.evaluate(handOver('drop', 'facts.pdf', 'application/pdf', pdf));
    await tab.getByText('Added: facts.pdf').waitFor();
    expect(await tab.getByText('Not a picture').count()).toBe(0);

    await tab.getByRole('button', { name: 'Publish to feed' }).click();
    await tab.getByText('2 pictures have no alt text.').waitFor();
    expect(await tab.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    const describe = async (at: number, alt: string): Promise<void> => {
      const field = tab.getByLabel('Alt text').nth(at);
      await field.fill(alt);
      await field.press('Tab');
    };
    await describe(0, 'The store seen from the street');
    await tab.getByText('1 picture has no alt text.').waitFor();
    await describe(1, 'Shelves inside the store');
    await tab.getByText('All pictures have alt text').waitFor();
    const caption = tab.getByLabel('Caption').first();
    await caption.fill('Opening day');
    await caption.press('Tab');
    await tab.getByLabel('Title', { exact: true }).fill('Fact sheet');
    await tab.getByLabel('Title', { exact: true }).press('Tab');
    const up = tab.getByRole('button', { name: 'Move inside.png up' });
    await up.focus();
    await tab.keyboard.press('Enter');
    await tab.locator('.release-files li').first().getByRole('link', { name: 'inside.png' }).waitFor();
    await tab.getByText('Preview').click();
    const shown = tab.locator('details .picture img');
    expect(await shown.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))).toEqual([
      'Shelves inside the store',
      'The store seen from the street',
    ]);
    await lookAt(world, 'editor-en');
    for (const lang of ['ja', 'zh']) {
      await tab.context().addCookies([{ name: 'lang', value: lang, url: world.server.url }]);
      await tab.reload();
      await tab.locator('.release-files img').first().waitFor();
      await lookAt(world, `editor-${lang}`);
    }
    await tab.context().clearCookies({ name: 'lang' });
    await tab.reload();
    await tab.getByRole('button', { name: 'Publish to feed' }).click();
    await tab.getByRole('button', { name: 'Publish now' }).click();
    await tab.getByRole('link', { name: /v1.articles/ }).click();
    await tab.getByRole('img', { name: 'Shelves inside the store' }).waitFor();
    const sizes = await tab
      .locator('.picture img')
      .evaluateAll((images) => images.map((image) => Object(image).naturalWidth));
    expect(sizes).toEqual([160, 160]);
    expect(await tab.locator('figcaption').allTextContents()).toEqual(['Opening day ']);
    await tab.getByRole('link', { name: 'Fact sheet' }).waitFor();
    await lookAt(world, 'public-en');
    for (const lang of ['ja', 'zh']) {
      await tab.context().addCookies([{ name: 'lang', value: lang, url: world.server.url }]);
      await tab.reload();
      await lookAt(world, `public-${lang}`);
    }
  });
});
