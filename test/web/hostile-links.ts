/** Pages that are reached by a link alone: of an invite, a mail, a payment, a program that asks for access; and the documentation. */
import type { Answer, Farebox } from '../harness/farebox.ts';
import { mailsIn, waitFor } from '../harness/outbox.ts';

export interface LinkedPages {
  /** With the name that was given to them. */
  named: string[];
  others: string[];
}

interface LinkOptions {
  server: Farebox;
  adminToken: string;
  /** Folder of what was sent. */
  outbox: string;
  /** Whom a campaign has written to. */
  recipient: string;
  name: string;
}

export async function openLinkedPages(options: LinkOptions): Promise<LinkedPages> {
  const { server, adminToken, name } = options;
  const post = async (path: string, body: object, key?: string): Promise<Record<string, unknown>> => {
    const { status, text, ...answer } = await server.request('POST', path, { body, ...(key ? { key } : {}) });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return answer.body;
  };
  const { code } = await post('/admin/invites', { grantUsd: 1 }, adminToken);
  const { apiKey } = await post('/api/proxy/account/create', { name, mode: 'test' });
  const checkout = toPath(String((await post('/api/stripe/checkout', { amount: 5, apiKey })).url));
  const [, payment = ''] = /href="([^"]+)">Back/.exec((await server.request('GET', checkout)).text) ?? [];
  const redirect_uri = 'http://127.0.0.1:8765/callback';
  const client = { client_name: name, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' };
  const { client_id } = await post('/oauth/register', client);
  const asks = { response_type: 'code', client_id: String(client_id), redirect_uri, code_challenge_method: 'S256' };
  const consent = new URLSearchParams({ ...asks, code_challenge: 'a'.repeat(43), state: 'one' });
  const refused = new URLSearchParams({ ...asks, redirect_uri: 'http://127.0.0.1:8765/elsewhere' });
  return {
    named: [`/oauth/authorize?${consent}`, toPath(payment)],
    others: [
      ...[`/claw?code=${code}`, '/claw?code=none', checkout, `/oauth/authorize?${refused}`],
      ...[await findUnsubscribe(options), '/unsubscribe?email=a@b.jp&sig=none', '/c/999999999'],
      ...listDocs(await server.request('GET', '/docs')),
    ],
  };
}

const toPath = (address: string): string => address.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '');

async function findUnsubscribe({ outbox, recipient }: LinkOptions): Promise<string> {
  const mail = await waitFor(async () => (await mailsIn(outbox, recipient))[0]);
  return toPath(/https?:\S+\/unsubscribe\?[^\s"<>]+/.exec(mail)?.[0] ?? '');
}

/** Guides and groups of operations that it names. */
function listDocs({ text }: Answer): string[] {
  const paths = [...text.matchAll(/href="(\/docs[/?][^"#]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
  return [...new Set(paths)];
}
