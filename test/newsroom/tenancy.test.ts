/**
 * A record of another company is like one that is not there: the same bytes, by every operation that takes the id of a record.
 * The operations come from the API description. One that takes an id has a line in `named`; one that is new fails until it has.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiDocument, Operation, Parameter } from '../../src/describe/openapi/types.ts';
import { isRecord } from '../../src/lib/record.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeIn, mailsIn, waitFor } from '../harness/outbox.ts';

/** Somebody of a company, and what stands in the texts of that company alone. */
interface Tenant {
  token: string;
  companyId: string;
  mark: string;
}

/** Makes a record of a company and tells its id. */
type Maker = (owner: Tenant) => Promise<string | number>;

const releaseText = ({ companyId, mark }: Tenant) => ({
  company_id: companyId,
  title: `${mark} opens a workshop`,
  body: `${mark} opened a workshop in Osaka on 21 November 2026.`,
});

/** Each kind of record: how one is made, and an id of that form which nobody has. */
const records = {
  release: [(owner) => post(owner, '/api/press-release', releaseText(owner), 'press_release_id'), 2_000_000_001],
  article: [(owner) => post(owner, '/api/press-release', releaseText(owner), 'article_id'), 2_000_000_001],
  coverage: [async (owner) => (await createCoverage(owner)).coverage_id, 2_000_000_001],
  'covered release': [async (owner) => (await createCoverage(owner)).press_release_id, 2_000_000_001],
  result: [
    (owner) => post(owner, '/api/analyze', { content: releaseText(owner).body, mode: 'score' }, 'result_id'),
    'res_0Y1ab2cd3EfGhIjKlMnOpQr',
  ],
  key: [(owner) => post(owner, '/auth/api-keys', { name: owner.mark }, 'key_id'), 2_000_000_001],
  member: [
    async (owner) => {
      const email = `guest@${owner.mark}.example`;
      await post(owner, '/auth/invite', { email }, 'ok');
      return email;
    },
    'guest@nobody.example',
  ],
  company: [async ({ companyId }) => companyId, 'c_0000000000000000000000'],
  contact: [(owner) => post(owner, '/api/contacts', { name: owner.mark }, 'contact_id'), 2_000_000_001],
  list: [(owner) => post(owner, '/api/media/lists', { name: owner.mark }, 'list_id'), 2_000_000_001],
  campaign: [async (owner) => (await createMailing(owner)).campaign_id, 2_000_000_001],
  email: [async (owner) => (await createMailing(owner)).email_id, 2_000_000_001],
  suppression: [
    (owner) => post(owner, '/api/suppressions', { email: `desk@${owner.mark}.example` }, 'suppression_id'),
    2_000_000_001,
  ],
  shop: [async ({ mark }) => `${mark}-example`, 'nobody'],
} satisfies Record<string, [Maker, string | number]>;

type Kind = keyof typeof records;

interface Mailing {
  campaign_id: number;
  email_id: number;
}

interface Clipping {
  press_release_id: number;
  coverage_id: number;
}

interface Named {
  kind: Kind;
  /** Of the answer to whoever is not its owner. */
  status: number;
  /** Nobody gets it by this operation while it is private, not even its owner. */
  isHidden: boolean;
}

const of = (kind: Kind, status = 404): Named => ({ kind, status, isHidden: false });
const hidden = (kind: Kind): Named => ({ kind, status: 404, isHidden: true });
/** What it names is nobody's, or who may use it is tested there. */
const elsewhere = (where: string): string => where;

const WEBHOOKS = 'test/signals/webhooks.test.ts';
const FILES = 'test/tools/release/files.test.ts';
const DOMAINS = 'test/tools/campaign/domains.test.ts';
const SHARED = 'outlets are the same for all companies; own contacts: test/tools/contact/contacts.test.ts';

