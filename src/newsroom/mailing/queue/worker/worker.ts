/** Sends what waits: claim, intent, conversation, outcome; each durable before the next begins. Rules: newsroom.md §7.3. */
import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../../database/types.ts';
import { unseal } from '../../../../identity/sealed.ts';
import type { Log } from '../../../../kernel/ports.ts';
import type { Secrets } from '../../../../ledger/secret.ts';
import { sha256Hex } from '../../../../lib/ids.ts';
import { isRecord } from '../../../../lib/record.ts';
import type { DkimKey, MailTransport, Stage, Verdict } from '../../../../mail/types.ts';
import { truncate } from '../../../../text/truncate.ts';
import { type RenderedMail, type RenderOptions, renderMail, renderServiceMail } from '../html/render.ts';
import type { MailLimits } from '../limits.ts';
import type { MailItem } from '../reads.ts';
import { type MailSender, type SealedSigning, serviceSender } from '../sender-reads.ts';
import { SERVICE_KINDS } from '../types.ts';
import type { ClaimedMail } from './claim-portion-writes.ts';
import { type ClaimOutcome, claimMails, claimServiceMails } from './claim-writes.ts';
import type { RestoreGuard } from './restore-check.ts';
import { beginMails, type ClaimedId, type FinishedMail, finishMails } from './step-writes.ts';
import { findUserAddresses } from './worker-reads.ts';

/** Named moments of a mail's way, for tests that end the process there. */
export type Boundary = 'claim' | 'intent' | 'outcome' | Stage;

export interface WorkerDeps {
  database: Pick<Database, 'db' | 'write' | 'findOwner'>;
  transport: MailTransport;
  secrets: Secrets;
  facts: RenderOptions;
  /** Null: sealed with a secret that is no longer known. */
  openSigning(signing: SealedSigning): DkimKey | null;
  limits: MailLimits;
  restoreGuard: RestoreGuard;
  log: Log;
  onBoundary?: ((boundary: Boundary) => void) | undefined;
}

/** Which mails a line of work takes. */
export type WorkLine = 'mailings' | 'service';

/** Purpose of the key that what people wait for is sealed with. */
export const SEAL = 'mail';

/** Mails that are claimed at once for the outbox, which has no pace. */
const OUTBOX_PORTION = 16;
const SERVICE_PORTION = 4;
const CHANCE = 1_000;

interface Portion {
  mails: readonly ClaimedMail[];
  /** See `ClaimOutcome`; 0 for what is not counted. */
  claims: number;
}

interface MailInHand extends RenderedMail {
  id: ClaimedId;
  mail: MailItem;
}

/** The name of a try in the outbox: the same whoever asks for it. */
export function buildFileName({ id, kind, attempts, message_id, created_at }: FileNameInput): string {
  if (!SERVICE_KINDS.some((service) => service === kind)) return `mail-${id}-${attempts}.eml`;
  const time = new Date(created_at).toISOString().replace(/[-:]/g, '');
  return `${time}-${kind}-${sha256Hex(`${message_id} ${attempts}`).slice(0, 12)}.eml`;
}

export type FileNameInput = Pick<MailItem, 'id' | 'kind' | 'attempts' | 'message_id' | 'created_at'>;

