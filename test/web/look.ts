/** Looks at a page as each reader may have it: at both widths, light and dark, with axe and the console. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { DESKTOP, findAxeFaults, PHONE, settle } from '../harness/browser.ts';
import type { BrowserWorld } from './browser-world.ts';

/** A folder, for pictures of every step. */
const { JOURNEY_PICTURES: pictures } = process.env;
/** A check of the sign-in that a stranger doesn't have. */
const EXPECTED = /status of 40[14]/;

export async function lookAt({ browser: { tab, complaints } }: BrowserWorld, step: string): Promise<void> {
  await settle(tab);
  for (const colorScheme of ['light', 'dark'] as const) {
    // What fades in has no contrast yet.
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, viewport] of Object.entries({ PHONE, DESKTOP })) {
      await tab.setViewportSize(viewport);
      const name = `${step}-${width.toLowerCase()}-${colorScheme}`;
      expect.soft(await findAxeFaults(tab), name).toEqual([]);
      const overhang = await tab.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overhang, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      if (pictures === undefined) continue;
      await mkdir(pictures, { recursive: true });
      await tab.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    }
  }
  await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect
    .soft(
      complaints.filter((line) => !EXPECTED.test(line)),
      step,
    )
    .toEqual([]);
}