/** `operation.field` for each field that names a record. */
const named: Readonly<Record<string, Named | string>> = {
  'account-delete-key.id': of('key'),
  'account-receipt.callId': elsewhere('test/tools/account/calls.test.ts'),
  'analysis-feedback.result_id': of('result'),
  'analysis-list-feedback.result_id': of('result'),
  'analysis-publish-to-aeo.press_release_id': of('release'),
  'analysis-publish-to-aeo.result_id': of('result'),
  'analysis-read-result.result_id': of('result'),
  'article-translate.article_id': of('article'),
  'article-translations.article_id': of('article'),
  'auth-remove-member.email': of('member'),
  'auth-revoke-key.key_id': of('key'),
  'auth-send-code.company_id': elsewhere('test/tools/auth/sign-in.test.ts'),
  'auth-update-company.prtimes_company_id': elsewhere('a number of another service'),
  'auth-verify.company_id': elsewhere('test/tools/auth/sign-in.test.ts'),
  'campaign-approval.campaign_id': of('campaign'),
  'campaign-check-domain.domain_id': elsewhere(DOMAINS),
  'campaign-cancel.campaign_id': of('campaign'),
  'campaign-choose-subject.campaign_id': of('campaign'),
  'campaign-decide-approval.campaign_id': of('campaign'),
  'campaign-create.media_list_id': of('list'),
  'campaign-create.media_list_ids': of('list'),
  'campaign-create.press_release_id': of('release'),
  'campaign-follow-up.campaign_id': of('campaign'),
  'campaign-local-times.campaign_id': of('campaign'),
  'campaign-pause.campaign_id': of('campaign'),
  'campaign-preview.campaign_id': of('campaign'),
  'campaign-read.campaign_id': of('campaign'),
  'campaign-remove-domain.domain_id': elsewhere(DOMAINS),
  'campaign-remove-suppression.suppression_id': of('suppression'),
  'campaign-replace-text.campaign_id': of('campaign'),
  'campaign-report.campaign_id': of('campaign'),
  'campaign-request-approval.campaign_id': of('campaign'),
  'campaign-resolve-email.campaign_id': of('campaign'),
  'campaign-resolve-email.email_id': of('email'),
  'campaign-resume.campaign_id': of('campaign'),
  'campaign-send.campaign_id': of('campaign'),
  'campaign-set-subject-test.campaign_id': of('campaign'),
  'campaign-set-template.campaign_id': of('campaign'),
  'campaign-set-template.email_id': elsewhere('a choice among the drafts of the campaign'),
  'campaign-subject-test.campaign_id': of('campaign'),
  'campaign-template.campaign_id': of('campaign'),
  'campaign-test.campaign_id': of('campaign'),
  'campaign-test.email_id': of('email'),
  'campaign-tracking.campaign_id': of('campaign'),
  'campaign-update-email.campaign_id': of('campaign'),
  'campaign-update-email.email_id': of('email'),
  'feed-article-pdf.article_id': hidden('article'),
  'contact-delete.contact_id': of('contact'),
  'contact-read.contact_id': of('contact'),
  'contact-update.contact_id': of('contact'),
  'feed-article-file.article_id': elsewhere(FILES),
  'feed-article-file.file_id': elsewhere(FILES),
  'feed-read-article.article_id': hidden('article'),
  'feed-read-shop.slug': hidden('shop'),
  'feed-shop-feed.slug': hidden('shop'),
  'feed-shop-logo.slug': hidden('shop'),
  'feed-shop-news.slug': hidden('shop'),
  'media-add-items.list_id': of('list'),
  'media-add-items.media_ids': elsewhere(SHARED),
  'media-delete-list.list_id': of('list'),
  'media-export-csv.list_id': of('list'),
  'media-export-csv.media_ids': elsewhere(SHARED),
  'media-file.id': elsewhere('the link is the secret: test/tools/smart/audio-served.test.ts'),
  'media-read-list.list_id': of('list'),
  'media-generate-pitch-batch.article_id': of('article'),
  'media-generate-pitch-batch.media_ids': elsewhere(SHARED),
  'media-generate-pitch.article_id': of('article'),
  'media-generate-pitch.media_ids': elsewhere(SHARED),
  'media-recommend-filter.article_id': of('article'),
  'media-recommend-filter.press_release_id': of('release'),
  'media-recommend.article_id': of('article'),
  'media-recommend.press_release_id': of('release'),
  'media-remove-items.list_id': of('list'),
  'media-remove-items.media_ids': elsewhere(SHARED),
  'media-rewrite-article-batch.article_id': of('article'),
  'media-rewrite-article-batch.media_ids': elsewhere(SHARED),
  'media-rewrite-article.article_id': of('article'),
  'media-rewrite-article.media_ids': elsewhere(SHARED),
  'media-send-pitch.article_id': of('article'),
  'media-send-pitch.media_id': elsewhere(SHARED),
  'media-send-pitch.media_ids': elsewhere(SHARED),
  'media-send-pitch.press_release_id': of('release'),
  'notify-delete-webhook.webhookId': elsewhere(WEBHOOKS),
  'notify-list-deliveries.webhookId': elsewhere(WEBHOOKS),
  'notify-replay-delivery.deliveryId': elsewhere(WEBHOOKS),
  'notify-replay-delivery.webhookId': elsewhere(WEBHOOKS),
  'notify-rotate-webhook-secret.webhookId': elsewhere(WEBHOOKS),
  'notify-test-webhook.webhookId': elsewhere(WEBHOOKS),
  'notify-update-webhook.webhookId': elsewhere(WEBHOOKS),
  'release-add-file.press_release_id': of('release'),
  'release-add-coverage.press_release_id': of('release'),
  'release-create.company_id': of('company', 403),
  'release-delete-coverage.coverage_id': of('coverage'),
  'release-delete-coverage.press_release_id': of('covered release'),
  'release-delete.press_release_id': of('release'),
  'release-delete-file.file_id': elsewhere(FILES),
  'release-delete-file.press_release_id': elsewhere(FILES),
  'release-list-files.press_release_id': of('release'),
  'release-pdf.press_release_id': of('release'),
  'release-read.press_release_id': of('release'),
  'release-read-file.file_id': elsewhere(FILES),
  'release-read-file.press_release_id': elsewhere(FILES),
  'release-update-file.file_id': elsewhere(FILES),
  'release-update-file.press_release_id': elsewhere(FILES),
  'release-list-coverage.press_release_id': of('release'),
  'release-update-coverage.coverage_id': of('coverage'),
  'release-update-coverage.press_release_id': of('covered release'),
  'release-update.press_release_id': of('release'),
  'statement-deposit-receipt.depositId': elsewhere('test/statements/statements.test.ts'),
  'statement-statement.month': elsewhere('a month of the own account'),
  'tracking-click.article_id': hidden('article'),
  'tracking-mail-event.provider': elsewhere('test/newsroom/mailing/providers/webhooks.test.ts'),
  'tracking-open.article_id': of('article', 200),
};

