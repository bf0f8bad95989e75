/** Dependencies of campaigns, and the thread that cleans HTML written by people. */
import { type Leave, type TurnLimits, type TurnOwner, Turns } from '../../../kernel/threads/turns.ts';
import type { DkimKey, Letter } from '../../../mail/types.ts';
import { type MailHtmlOptions, openMailHtml } from '../queue/html/mail-html.ts';
import type { CleanHtml } from '../queue/html/mail-html-worker.ts';
import { findFromAddress, type RenderOptions, renderMail } from '../queue/html/render.ts';
import type { MailItem } from '../queue/reads.ts';
import type { MailSender } from '../queue/sender-reads.ts';
import type { SenderDetails } from './checks/checks.ts';
import { checkNothing, createDomainChecks, createNames, type DomainCheck } from './checks/sender-domain.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    campaigns: Campaigns;
  }
}

export interface Campaigns {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  cleanHtml(html: string, owner: TurnOwner): Promise<CleanHtml>;
  /** As its reader gets it, but nothing in it is counted: whoever looks at it is not its reader. */
  render(mail: MailItem, sender: MailSender, replyTo: string | null): Promise<Letter>;
  /** Waits for a turn to show mails: one preview at a time for each company, a few for all. Throws OVERLOADED beyond. */
  takePreviewTurn(owner: TurnOwner): Promise<Leave>;
  /** Whose name the mails of a company go out in. */
  describeSender(sender: MailSender): SenderDetails;
  /** Of an address that mail is from. All unknown while mails are files. */
  checkDomain(address: string): Promise<DomainCheck>;
  close(): Promise<void>;
}

export interface CampaignsOptions extends MailHtmlOptions {
  facts: Omit<RenderOptions, 'html'>;
  transport: 'smtp' | 'outbox';
  /** What mails are signed with; undefined: nothing. */
  dkim: DkimKey | undefined;
  /** Those that look up the domain of a sender; none: those of the system. */
  nameServers?: readonly string[];
}

const PREVIEW_LIMITS: TurnLimits = {
  atOnce: 2,
  freeAtOnce: 2,
  atOncePerOwner: 1,
  waitingMax: 32,
  waitingMaxPerOwner: 4,
};

export function openCampaigns(options: CampaignsOptions): Campaigns {
  const { facts, transport, dkim, nameServers } = options;
  const html = openMailHtml(options);
  const previews = new Turns(PREVIEW_LIMITS);
  const { from, postalAddress } = facts;
  const checkDomain =
    transport === 'smtp' ? createDomainChecks(dkim, createNames(nameServers).findTexts) : checkNothing;
  return {
    cleanHtml: (text, owner) => html.clean(text, owner),
    render: async (mail, sender, replyTo) =>
      (await renderMail({ ...facts, html }, { ...mail, kind: 'test' }, sender, replyTo)).letter,
    takePreviewTurn: (owner) => previews.take(owner),
    describeSender: (sender) => ({
      name: sender.name ?? from.name,
      address: findFromAddress(sender) ?? from.address,
      postalAddress: sender.postalAddress ?? postalAddress,
      replyTo: sender.replyTo,
    }),
    checkDomain: (address) => checkDomain(address.slice(address.lastIndexOf('@') + 1)),
    close: () => html.close(),
  };
}
