import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../src/providers/shared/network/robots.ts';

const allows = (text: string, path: string, agent = 'farebox'): boolean => parseRobots(text, agent).allows(path);

describe('robots.txt', () => {
  it.each([
    ['', '/x', true],
    ['User-agent: *\nDisallow: /', '/x', false],
    ['User-agent: *\nDisallow:', '/x', true],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Farebox\nDisallow: /private', '/x', true],
    ['User-agent: other\nUser-agent: FAREBOX\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\r\nDisallow: /*.pdf$ # no files', '/x.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x.pdf?y', true],
    ['User-agent: *\nDisallow: /a*c*e', '/abcde', false],
    ['User-agent: *\nDisallow: /a*c*e', '/abde', true],
    ['User-agent: *\nDisallow: /a*b$', '/abxb', false],
    ['User-agent: *\nDisallow: /社', '/%E7%A4%BE/1', false],
    ['User-agent: *\nDisallow: /%e7', '/%E7', false],
    ['Disallow: /', '/x', true],
    ['<html><body>Not found', '/x', true],
  ])('%j says of %s: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  it('takes no longer for hostile patterns', () => {
    const startedMs = performance.now();
    const text = `User-agent: *\n${`Disallow: /${'a*'.repeat(400)}b\n`.repeat(500)}`;
    expect(allows(text, `/${'a'.repeat(4_000)}`)).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