export class MailWorker {
  readonly #deps: WorkerDeps;
  /** Being sent now: see `keepMails`. */
  readonly #inHand = new Map<number, ClaimedId>();
  /** Outcomes that the database has not taken yet; nothing new is claimed meanwhile. */
  #pending: FinishedMail[] = [];
  /** Claimed, and their intent could not be stored: nothing of them has left. */
  readonly #held: Portion[] = [];
  /** Links of these articles that the database knows: it forgets none. */
  readonly #knownLinks = new Set<string>();

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  listInHand(): ClaimedId[] {
    return [...this.#inHand.values()];
  }

  /** Whether there is something to do although nothing is queued: what the database has not taken. */
  get isOwed(): boolean {
    return this.#pending.length + this.#held.length > 0;
  }

  /** One round; `onClaim` when there was something, before it is sent. Resolves with when to come again, in milliseconds; null: when something is queued. Throws STORE_UNAVAILABLE. */
  async work(line: WorkLine, onClaim: () => void): Promise<number | null> {
    const { database, limits, onBoundary } = this.#deps;
    await this.#storePending();
    for (let portion = this.#held.shift(); portion; portion = this.#held.shift()) await this.#send(portion);
    const owner = database.findOwner();
    if (owner === null) return null;
    const most = line === 'service' ? SERVICE_PORTION : OUTBOX_PORTION;
    const claim = line === 'service' ? claimServiceMails : claimMails;
    const { mails, claims, againInMs }: ClaimOutcome = await database.write(claim, { owner, most, limits });
    if (mails.length === 0) return againInMs;
    onBoundary?.('claim');
    onClaim();
    await this.#send({ mails, claims });
    return againInMs;
  }

  async #send(portion: Portion): Promise<void> {
    const { transport, onBoundary } = this.#deps;
    const { own, failed } = await this.#begin(portion).catch((thrown: unknown) => {
      this.#held.push(portion);
      throw thrown;
    });
    onBoundary?.('intent');
    for (const { id } of own) this.#inHand.set(id.id, id);
    const results = await Promise.all(own.map((one) => this.#deliver(one)));
    // They are there, and to send them again would be worse.
    await transport.settle?.().catch((thrown: unknown) => {
      this.#deps.log.error({ err: thrown }, 'could not sync the outbox, emails may be lost in a power failure');
    });
    this.#pending.push(...results, ...failed);
    await this.#storePending();
  }

  /** Writes the mails and stores the intent. Those that are still this worker's: to be sent, or failed already. */
  async #begin({ mails, claims }: Portion): Promise<{ own: MailInHand[]; failed: FinishedMail[] }> {
    const { database, transport, restoreGuard } = this.#deps;
    if (claims > 0) await restoreGuard.note(claims);
    const prepared: MailInHand[] = [];
    const addresses = await findUserAddresses(database.db, listSenders(mails));
    const failed: FinishedMail[] = [];
    for (const one of mails) {
      // Others have a turn between two long mails.
      await setImmediate();
      const id = { id: one.mail.id, token: one.mail.claim_token };
      try {
        prepared.push({ id, mail: one.mail, ...(await this.#render(one, addresses)) });
      } catch (thrown) {
        this.#deps.log.error({ err: thrown, mailId: id.id }, 'could not render an email');
        failed.push({ ...id, attempt: one.mail.attempts + 1, verdict: buildUnwritten(), chance: 0 });
      }
    }
    const links = this.#listNewLinks(prepared);
    const ids = [...prepared.map(({ id }) => id), ...failed];
    const begun = new Set(await database.write(beginMails, { claims: ids, transport: transport.kind, links }));
    for (const { articleId, host } of links) this.#knownLinks.add(`${articleId} ${host}`);
    return { own: prepared.filter(({ id }) => begun.has(id.id)), failed: failed.filter(({ id }) => begun.has(id)) };
  }

  async #storePending(): Promise<void> {
    if (this.#pending.length === 0) return;
    const { database, log, onBoundary } = this.#deps;
    const results = this.#pending;
    const { paused } = await database.write(finishMails, { results });
    this.#pending = this.#pending.filter((one) => !results.includes(one));
    for (const { id } of results) this.#inHand.delete(id);
    onBoundary?.('outcome');
    if (paused !== null) log.error({ reason: paused }, 'all email paused, see docs/sending.md');
  }

  async #render({ mail, sender }: ClaimedMail, addresses: ReadonlyMap<number, string>): Promise<RenderedMail> {
    const { facts, secrets } = this.#deps;
    if (sender) return this.#renderSigned(mail, sender, addresses.get(mail.user_id ?? 0) ?? null);
    if (mail.kind === 'diagnosis') return renderMail(facts, mail, serviceSender, null);
    const text = unseal(secrets, SEAL, mail.body);
    if (!isRecord(text) || typeof text.subject !== 'string' || typeof text.text !== 'string')
      throw new Error('Encrypted with a secret that is no longer known');
    return renderServiceMail(facts, mail, { subject: text.subject, text: text.text });
  }

  /** From the operator's address if the key of the company's own domain can't be opened. */
  async #renderSigned(mail: MailItem, sender: MailSender, replyTo: string | null): Promise<RenderedMail> {
    const { facts, openSigning, log } = this.#deps;
    const { signing, companyId } = sender;
    const dkim = signing === null ? null : openSigning(signing);
    if (dkim !== null) {
      const rendered = await renderMail(facts, mail, sender, replyTo);
      return { ...rendered, letter: { ...rendered.letter, dkim } };
    }
    if (signing !== null)
      log.error({ companyId, domain: signing.domain }, 'could not open the key of a sending domain');
    return await renderMail(facts, mail, { ...sender, signing: null }, replyTo);
  }

  #listNewLinks(prepared: readonly MailInHand[]): { articleId: number; host: string }[] {
    const links = new Map<string, { articleId: number; host: string }>();
    for (const { mail, hosts } of prepared) {
      const { article_id: articleId } = mail;
      if (articleId === null) continue;
      for (const host of hosts) {
        const key = `${articleId} ${host}`;
        if (!this.#knownLinks.has(key)) links.set(key, { articleId, host });
      }
    }
    return [...links.values()];
  }

  async #deliver({ id, mail, letter }: MailInHand): Promise<FinishedMail> {
    const { transport, log, onBoundary } = this.#deps;
    const attempt = mail.attempts + 1;
    const fileName = buildFileName({ ...mail, attempts: attempt });
    const chance = randomInt(CHANCE) / CHANCE;
    try {
      return { ...id, attempt, chance, verdict: await transport.deliver(letter, { fileName, onStage: onBoundary }) };
    } catch (thrown) {
      log.error({ err: thrown, mailId: mail.id }, 'could not send an email from this machine');
      return { ...id, attempt, chance, verdict: buildTrouble(thrown) };
    }
  }
}

/** The users whose mailings these are. */
const listSenders = (claimed: readonly ClaimedMail[]): number[] => [
  ...new Set(claimed.flatMap(({ mail, sender }) => (sender ? (mail.user_id ?? []) : []))),
];

const plain = { stage: 'connect', code: null, refusal: null, asksForPatience: false } as const;

const buildUnwritten = (): Verdict => ({
  ...plain,
  outcome: 'failed',
  text: 'The email cannot be written',
  isTransportTrouble: false,
});

/** Nothing has left: a full disk, a folder that nobody may write to. */
const buildTrouble = (thrown: unknown): Verdict => ({
  ...plain,
  outcome: 'transport_error',
  text: thrown instanceof Error ? truncate(thrown.message, 500) : 'This machine failed',
  isTransportTrouble: true,
});
