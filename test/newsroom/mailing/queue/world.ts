/** The sending of one server, or of several, with companies that send. */

import type { Database } from '../../../../src/database/types.ts';
import { defaultPlans } from '../../../../src/identity/quota/plans.ts';
import type { Log } from '../../../../src/kernel/ports.ts';
import { Secrets } from '../../../../src/ledger/secret.ts';
import type { Ledger } from '../../../../src/ledger/types.ts';
import { createTimeOrderedId } from '../../../../src/lib/ids.ts';
import { openTransport } from '../../../../src/mail/mail.ts';
import type { MailTransport } from '../../../../src/mail/types.ts';
import { queueMailing } from '../../../../src/newsroom/mailing/queue/campaign-writes.ts';
import { enqueueMails, type NewMail } from '../../../../src/newsroom/mailing/queue/enqueue-writes.ts';
import { MailService, type SendingOptions } from '../../../../src/newsroom/mailing/queue/service.ts';
import type { Engine } from '../../../harness/databases.ts';
import { account, type Books, openBooks } from '../../../ledger/books.ts';

export const secrets = new Secrets('s'.repeat(32), []);
export const BASE_URL = 'https://news.farebox.jp';
const from = { name: 'Farebox', address: 'noreply@farebox.jp' };

export interface SendingWorld {
  books: Books;
  ledger: Ledger;
  dataDir: string;
  /** Another server on the database, or another set of workers in the one there is. */
  send(options?: SenderOptions): Promise<Sender>;
  addCompany(mailsPerDay?: 'free' | 'business', columns?: Record<string, string | number>): Promise<string>;
  /** Queued; `texts` go into each mail. */
  addCampaign(companyId: string, addresses: readonly string[], texts?: Partial<NewMail>): Promise<number>;
  statuses(campaignId: number): Promise<string[]>;
  close(): Promise<void>;
}

export interface SenderOptions {
  smtpUrl?: string | undefined;
  transport?: MailTransport;
  limits?: Partial<SendingOptions['limits']>;
  database?: SendingOptions['database'];
  timeoutMs?: number;
  log?: Log;
  onBoundary?: SendingOptions['onBoundary'];
}

export interface Sender {
  service: MailService;
  stop(): Promise<void>;
}

/** The same database, which asks before each write. */
export function interceptWrites(database: Database, ask: (write: unknown) => Promise<void>): Database {
  return new Proxy(database, {
    get: (real, name) => {
      if (name !== 'write') return Reflect.get(real, name);
      return async (...[write, input]: Parameters<Database['write']>) => {
        await ask(write);
        return real.write(write, input);
      };
    },
  });
}

export const silent: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

/** `clock`: milliseconds that its clock is ahead. */
export async function openSendingWorld(engine: Engine, clock = 0): Promise<SendingWorld> {
  const books = await openBooks(engine);
  const ledger = await books.start({ clockOffsetMs: clock });
  const { dataDir } = books.database;
  const senders: Sender[] = [];
  let campaigns = 0;
  const world: SendingWorld = {
    books,
    ledger,
    dataDir,
    async send({ smtpUrl, limits, timeoutMs = 500, ...more } = {}) {
      const options = {
        database: ledger.database,
        transport: openTransport({ smtpUrl, smtpTimeoutMs: timeoutMs, dataDir }),
        secrets,
        openSigning: () => null,
        identity: { from, postalAddress: '東京都港区1-2-3', mailDomain: 'farebox.jp' },
        limits: {
          transport: smtpUrl === undefined ? ('outbox' as const) : ('smtp' as const),
          zone: 'Asia/Tokyo',
          plans: defaultPlans,
          perMinute: 60_000,
          domainGapMs: 0,
          isConsentStrict: false,
          hasWarmup: false,
          hasOwnDomains: false,
          firstDayMax: 1_000_000,
          companyShare: 1,
          ...limits,
        },
        baseUrl: BASE_URL,
        dataDir,
        timeoutMs,
        log: silent,
        ...more,
      };
      const service = new MailService(options);
      const sender = { service, stop: await service.run() };
      senders.push(sender);
      return sender;
    },
    async addCompany(plan = 'business', columns = {}) {
      const { accountId } = await account(ledger, 0);
      const companyId = createTimeOrderedId('c_');
      const row = {
        id: companyId,
        account_id: accountId,
        name: '株式会社サンプル',
        plan,
        plan_status: 'active',
        timezone: 'Asia/Tokyo',
        sender_verified: 0,
        individual_tracking: 1,
        created_at: 1,
        ...columns,
      };
      const values = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`));
      await books.execute(`INSERT INTO companies (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`);
      return companyId;
    },
    async addCampaign(companyId, addresses, texts = {}) {
      const campaignId = ++campaigns;
      const mail = { mediaId: null, recipient: '編集部', subject: '夏の本', body: '夏の本が出ます。', bodyHtml: null };
      const mails = addresses.map((address) => ({ ...mail, address, ...texts }));
      const facts = { kind: 'campaign', articleId: 7, userId: null, language: 'ja', mailDomain: 'farebox.jp' } as const;
      await ledger.database.write(enqueueMails, { ...facts, companyId, campaignId, status: 'draft', mails });
      await ledger.database.write(queueMailing, { companyId, campaignId, userId: null, of: 'drafts' });
      return campaignId;
    },
    async statuses(campaignId) {
      const rows = ledger.database.db.selectFrom('mail_items').select('status').where('campaign_id', '=', campaignId);
      return (await rows.orderBy('id').execute()).map(({ status }) => status);
    },
    async close() {
      for (const sender of senders.splice(0)) await sender.stop();
      await books.close();
    },
  };
  return world;
}
