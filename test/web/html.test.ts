import { expect, it } from 'vitest';
import { html, quoteName, toSafeHref } from '../../src/web/html.ts';
import { renderPage } from '../../src/web/page.tsx';

it('escapes what is put in, and leaves its own markup alone', () => {
  const evil = `<img src=x onerror="a('b')"> & more`;
  const safe = '&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; more';
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(`<p title="${safe}">${safe}</p>`);
  expect(html`<ul>${['<a>', '<b>'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
    '<ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li></ul>',
  );
  expect(html`${1}${html`<b>${2}</b>`}`.text).toBe('1<b>2</b>');
  expect(quoteName('<x>').text).toBe('<q><bdi>&lt;x&gt;</bdi></q>');
});

it('follows addresses that a browser may follow', () => {
  for (const address of ['https://a.example/?b=1', 'http://127.0.0.1', 'mailto:a@b.example']) {
    expect(toSafeHref(address)).toBe(address);
  }
  for (const address of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'the desk', '']) {
    expect(toSafeHref(address)).toBeNull();
  }
});

it('frames a page that people and screen readers can use', () => {
  const text = renderPage({ title: 'A <title>', body: html`<p>Hello</p>`, goesTo: 'https://a.example/?b=1&c="' });
  for (const part of [
    '<html lang="en">',
    'name="viewport" content="width=device-width, initial-scale=1"',
    '<title>A &lt;title> · Farebox</title>',
    '<h1>A &lt;title></h1>',
    '<main id="main">',
    'content="0; url=https://a.example/?b=1&amp;c=&quot;"',
    '<meta name="robots" content="noindex"/>',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/<script(?! (type="module" )?src="\/assets\/)|<style|style=|\son\w+=/);
});
