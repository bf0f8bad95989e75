import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRedirect, findRedirectFault, isRedirectAllowed } from '../../src/identity/oauth/redirects.ts';

describe('a redirect URI', () => {
  it.each([
    'https://client.example/callback',
    'https://client.example:8443/callback?a=b',
    'https://client.example',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:33418/',
    'http://[::1]:8080/callback',
    'http://localhost:3334/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/oauth2redirect',
    'vscode://publisher.extension/done',
  ])('may be %s', (uri) => {
    expect(findRedirectFault(uri)).toBeNull();
  });

  it.each([
    '',
    '/callback',
    'client.example/callback',
    '//client.example/callback',
    'http://client.example/callback',
    'http://127.0.0.1.client.example/callback',
    'http://127.0.0.1@client.example/callback',
    'http://127.1/callback',
    'http://0.0.0.0/callback',
    'http://localhost.client.example/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'https://client.example/callback#fragment',
    'https://client.example/callback#',
    'https://user@client.example/callback',
    'https://client.example/ callback',
    'https://client.example/\tcallback',
    'https://client.example\\@attacker.example/',
    'https://client.example/コールバック',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'blob:https://client.example/1',
    'view-source:https://client.example/',
    'ftp://client.example/',
    'mailto:a@client.example',
    `https://client.example/${'x'.repeat(2_000)}`,
  ])('may not be %s', (uri) => {
    expect(findRedirectFault(uri)).toEqual(expect.any(String));
  });

  it('fits what was named, character by character; of a loopback address the port is free', () => {
    const named = ['https://client.example/cb', 'http://127.0.0.1/cb', 'http://localhost:1/cb?a', 'http://[::1]:5/'];
    for (const uri of [...named, 'http://127.0.0.1:9/cb', 'http://localhost/cb?a', 'http://[::1]/']) {
      expect.soft(isRedirectAllowed(uri, named), uri).toBe(true);
    }
    const strange = [
      'https://client.example:443/cb',
      'https://CLIENT.example/cb',
      'https://client.example/cb/',
      'https://client.example/cb?x',
      'https://client.example/x/../cb',
      'http://127.0.0.1:9/cb/',
      'http://127.0.0.1:9@client.example/cb',
      'http://127.0.0.1:999999/cb',
      'http://127.0.0.1:99999/cb',
      'http://localhost:9/cb',
      'http://127.0.0.1:9/cb#x',
      'https://127.0.0.1/cb',
      'http://[::1]:5',
      '',
    ];
    for (const uri of strange) expect.soft(isRedirectAllowed(uri, named), uri).toBe(false);
  });

  it('leads to the very same place with what is added', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.string(), (url, code, state) => {
        const led = new URL(buildRedirect(url, { code, state, absent: null }));
        expect(led.href.startsWith(new URL(url).href)).toBe(true);
        expect([led.searchParams.getAll('code').at(-1), led.searchParams.getAll('state').at(-1)]).toEqual([
          code,
          state,
        ]);
        expect(led.searchParams.has('absent')).toBe(new URL(url).searchParams.has('absent'));
      }),
    );
  });
});
