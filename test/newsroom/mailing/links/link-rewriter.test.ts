import { expect, it } from 'vitest';
import { joinLinks, splitLinks, toHtml } from '../../../../src/newsroom/mailing/links/link-rewriter.ts';

const wrap = (html: string): string =>
  joinLinks(splitLinks(html), (url) => `https://farebox.example/c?u=${url.length}&to=${url}`);

it('replaces the addresses of web links and leaves everything else as it is', () => {
  const html =
    '<p class="x">A <a href="https://a.example/?q=1&amp;r=2" title="&quot;one&quot;">first</a>,\n<br /><a name="top">anchor</a> &lt;a href="https://b.example/"&gt;</p>' +
    '<a href="mailto:desk@a.example">mail</a><A HREF=\'http://c.example/é\'>third</A><a href="https://">none</a>';
  expect(wrap(html)).toBe(
    '<p class="x">A <a title="&quot;one&quot;" href="https://farebox.example/c?u=26&amp;to=https://a.example/?q=1&amp;r=2">first</a>,\n<br /><a name="top">anchor</a> &lt;a href="https://b.example/"&gt;</p>' +
      '<a href="mailto:desk@a.example">mail</a><a href="https://farebox.example/c?u=18&amp;to=http://c.example/é">third</A><a href="https://">none</a>',
  );
  expect(joinLinks(splitLinks('no link <'), String)).toBe('no link <');
});

it('finds the links of text that became HTML', () => {
  expect(splitLinks(toHtml('See https://a.example/x.\n\n'.repeat(3))).urls).toEqual(
    Array(3).fill('https://a.example/x'),
  );
});
