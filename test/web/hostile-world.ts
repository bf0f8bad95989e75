/** A server on which everything that people can name is named by an attacker, and the pages that show those names. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminViews } from '../../src/web/admin-info.ts';
import { toAdminPath } from '../../src/web/pages/admin.ts';
import { appViews } from '../../src/web/pages/app.ts';
import { dashboardViews } from '../../src/web/pages/dashboard.tsx';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeIn, mailsIn, waitFor } from '../harness/outbox.ts';
import { openLinkedPages } from './hostile-links.ts';

/** Would be a picture, and run. */
export const HOSTILE = '<img src=x onerror=alert(1)>';
const ADMIN_TOKEN = 'an-operator-of-the-tests-and-nobody-else';
export const MEMBER = 'ada@studio.example';
export const OPERATOR = 'ops@farebox.example';

export interface ShownPage {
  path: string;
  /** Who sees it; null: everybody. */
  who: typeof MEMBER | typeof OPERATOR | null;
  /** It has the hostile name to show. */
  isNamed: boolean;
}

export interface HostileWorld {
  server: Farebox;
  pages: ShownPage[];
  /** The session of somebody, as `name=value`. */
  signIn(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function openHostileWorld(): Promise<HostileWorld> {
  const database = await freshDatabase('sqlite');
  const outbox = join(database.dataDir, 'data', 'outbox');
  const server = await startFarebox({
    database,
    env: {
      ...{ ADMIN_TOKEN, ADMIN_EMAILS: OPERATOR, SIGNUP: 'open', ACCOUNT_MODE: 'test' },
      ...{ MEDIA_IMPORT_DIR: database.dataDir, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' },
    },
  });
  const signIn = async (email: string): Promise<string> => {
    const before = (await mailsIn(outbox, email)).length;
    await server.request('POST', '/login/send-code', { body: { email } });
    const code = codeIn(await waitFor(async () => (await mailsIn(outbox, email))[before]));
    const { headers } = await server.request('POST', '/login/verify', { body: { email, code, company_name: HOSTILE } });
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const ids = await fill(server, database, await signIn(MEMBER));
  const sent = { server, adminToken: ADMIN_TOKEN, outbox, recipient: 'desk@m0.example', name: HOSTILE };
  const { named, others } = await openLinkedPages(sent);
  const linked = (isNamed: boolean) => (path: string) => ({ path, who: null, isNamed });
  return {
    server,
    pages: [...listPages(ids), ...named.map(linked(true)), ...others.map(linked(false))],
    signIn,
    async close() {
      await server.stop();
      await database.drop();
    },
  };
}

type Ids = Readonly<Record<'release' | 'list' | 'campaign' | 'sent' | 'article' | 'result', string | number>>;
type Caller = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

async function fill(server: Farebox, database: FreshDatabase, cookie: string): Promise<Ids> {
  const answer = ({ status, body, text }: Answer): Record<string, unknown> => {
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body;
  };
  const member: Caller = async (method, path, body) =>
    answer(await server.request(method, path, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, body }));
  const admin: Caller = async (method, path, body) =>
    answer(await server.request(method, path, { key: ADMIN_TOKEN, body }));
  const media = [0, 1, 2].map((at) => ({
    ...{ name: `${HOSTILE} ${at}`, publisher: HOSTILE, topics: ['Kiro', HOSTILE], profile: HOSTILE },
    ...{ email: `desk@m${at}.example`, url: `https://m${at}.example/`, language: 'en', type: 'web' },
  }));
  await writeFile(join(database.dataDir, 'media.json'), JSON.stringify({ media }));
  await admin('POST', '/admin/media/import', { json_path: 'media.json' });
  const ids = await writeAndSend(member);
  await nameAccounts(server, admin);
  return ids;
}

async function writeAndSend(member: Caller): Promise<Ids> {
  const { company } = await member('GET', '/auth/me');
  const company_id = typeof company === 'object' && company && Reflect.get(company, 'company_id');
  const text = {
    title: `Studio launches Kiro ${HOSTILE}`,
    subtitle: HOSTILE,
    body: `Tokyo, November 20, 2026 - Studio launches Kiro ${HOSTILE}. It costs 300 dollars a month.`,
    contact_info: HOSTILE,
  };
  await member('PUT', '/auth/company', {
    name: HOSTILE,
    sender: { name: HOSTILE.replace(/[<>@]/g, ''), postal_address: HOSTILE },
  });
  const { press_release_id: release, article_id: article } = await member('POST', '/api/press-release', {
    company_id,
    ...text,
  });
  await member('POST', '/api/publish-to-aeo', { press_release_id: release });
  const { result_id: result } = await member('POST', '/api/analyze', { content: `${text.title}\n\n${text.body}` });
  const { list_id: list } = await member('POST', '/api/media/lists', { name: HOSTILE });
  const found = await member('GET', '/api/media/search');
  const items: { media_id: number }[] = Array.isArray(found.items) ? found.items : [];
  await member('POST', `/api/media/lists/${list}/items`, { media_ids: items.map(({ media_id }) => media_id) });
  const campaign = { press_release_id: release, media_list_id: list, name: HOSTILE };
  const { campaign_id: draft } = await member('POST', '/api/campaigns', campaign);
  const { campaign_id: sent } = await member('POST', '/api/campaigns', campaign);
  await member('POST', `/api/campaigns/${sent}/send`, {});
  await waitFor(async () => ((await member('GET', `/api/campaigns/${sent}`)).status === 'sent' ? true : undefined));
  return {
    ...{ release: Number(release), article: Number(article), list: Number(list) },
    ...{ campaign: Number(draft), sent: Number(sent), result: String(result) },
  };
}

async function nameAccounts(server: Farebox, admin: Caller): Promise<void> {
  const { body } = await server.request('POST', '/api/proxy/account/create', { body: { name: HOSTILE, mode: 'test' } });
  const { apiKey, agentId } = body;
  const key = String(apiKey);
  for (const text of ['Good morning', 'x'.repeat(5_000)]) {
    await server.request('POST', '/api/proxy/translate-premium', { key, body: { text, targetLang: 'JA' } });
  }
  await server.request('POST', '/api/v2/debug-ai/contribute', {
    key,
    body: {
      error_description: 'vite build ends with "Could not resolve ./Button" <img src=x> on Linux.',
      fix_description: '1. Compare the names <img src=x>.\n2. Rename the file.\n3. Build again.',
      contributed_by: 'agent-7',
    },
  });
  await admin('POST', `/admin/accounts/${agentId}/grant`, { amount: 1, reason: HOSTILE });
  await admin('PUT', '/admin/sources/press_release', { name: HOSTILE, notes: HOSTILE });
}

/** Every page there is. */
function listPages({ release, list, campaign, sent, article, result }: Ids): ShownPage[] {
  const page = (who: ShownPage['who'], isNamed: boolean) => (path: string) => ({ path, who, isNamed });
  const publicPaths = [
    ...['/', '/tools', '/tools/translate-premium', '/pricing', '/status', '/login', '/agent', '/docs'],
    ...['/time-report.html', '/terms', '/api-benchmark/zh/', '/no-such-page'],
  ];
  const dashboard = dashboardViews.map((view) => (view === 'overview' ? '/dashboard' : `/dashboard/${view}`));
  const app = appViews.map((view) => (view === 'start' ? '/app' : `/app/${view}`));
  const named = [
    ...[`/app/media?list=${list}`, `/app/media?release=${release}`, `/app/campaigns?id=${campaign}`],
    ...[`/app/campaigns?id=${sent}`, `/app/articles?id=${article}`, `/app/results?id=${result}`],
  ];
  const naming = new Set(['/app', '/app/releases', '/app/media', '/app/campaigns', '/app/articles', '/app/results']);
  const namingViews = new Set(['accounts', 'articles', 'queue', 'audit', 'pipeline']);
  return [
    ...publicPaths.map(page(null, false)),
    ...dashboard.map(page(MEMBER, false)),
    ...app.map((path) => page(MEMBER, naming.has(path))(path)),
    ...named.map(page(MEMBER, true)),
    page(MEMBER, false)(`/app/releases?id=${release}`),
    ...adminViews.map((view) => page(OPERATOR, namingViews.has(view))(toAdminPath(view))),
    page(OPERATOR, true)(`/admin/preview/${article}`),
  ];
}
