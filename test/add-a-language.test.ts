/** The recipe of CONTRIBUTING.md: a language of pages and emails is a copied folder, and edits no other file. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from './harness/farebox.ts';
import { mailsIn, waitFor } from './harness/outbox.ts';
import { copyProduct } from './harness/product-copy.ts';

describe('a language that was only added as a folder', () => {
  let copy: ReturnType<typeof copyProduct>;
  let database: FreshDatabase;
  let server: FareboxProcess;

  beforeAll(async () => {
    copy = copyProduct({});
    const locales = join(copy.folder, 'src/locales');
    const french = join(locales, 'fr');
    cpSync(join(locales, 'en'), french, { recursive: true });
    writeFileSync(join(french, 'language.json'), '{"name": "Français"}');
    writeFileSync(join(french, 'shell.json'), '{"signIn": "Connexion"}');
    writeFileSync(join(french, 'mails.json'), '{"code": {"text": "Votre code : {code}"}}');
    writeFileSync(
      join(french, 'guides/money.md'),
      '---\ntitle: Prix et remboursements\nabout: Quand vous payez.\n---\n\n## Prix\n\nUn compte reçoit {welcome} USD.\n',
    );
    database = await freshDatabase('sqlite');
    server = await startFareboxProcess({ database, folder: copy.folder });
  });
  afterAll(async () => {
    await server?.stop();
    copy?.drop();
    await database?.drop();
  });

  const read = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await server.request('GET', path, { headers: { accept: 'text/html', ...headers } })).text;

  it.each([
    ['?lang=fr', '/?lang=fr', {}],
    ['Accept-Language', '/tools', { 'accept-language': 'fr-CA,en;q=0.5' }],
    ['the cookie of the menu', '/login', { cookie: 'lang=fr' }],
  ])('is shown for %s', async (_name, path, headers) => {
    const page = await read(path, headers);
    expect(page).toContain('<html lang="fr"');
    expect(page).toContain('Connexion');
  });

  it('is in the menu of every language', async () => {
    expect(await read('/?lang=en')).toContain('>Français</option>');
  });

  it('has its guides, and English ones where they are not translated', async () => {
    const guide = await read('/docs/money?lang=fr');
    expect(guide).toContain('<h1>Prix et remboursements</h1>');
    expect(guide).toContain('Un compte reçoit 0.25 USD.');
    expect(await read('/docs/sandbox?lang=fr')).toContain('<h1>Sandbox</h1>');
    expect(await read('/docs?lang=fr')).toContain('Prix et remboursements');
  });

  it('is the language of emails to its readers', async () => {
    const email = 'ada@studio.example';
    await server.request('POST', '/auth/send-code', { body: { email }, headers: { 'accept-language': 'fr' } });
    const mail = await waitFor(async () => (await mailsIn(join(database.dataDir, 'data/outbox'), email)).at(0));
    expect(mail).toMatch(/\n\nVotre code : \d{6}\n/);
    expect(mail).toContain('is your Farebox sign-in code');
  });
});
