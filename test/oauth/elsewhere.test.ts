import { expect, it } from 'vitest';
import { startFarebox } from '../harness/farebox.ts';
import { newPkce, openPage, parametersOf, register } from './a-client.ts';

it('an address of ours leads to no stranger’s by itself: whoever reads the page decides', async () => {
  const server = await startFarebox();
  for (const place of ['https://attacker.example/phish?a=b', 'attacker.app:/phish?a=b']) {
    const client = await register(server, { redirect_uris: [place] });
    const fields = parametersOf(client, newPkce(), { redirect_uri: place, response_type: 'token', state: '"><b>' });
    const page = await openPage(server, fields);
    expect(page).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers).not.toHaveProperty('location');
    expect(page.text).not.toMatch(/http-equiv="refresh"|<b>|<script(?! (type="module" )?src="\/assets\/)/);
    const [, link = ''] = /<main[\s\S]*?<a [^>]*href="([^"]+)"/.exec(page.text) ?? [];
    expect(link.replaceAll('&amp;', '&')).toMatch(/phish\?a=b&error=unsupported_response_type&/);
    expect(page.text).toMatch(/Back to (attacker\.example|An app on this device \(attacker\.app:\))/);
  }
  await server.stop();
});