/** Optional parameters without which the owner's own record isn't enough. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
const needed: Readonly<Record<string, object>> = { 'campaign-local-times': { local_time: TOMORROW } };

/** Pages ask these operations; operators see every company; the gateway's calls and payments are an account's, and OAuth's and MCP's ids are clients'. */
const OTHER_PATHS =
  /^\/(?:app|dashboard|admin|internal|api\/(?:proxy|v2|stripe)|mcp|oauth|pay|claw|\.well-known)(?:\/|$)/;
const RECORD_FIELD = /(?:^|_)ids?$/;

interface Call {
  id: string;
  method: string;
  path: string;
  operation: Operation;
  body: { schema: Record<string, unknown>; example: Record<string, unknown> };
}

let store: FreshDatabase;
let farebox: Farebox;
let owner: Tenant;
let outsider: Tenant;
let calls: Call[];
let mediaId: unknown;
/** By `field id`. */
const mailings = new Map<string, Mailing | Clipping>();

beforeAll(async () => {
  store = await freshDatabase('sqlite');
  farebox = await startFarebox({ database: store, env: { PLAN_LIMITS: '{"free":{"members":100}}', DEMO_DATA: 'on' } });
  owner = await signIn('zanzibar');
  outsider = await signIn('elsewhere');
  const { body } = await farebox.request('GET', '/api/media/search?per_page=1', { key: owner.token });
  const [medium]: unknown[] = Array.isArray(body.items) ? body.items : [];
  mediaId = Object(medium).id;
  calls = listCalls(JSON.parse((await farebox.request('GET', '/openapi.json')).text));
});

afterAll(async () => {
  await farebox?.stop();
  await store?.drop();
});

async function signIn(mark: string): Promise<Tenant> {
  const email = `ada@${mark}.example`;
  await farebox.request('POST', '/auth/send-code', { body: { email } });
  const code = codeIn(await waitFor(async () => (await mailsIn(join(store.dataDir, 'data/outbox'), email))[0]));
  const { body } = await farebox.request('POST', '/auth/verify', { body: { email, code } });
  return { token: String(body.token), companyId: String(Object(body.company).id), mark };
}

