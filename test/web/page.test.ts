import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderPage } from '../../src/web/page.tsx';
import { renderPrivatePage } from '../../src/web/pages/private-page.tsx';
import { renderTermsPage } from '../../src/web/pages/terms.tsx';
import { toSafeHref } from '../../src/web/safe-href.ts';
import { readSamples, renderSamples } from '../harness/write-samples.ts';

it('follows addresses that a browser may follow', () => {
  for (const address of ['https://a.example/?b=1', 'http://127.0.0.1', 'mailto:a@b.example']) {
    expect(toSafeHref(address)).toBe(address);
  }
  for (const address of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'the desk', '']) {
    expect(toSafeHref(address)).toBeNull();
  }
});

it('frames a page that people and screen readers can use', () => {
  const text = renderPage({ title: 'A <title>', body: 'Hello <b>', goesTo: 'https://a.example/?b=1&c="' });
  for (const part of [
    '<html lang="en">',
    'name="viewport" content="width=device-width, initial-scale=1"',
    '<title>A &lt;title> · Farebox</title>',
    '<h1>A &lt;title></h1>',
    '<main id="main">',
    'Hello &lt;b>',
    'content="0; url=https://a.example/?b=1&amp;c=&quot;"',
    '<meta name="robots" content="noindex"/>',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/<script(?! (type="module" )?src="\/assets\/)|<style|style=|\son\w+=/);
});

it('leads to the terms of whoever runs the server, or says that there are none', () => {
  const guide = { version: '1', baseUrl: 'https://a.example', welcomeMicros: 0, depositAmounts: [], contentSignal: '' };
  const none = renderTermsPage({ ...guide, operatorContact: '' }, 'en');
  expect(none).toContain("hasn't published any terms");
  const termsUrl = 'https://b.example/terms?a=1&b=2';
  const page = renderTermsPage({ ...guide, operatorContact: 'desk@b.example', termsUrl }, 'ja');
  expect(page).toContain('<a href="https://b.example/terms?a=1&amp;b=2">');
  expect(page).toContain('<a href="mailto:desk@b.example">desk@b.example</a>');
});

it("leaves it to the parts of a page of one's own to say aloud what changes", () => {
  const { body } = renderPrivatePage({
    title: 'Mine',
    language: 'en',
    account: { name: 'Ada', mode: 'test', isMember: false, isOperator: false },
    area: { title: 'Account', groups: [] },
    island: 'islands/dashboard.tsx',
    words: {},
    facts: {},
  });
  expect(body).toMatch(/<p class="note scripted loading" role="status">/);
  expect(body).not.toContain('aria-live');
});

it('has its sample answers as the formatter writes them', async () => {
  const text = await readFile(new URL('../../src/web/texts/samples.ts', import.meta.url), 'utf8');
  const samples = readSamples(text);
  expect(Object.keys(samples).length).toBeGreaterThan(20);
  expect(renderSamples(samples)).toBe(text);
});
