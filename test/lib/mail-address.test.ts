import { describe, expect, it } from 'vitest';
import { isPlainAddress, isReservedDomain, parseMailAddress, readDomain } from '../../src/lib/mail-address.ts';

const normOf = (text: string): string | undefined => parseMailAddress(text)?.norm;

describe('addresses', () => {
  it.each([
    ['A.b@Studio.JP', 'a.b@studio.jp'],
    [' a+tag@b.jp ', 'a+tag@b.jp'],
    ['x@日本。jp', 'x@xn--wgv71a.jp'],
    ['x@ｅxample.jp', 'x@example.jp'],
    ['用户@例子.cn', '用户@xn--fsqu00a.cn'],
    ["o'hara@a.b-c.de", "o'hara@a.b-c.de"],
    ['a@localhost', 'a@localhost'],
  ])('%s is %s', (text, norm) => {
    expect(normOf(text)).toBe(norm);
    expect(parseMailAddress(text)?.address).toBe(text.trim());
  });

  it.each([
    '',
    '@',
    'a',
    'a@',
    '@b.c',
    'a b@c.d',
    'a@b..c',
    'a@-b.c',
    '.a@b.c',
    'a.@b.c',
    'a@b@c.d',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@0x7f.1',
    '"a b"@c.d',
    'a@b.c,d@e.f',
    'a@b.c\r\nBcc: d@e.f',
    'a\u0000@b.c',
    `${'x'.repeat(65)}@b.c`,
    `a@${'x'.repeat(64)}.de`,
    `a@${'x.'.repeat(130)}de`,
  ])('%j is none', (text) => {
    expect(parseMailAddress(text)).toBeNull();
  });

  it('knows what only looks like another one', () => {
    const plain = (text: string): boolean => {
      const address = parseMailAddress(text);
      return address !== null && isPlainAddress(address);
    };
    expect(plain('Ada@studio.jp')).toBe(true);
    expect(plain('Ａda@studio.jp')).toBe(false);
    expect(plain('ﬁ@studio.jp')).toBe(false);
    expect(normOf('Ａda@studio.jp')).toBe('ada@studio.jp');
  });

  it('knows the domains that are nobody’s', () => {
    const reserved = (text: string): boolean => {
      const address = parseMailAddress(text);
      return address !== null && isReservedDomain(readDomain(address));
    };
    expect(['a@b.example', 'a@example', 'a@x.y.TEST', 'a@localhost', 'a@b.invalid'].map(reserved)).toEqual(
      Array(5).fill(true),
    );
    expect(['a@example.com', 'a@contest', 'a@mytest.jp'].map(reserved)).toEqual([false, false, false]);
  });
});