/** A campaign of one mail: of both ids, each names the other. */
async function createMailing(by: Tenant): Promise<Mailing> {
  const press_release_id = await post(by, '/api/press-release', releaseText(by), 'press_release_id');
  const media_list_id = await post(by, '/api/media/lists', { name: by.mark }, 'list_id');
  await post(by, `/api/media/lists/${media_list_id}/items`, { media_ids: [mediaId] }, 'added');
  const campaign = { press_release_id, media_list_id, name: by.mark };
  const campaign_id = Number(await post(by, '/api/campaigns', campaign, 'campaign_id'));
  const { body } = await farebox.request('GET', `/api/campaigns/${campaign_id}/preview`, { key: by.token });
  const [mail]: unknown[] = Array.isArray(body.emails) ? body.emails : [];
  const mailing = { campaign_id, email_id: Number(Object(mail).email_id) };
  for (const [field, id] of Object.entries(mailing)) mailings.set(`${field} ${id}`, mailing);
  return mailing;
}

/** Coverage of a release: of both ids, each names the other. */
async function createCoverage(by: Tenant): Promise<Clipping> {
  const press_release_id = Number(await post(by, '/api/press-release', releaseText(by), 'press_release_id'));
  const url = `https://press.example/${by.mark}`;
  const path = `/api/press-release/${press_release_id}/coverage`;
  const clipping = { press_release_id, coverage_id: Number(await post(by, path, { url }, 'coverage_id')) };
  for (const [field, id] of Object.entries(clipping)) mailings.set(`${field} ${id}`, clipping);
  return clipping;
}

async function post(by: Tenant, path: string, body: object, field: string): Promise<string | number> {
  const answer = await farebox.request('POST', path, { key: by.token, body });
  const value = answer.body[field];
  if (answer.status >= 300 || value === undefined) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return typeof value === 'number' ? value : String(value);
}

function listCalls({ paths, components: { schemas } }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { schema, examples } = operation.requestBody?.content['application/json'] ?? {};
      const input = schemas[String(Object(schema).$ref).split('/').at(-1) ?? ''];
      const example = Object.values(examples ?? {})[0]?.value;
      const body = { schema: isRecord(input) ? input : {}, example: isRecord(example) ? example : {} };
      return { id: operation.operationId, method: method.toUpperCase(), path, operation, body };
    }),
  );
}

const parametersOf = ({ operation }: Call): Parameter[] =>
  (operation.parameters ?? []).filter((parameter): parameter is Parameter => 'in' in parameter);

/** Names of the fields of a schema, those of objects within included. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (!isRecord(schema)) return [];
  const { properties, items, anyOf } = schema;
  const own = isRecord(properties) ? Object.entries(properties) : [];
  return [...own.flatMap(([name, field]) => [name, ...fieldsOf(field)]), ...fieldsOf(items), ...fieldsOf(anyOf)];
}

/** Fields that name a record: all of the path, and those of the query and the body that are called an id. */
function recordFieldsOf(call: Call): string[] {
  const parameters = parametersOf(call).filter(({ name, in: place }) => place === 'path' || RECORD_FIELD.test(name));
  const names = [
    ...parameters.map(({ name }) => name),
    ...fieldsOf(call.body.schema).filter((one) => RECORD_FIELD.test(one)),
  ];
  return [...new Set(names)];
}

const isOurs = ({ path }: Call): boolean => !OTHER_PATHS.test(path);

/** A call as its example has it, with these ids and no others. */
function send(by: Tenant, call: Call, ids: Readonly<Record<string, unknown>>): Promise<Answer> {
  const fields = recordFieldsOf(call);
  const query = new URLSearchParams();
  let path = call.path;
  for (const { name, in: place, required, example } of parametersOf(call)) {
    const value = ids[name] ?? example;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query' && (name in ids || required)) query.set(name, String(value));
  }
  const isOwn = (name: string): boolean => fields.includes(name) && named[`${call.id}.${name}`] !== SHARED;
  const kept = Object.entries(call.body.example).filter(([name]) => !isOwn(name));
  const given = Object.entries(ids).filter(([name]) => fieldsOf(call.body.schema).includes(name));
  const body = call.operation.requestBody ? { body: Object.fromEntries([...kept, ...given]) } : {};
  return farebox.request(call.method, query.size > 0 ? `${path}?${query}` : path, { key: by.token, ...body });
}

/** As a list where the field is one. */
function wrap({ body: { schema } }: Call, field: string, value: unknown): unknown {
  const { type } = Object(Object(schema.properties)[field]);
  return type === 'array' ? [value] : value;
}

