/** Signed links: what verifies, where a click may lead, and what a mail's headers say. */
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../../src/ledger/secret.ts';
import {
  buildClickUrl,
  buildOpenUrl,
  buildUnsubscribeUrl,
  PIXEL,
  readClickTarget,
  readHost,
} from '../../../../src/newsroom/mailing/links/event-links.ts';
import {
  signEvent,
  signUnsubscribe,
  verifyEvent,
  verifyLegacyToken,
  verifyUnsubscribe,
} from '../../../../src/newsroom/mailing/links/signatures.ts';
import {
  buildBounceAddress,
  buildListHeaders,
  readBounceAddress,
} from '../../../../src/newsroom/mailing/links/unsubscribe-headers.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const before = new Secrets(first, []);
const rotated = new Secrets(second, [first]);
const forgotten = new Secrets(second, []);
const mail = { companyId: 'c_9f', mailId: 812 };
const address = '編集部@例え.jp';

describe('a signature', () => {
  it('of an unsubscribe link holds for its address in any spelling, and for no other', () => {
    const signature = signUnsubscribe(before, address, mail);
    expect(verifyUnsubscribe(before, address, signature)).toEqual(mail);
    expect(verifyUnsubscribe(before, ' 編集部@xn--r8jz45g.JP ', signature)).toEqual(mail);
    expect(verifyUnsubscribe(before, 'other@xn--r8jz45g.jp', signature)).toBeNull();
    const [version, kid, , mac] = signature.split('.');
    const forged = Buffer.from(JSON.stringify({ c: 'c_other', m: 812 })).toString('base64url');
    const spoiled = [
      '',
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}.x`,
      signature.replace('v1', 'v2'),
      [version, 'AAAAAAAA', forged, mac].join('.'),
      [version, kid, forged, mac].join('.'),
      'x'.repeat(100_000),
    ];
    expect(spoiled.filter((one) => verifyUnsubscribe(before, address, one))).toEqual([]);
  });

  it('of an event holds for its purpose, article and mail alone', () => {
    const click = signEvent(before, 'click', { articleId: 41 }, 812);
    expect(verifyEvent(before, 'click', { articleId: 41 }, click)).toBe(812);
    expect(verifyEvent(before, 'click', { articleId: 42 }, click)).toBeNull();
    expect(verifyEvent(before, 'open', { articleId: 41 }, click)).toBeNull();
    expect(verifyEvent(before, 'trap', { articleId: 41 }, click)).toBeNull();
    expect(verifyEvent(before, 'click', { articleId: 41 }, click.replace('.812.', '.813.'))).toBeNull();
    expect(verifyUnsubscribe(before, address, click)).toBeNull();
  });

  it('outlives its secret for as long as that is listed', () => {
    const signature = signUnsubscribe(before, address, mail);
    const event = signEvent(before, 'open', { articleId: 41 }, 812);
    const bounce = buildBounceAddress(before, 812, 'mail.example.com');
    expect(verifyUnsubscribe(rotated, address, signature)).toEqual(mail);
    expect(verifyEvent(rotated, 'open', { articleId: 41 }, event)).toBe(812);
    expect(readBounceAddress(rotated, bounce.toUpperCase(), 'mail.example.com')).toBe(812);
    expect(verifyUnsubscribe(forgotten, address, signature)).toBeNull();
    expect(verifyEvent(forgotten, 'open', { articleId: 41 }, event)).toBeNull();
    expect(readBounceAddress(forgotten, bounce, 'mail.example.com')).toBeNull();
    expect(signUnsubscribe(rotated, address, mail)).not.toBe(signature);
  });

  it('of the old form is the plain HMAC of the address', () => {
    // echo -n a@b.jp | openssl dgst -sha256 -hmac secret
    const token = 'd763d63ef657de2bbd5436d3738c9ced8235b68c229e441c7e66aa043100f5a6';
    expect(verifyLegacyToken('secret', ' A@b.jp', token)).toBe(true);
    expect(verifyLegacyToken('secret', 'b@b.jp', token)).toBe(false);
    expect(verifyLegacyToken('secret', 'a@b.jp', token.slice(1))).toBe(false);
  });

  it('of a bounce address names one mail of one domain', () => {
    const bounce = buildBounceAddress(before, 812, 'mail.example.com');
    expect(bounce).toMatch(/^b\+812\.[\w-]{8}@mail\.example\.com$/);
    expect(readBounceAddress(before, bounce.replace('812', '813'), 'mail.example.com')).toBeNull();
    expect(readBounceAddress(before, bounce, 'other.example.com')).toBeNull();
    expect(readBounceAddress(before, 'b+812@mail.example.com', 'mail.example.com')).toBeNull();
  });
});

describe('the links of a mail', () => {
  it('lead through us with what verifies there', () => {
    const unsubscribe = new URL(
      buildUnsubscribeUrl(
        'https://press.example.com',
        'a+b@例え.jp',
        signUnsubscribe(before, 'a+b@例え.jp', mail),
        'ja',
      ),
    );
    const { email, sig } = Object.fromEntries(unsubscribe.searchParams);
    expect(verifyUnsubscribe(before, email ?? '', sig ?? '')).toEqual(mail);
    const open = new URL(buildOpenUrl(before, 'https://press.example.com', 41, 812));
    expect(verifyEvent(before, 'open', { articleId: 41 }, open.searchParams.get('e') ?? '')).toBe(812);
    const target = 'https://example.com/?a=1&b=2#c';
    const click = new URL(buildClickUrl(before, 'https://press.example.com', { articleId: 41, mailId: 812, target }));
    expect(click.searchParams.get('url')).toBe(target);
    const event = click.searchParams.get('e') ?? '';
    expect(verifyEvent(before, 'click', { articleId: 41, target }, event)).toBe(812);
    for (const other of [undefined, '', `${target}x`, target.replace('https', 'HTTPS'), `${target}\t`])
      expect(verifyEvent(before, 'click', { articleId: 41, target: other }, event)).toBeNull();
  });

  it('are named in headers, with one click only over https', () => {
    const facts = {
      ...mail,
      campaignId: 4,
      bounceAddress: buildBounceAddress(before, 812, 'mail.example.com'),
      mailDomain: 'mail.example.com',
    };
    const unsubscribeUrl = 'https://press.example.com/unsubscribe?email=a%40b.jp&sig=x';
    const headers = buildListHeaders({ ...facts, unsubscribeUrl });
    expect(headers['List-Unsubscribe']).toBe(
      `<${unsubscribeUrl}>, <mailto:${facts.bounceAddress}?subject=unsubscribe>`,
    );
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const plain = buildListHeaders({ ...facts, unsubscribeUrl: unsubscribeUrl.replace('https', 'http') });
    expect(plain).not.toHaveProperty('List-Unsubscribe-Post');
    expect(plain['List-Unsubscribe']).not.toContain('http');
  });

  it('show a pixel of 43 bytes', () => {
    expect(PIXEL).toHaveLength(43);
    expect(PIXEL.toString('latin1', 0, 10)).toBe('GIF89a\x01\x00\x01\x00');
  });
});

describe('a click target', () => {
  const baseUrl = 'http://localhost:3000';

  it('is serialized as a URL parser reads it', () => {
    expect(readClickTarget('HTTPS://EXAMPLE.com:443/a b?q=東京', baseUrl)).toBe(
      'https://example.com/a%20b?q=%E6%9D%B1%E4%BA%AC',
    );
    expect(readClickTarget('https://例え.jp', baseUrl)).toBe('https://xn--r8jz45g.jp/');
    expect(readClickTarget('https:\\\\example.com\\a', baseUrl)).toBe('https://example.com/a');
    expect(readClickTarget('http://localhost:3000/x', baseUrl)).toBe('http://localhost:3000/x');
    expect([readHost('例え.jp'), readHost('https://Example.com/x'), readHost('ftp://example.com')]).toEqual([
      'xn--r8jz45g.jp',
      'example.com',
      null,
    ]);
  });

  it.each([
    '',
    '/relative',
    '//example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'https://user@example.com/',
    'https://example.com@evil.test/',
    'https://example.com./',
    'https://example.com:8443/',
    'http://example.com:443/',
    'http://localhost:3001/',
    `https://example.com/${'a'.repeat(5000)}`,
  ])('is never %j', (url) => {
    expect(readClickTarget(url, baseUrl)).toBeNull();
  });
});
