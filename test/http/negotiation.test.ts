import { expect, it } from 'vitest';
import { chooseForm } from '../../src/http/negotiation.ts';

const html = { type: 'text/html; charset=utf-8' };
const markdown = { type: 'text/markdown; charset=utf-8' };

it.each([
  [undefined, html],
  ['', html],
  ['*/*', html],
  ['text/*', html],
  ['text/html', html],
  ['text/markdown', markdown],
  ['TEXT/Markdown; charset=utf-8', markdown],
  ['text/markdown, */*', markdown],
  ['text/markdown, text/html', html],
  ['text/markdown;q=0.9, text/html;q=1.0', html],
  ['text/markdown, text/html;q=0.9', markdown],
  ['text/html;q=0, */*', markdown],
  ['text/html;q=0, text/markdown;q=0', html],
  ['image/png', html],
  [';;,,q=,text/html;q=x', html],
])('%j gets the right form', (accept, form) => {
  expect(chooseForm([html, markdown], accept)).toBe(form);
});