/** Ids that the call needs beside one: records of whoever calls. */
async function fillIds(by: Tenant, call: Call, field: string): Promise<Record<string, unknown>> {
  const { required } = call.body.schema;
  const ids: Record<string, unknown> = {};
  for (const other of recordFieldsOf(call)) {
    const what = named[`${call.id}.${other}`];
    const isNeeded = call.path.includes(`{${other}}`) || (Array.isArray(required) && required.includes(other));
    if (other !== field && isNeeded && typeof what === 'object') {
      ids[other] = wrap(call, other, await records[what.kind][0](by));
    }
  }
  return ids;
}

it('knows every field that names a record', () => {
  const fields = calls.filter(isOurs).flatMap((call) => recordFieldsOf(call).map((field) => `${call.id}.${field}`));
  expect(fields.filter((field) => !(field in named))).toEqual([]);
  expect(Object.keys(named).filter((field) => !fields.includes(field))).toEqual([]);
});

it('lists nothing of another company, wherever a list can be asked for', async () => {
  for (const [make] of Object.values(records)) await make(owner);
  const lists = calls.filter(
    (call) => call.method === 'GET' && isOurs(call) && !call.path.includes('{') && call.operation.security.length > 0,
  );
  expect(lists.length).toBeGreaterThan(8);
  for (const call of lists) {
    const { text } = await send(outsider, call, {});
    expect.soft(text.toLowerCase(), call.id).not.toContain(owner.mark);
    expect.soft(text, call.id).not.toContain(owner.companyId);
  }
});

/** What is hidden comes first: later ones publish. */
function listCases(): { call: Call; field: string; what: Named }[] {
  const cases = calls.filter(isOurs).flatMap((call) =>
    recordFieldsOf(call).flatMap((field) => {
      const what = named[`${call.id}.${field}`];
      return typeof what === 'object' ? [{ call, field, what }] : [];
    }),
  );
  return cases.sort((a, b) => Number(b.what.isHidden) - Number(a.what.isHidden));
}

const show = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replace(/"requestId":"[^"]+"/, ''),
  headers: Object.keys(headers).sort(),
});

it('answers a stranger as if nothing were there, and its owner with what is', { timeout: 60_000 }, async () => {
  for (const { call, field, what } of listCases()) {
    const where = `${call.id}.${field}`;
    const [make, absent] = records[what.kind];
    const id = await make(owner);
    const sendAs = async (by: Tenant, value: string | number, others = {}): Promise<Answer> =>
      send(by, call, { ...(await fillIds(by, call, field)), ...others, [field]: wrap(call, field, value) });
    const nothing = await sendAs(outsider, absent);
    expect.soft(nothing.status, where).toBe(what.status);
    expect.soft(show(await sendAs(outsider, id)), where).toEqual(show(nothing));
    const { status, text } = await sendAs(owner, id, { ...mailings.get(`${field} ${id}`), ...needed[call.id] });
    if (what.isHidden) expect.soft(status, where).toBe(what.status);
    else expect.soft([400, 403, 404, 422], `${where}: ${text}`).not.toContain(status);
  }
});

it('shows nothing before its time, wherever the public can look', async () => {
  const writer = await signIn('tomorrow');
  const id = await post(writer, '/api/press-release', releaseText(writer), 'press_release_id');
  const release = (method: string, body?: object): Promise<Answer> =>
    farebox.request(method, `/api/press-release/${id}`, { key: writer.token, ...(body ? { body } : {}) });
  const publish = (): Promise<Answer> =>
    farebox.request('POST', '/api/publish-to-aeo', { key: writer.token, body: { press_release_id: id } });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await release('PUT', { embargo_until: until })).body).toMatchObject({ status: 'embargoed' });
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'embargoed' } });
  const ids = { article_id: (await release('GET')).body.article_id, slug: 'tomorrow-example' };
  const isOpen = ({ operation: { security } }: Call): boolean =>
    security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
  const open = calls.filter((call) => call.method === 'GET' && isOurs(call) && isOpen(call));
  const findShowing = async (): Promise<string[]> => {
    const showing: string[] = [];
    for (const call of open) {
      const { text } = await send(outsider, call, ids);
      if (text.includes(`${writer.mark} opens`)) showing.push(call.id);
    }
    return showing;
  };
  expect(await findShowing()).toEqual([]);
  expect((await release('PUT', { embargo_until: null })).status).toBe(200);
  expect((await publish()).status).toBe(200);
  expect((await findShowing()).sort()).toEqual([
    'feed-article-pdf',
    'feed-diff',
    'feed-json-feed',
    'feed-list-articles',
    'feed-read-article',
    'feed-shop-feed',
    'feed-shop-news',
  ]);
});
