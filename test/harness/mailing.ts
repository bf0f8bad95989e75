/** A company with a release and a list of media, made at the front door: what campaigns are made of. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, ask } from './farebox.ts';
import { codeIn, decoded, mailsIn, waitFor } from './outbox.ts';
import type { ScriptedServer } from './scripted-smtp.ts';

const ADMIN_TOKEN = 'the-operator-of-the-tests-alone';
const LIST_ITEMS_MAX = 500;
const BODY =
  '株式会社スタジオは議事録ノートの提供を始めました。\n\n詳しくは https://studio.co.jp/note をご覧ください。';

/** No limit of a day, no pace and nothing that is missing holds a campaign up. */
export const mailingEnv = {
  ADMIN_TOKEN,
  MAIL_FROM: 'news@sender.co.jp',
  MAIL_POSTAL_ADDRESS: '東京都港区1-2-3',
  MAIL_PER_MINUTE: '60000',
  MAIL_DOMAIN_GAP_MS: '0',
  MAIL_FIRST_DAY_MAX: '1000000',
  MAIL_COMPANY_SHARE: '100',
  PLAN_LIMITS: JSON.stringify({ free: { mails_per_day: 100_000 } }),
};

export interface MailingOptions {
  /** Where its server answers now: it may be another one after each kill. */
  findUrl(): string;
  /** `DATA_DIR` of the first server. */
  dataDir: string;
  recipients: number;
  /** Where its mail goes; absent: the outbox. */
  smtp?: ScriptedServer | undefined;
}

export interface Mailing {
  token: string;
  /** Of the media in the list. */
  addresses: readonly string[];
  listId: number;
  releaseId: number;
  /** As somebody of the company. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Of all mailing, a day. */
  limitTo(mails: number): Promise<void>;
  /** A new campaign to all of the list, a draft. */
  draft(): Promise<{ id: number; path: string }>;
}

/** Throws when a step is refused. */
export async function openMailing({ findUrl, dataDir, recipients, smtp }: MailingOptions): Promise<Mailing> {
  const request = async (method: string, path: string, key: string | null, body?: unknown): Promise<Answer> =>
    ask(findUrl(), method, path, { ...(key === null ? {} : { key }), ...(body === undefined ? {} : { body }) });
  const must = async (...asked: Parameters<typeof request>): Promise<Record<string, unknown>> => {
    const { status, body, text } = await request(...asked);
    if (status >= 300) throw new Error(`${asked[0]} ${asked[1]}: ${status} ${text}`);
    return body;
  };
  const limitTo = async (limit: number): Promise<void> => {
    await must('PUT', '/admin/settings/daily-limit', ADMIN_TOKEN, { limit });
  };
  const email = 'lead@studio.co.jp';
  await must('POST', '/auth/send-code', null, { email });
  const code = codeIn(await waitFor(() => findMail(email, dataDir, smtp)));
  const { token, company } = await must('POST', '/auth/verify', null, {
    email,
    code,
    company_name: '株式会社スタジオ',
  });
  if (typeof token !== 'string') throw new Error('Not signed in');
  const { company_id }: { company_id?: unknown } = Object(company);
  await limitTo(100_000);
  const addresses = Array.from({ length: recipients }, (_, at) => `desk@m${at}.co.jp`);
  await importMedia(addresses, dataDir, must);
  const media_ids = await listMedia(recipients, (path) => must('GET', path, token));
  const { list_id: media_list_id } = await must('POST', '/api/media/lists', token, { name: 'すべて' });
  for (let start = 0; start < media_ids.length; start += LIST_ITEMS_MAX) {
    const items = { media_ids: media_ids.slice(start, start + LIST_ITEMS_MAX) };
    await must('POST', `/api/media/lists/${media_list_id}/items`, token, items);
  }
  const text = { title: '議事録ノートの提供を開始', body: BODY };
  const { press_release_id } = await must('POST', '/api/press-release', token, { company_id, ...text });
  return {
    token,
    addresses,
    listId: Number(media_list_id),
    releaseId: Number(press_release_id),
    call: (method, path, body) => request(method, path, token, body),
    limitTo,
    async draft() {
      const campaign = { press_release_id, media_list_id, name: '秋' };
      const { campaign_id } = await must('POST', '/api/campaigns', token, campaign);
      return { id: Number(campaign_id), path: `/api/campaigns/${campaign_id}` };
    },
  };
}

async function findMail(to: string, dataDir: string, smtp: ScriptedServer | undefined): Promise<string | undefined> {
  if (!smtp) return (await mailsIn(join(dataDir, 'outbox'), to)).at(-1);
  const mail = smtp.accepted.findLast((one) => one.to === to);
  return mail && decoded(mail.raw);
}

async function importMedia(
  addresses: readonly string[],
  dataDir: string,
  must: (method: string, path: string, key: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  const media = addresses.map((email) => {
    const url = `https://${email.slice(email.indexOf('@') + 1)}/`;
    return { name: `${email} 新聞`, type: 'web', delivery: ['email'], email, url, topics: ['議事録'] };
  });
  await mkdir(join(dataDir, 'import'), { recursive: true });
  await writeFile(join(dataDir, 'import', 'media.json'), JSON.stringify(media));
  await must('POST', '/admin/media/import', ADMIN_TOKEN, { json_path: 'media.json' });
}

async function listMedia(count: number, get: (path: string) => Promise<Record<string, unknown>>): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < count; page++) {
    const { items } = await get(`/api/media/search?per_page=500&page=${page}`);
    const more = Array.isArray(items) ? items.map(({ media_id }) => Number(media_id)) : [];
    if (more.length === 0) throw new Error('Media are missing');
    ids.push(...more);
  }
  return ids;
}
