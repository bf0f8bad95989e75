/** What campaigns need of this installation, and the thread that cleans the HTML that people write. */
import { FareboxError } from '../../kernel/errors.ts';
import { ThreadPool } from '../../kernel/thread-pool.ts';
import type { Asker } from '../../kernel/turns.ts';
import type { DkimKey } from '../../mail/compose.ts';
import type { Letter } from '../../mail/types.ts';
import type { MailItem } from '../sending/reads.ts';
import { type RenderFacts, renderMail } from '../sending/render.ts';
import type { MailSender } from '../sending/sender-reads.ts';
import type { SenderFacts } from './checks.ts';
import type { CleanAnswer } from './clean-worker.ts';
import { checkNothing, createDomainChecks, type DomainCheck } from './sender-domain.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    campaigns: Campaigns;
  }
}

export interface Campaigns {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  cleanHtml(html: string, asker: Asker): Promise<CleanAnswer>;
  /** As its reader gets it, but nothing in it is counted: whoever looks at it is not its reader. */
  render(mail: MailItem, sender: MailSender, replyTo: string | null): Promise<Letter>;
  /** Whose name the mails of a company go out in. */
  describeSender(sender: MailSender): SenderFacts;
  /** Of an address that mail is from. All unknown while mails are files. */
  checkDomain(address: string): Promise<DomainCheck>;
  close(): Promise<void>;
}

export interface CampaignsOptions {
  facts: RenderFacts;
  transport: 'smtp' | 'outbox';
  /** What mails are signed with; undefined: nothing. */
  dkim: DkimKey | undefined;
  /** The longest one text may take. */
  textMs?: number;
  /** The thread ends after this long without a text. */
  idleMs?: number;
}

const THREAD_MEMORY_MB = 128;

export function openCampaigns(options: CampaignsOptions): Campaigns {
  const { facts, transport, dkim, textMs = 5_000, idleMs = 60_000 } = options;
  const threads = new ThreadPool<string, CleanAnswer>({
    entry: 'newsroom/campaigns/clean-worker.ts',
    memoryMb: THREAD_MEMORY_MB,
    taskMs: textMs,
    idleMs,
    tooLong: () => createTooLargeError('The HTML takes too long to be read.'),
    tooLarge: () => createTooLargeError('The HTML is too large to be read.'),
  });
  const { from, postalAddress } = facts;
  const checkDomain = transport === 'smtp' ? createDomainChecks(dkim) : checkNothing;
  return {
    cleanHtml: (html, asker) => threads.run(html, asker),
    render: async (mail, sender, replyTo) =>
      (await renderMail(facts, { ...mail, kind: 'test' }, sender, replyTo)).letter,
    describeSender: (sender) => ({
      name: sender.name ?? from.name,
      address: (sender.isVerified ? sender.address : null) ?? from.address,
      postalAddress: sender.postalAddress ?? postalAddress,
      replyTo: sender.replyTo,
    }),
    checkDomain: (address) => checkDomain(address.slice(address.lastIndexOf('@') + 1)),
    close: () => threads.close(),
  };
}

const createTooLargeError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Shorten it.' });
