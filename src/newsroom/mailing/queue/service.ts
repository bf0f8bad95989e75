/** The sending of this server: looks for what waits, recovers what others have left, and takes codes and invitations. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/types.ts';
import { seal } from '../../../identity/sealed.ts';
import type { Log } from '../../../kernel/ports.ts';
import type { Secrets } from '../../../ledger/secret.ts';
import type { Mail, MailIdentity } from '../../../mail/mail.ts';
import type { DkimKey, MailTransport, ServiceMail } from '../../../mail/types.ts';
import { type MailHtml, openMailHtml } from './html/mail-html.ts';
import type { MailLimits } from './limits.ts';
import type { SealedSigning } from './sender-reads.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from './service-writes.ts';
import { changeMailState } from './settings-writes.ts';
import { recoverSilentMails, settleOutboxMail } from './worker/recovery-writes.ts';
import { RestoreGuard } from './worker/restore-check.ts';
import { keepMails } from './worker/step-writes.ts';
import { type Boundary, buildFileName, type FileNameInput, MailWorker, SEAL, type WorkLine } from './worker/worker.ts';
import { findMailState, findOldestInHand, hasOpenLane, hasServiceMail, listOrphans } from './worker/worker-reads.ts';

export interface Sending extends MailIdentity {
  readonly transport: MailTransport['kind'];
  readonly limits: MailLimits;
  /** Something was queued: it is looked at now rather than within a second. */
  wake(): void;
  /** What a write enqueues together with what the mail is about. */
  sealMail(mail: ServiceMail): EnqueueServiceMail;
  /** Removes what this machine has in its outbox of these mails. */
  forget(mails: readonly FileNameInput[]): Promise<void>;
}

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    sending: Sending;
  }
}

export interface SendingOptions {
  database: Pick<Database, 'db' | 'engine' | 'write' | 'now' | 'findOwner'>;
  transport: MailTransport;
  secrets: Secrets;
  /** Null: sealed with a secret that is no longer known. */
  openSigning(signing: SealedSigning): DkimKey | null;
  identity: MailIdentity;
  limits: MailLimits;
  baseUrl: string;
  dataDir: string;
  /** Of a mail server's silence. */
  timeoutMs: number;
  log: Log;
  /** Calls of tools that this server has answered. */
  countCalls?: () => number;
  /** For tests that end the process at a moment of its own. */
  onBoundary?: ((boundary: Boundary) => void) | undefined;
}

const TICK_MS = 1_000;
/** Long enough for the answer to be written first. */
const HAND_OVER_MS = 20;
const KEEP_MS = 10_000;
const SILENT_MS = 60_000;
const CLAIM_MS = 120_000;
/** Calls a second above which mailings step aside: paid calls go first. */
const BUSY_CALLS = 100;
/** Time for one portion of a mailing then, at least: some hundred emails a second. */
const PORTION_MS = 312;
/** Ratio of rest to work where it takes longer: a slow machine has less to spare, not more. */
const REST = 4;
/** A stop waits so long for conversations; what goes on after that is `unknown`. */
const STOP_MS = 10_000;
/** Files of one mail that are looked for. */
const TRIES_MAX = 50;
/** Conversations at once, of each line. */
const CREWS: Readonly<Record<MailTransport['kind'], Readonly<Record<WorkLine, number>>>> = {
  smtp: { mailings: 4, service: 2 },
  outbox: { mailings: 2, service: 1 },
};

export class MailService implements Sending {
  readonly transport: MailTransport['kind'];
  readonly limits: MailLimits;
  readonly from: MailIdentity['from'];
  readonly postalAddress: string;
  readonly mailDomain: string;
  /** `ctx.services.mail`. */
  readonly mail: Mail;
  readonly #options: SendingOptions;
  readonly #worker: MailWorker;
  readonly #restoreGuard: RestoreGuard;
  readonly #html: MailHtml;
  readonly #crew: Record<WorkLine, number> = { mailings: 0, service: 0 };
  /** Something was queued while everybody was at work: perhaps after they had looked. */
  readonly #isAwaited: Record<WorkLine, boolean> = { mailings: false, service: false };
  readonly #working = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> | null = null;
  #keptAt = 0;
  #isFailing = false;

  constructor(options: SendingOptions) {
    const { transport, identity, limits } = options;
    this.#options = options;
    this.transport = transport.kind;
    this.limits = limits;
    this.from = identity.from;
    this.postalAddress = identity.postalAddress;
    this.mailDomain = identity.mailDomain;
    this.mail = { transport: transport.kind, post: (mail) => this.#post(mail) };
    this.#restoreGuard = new RestoreGuard(options.dataDir);
    this.#html = openMailHtml();
    const facts = { ...identity, keys: options.secrets, baseUrl: options.baseUrl, html: this.#html };
    this.#worker = new MailWorker({ ...options, facts, restoreGuard: this.#restoreGuard });
  }

  /** Begins to send. What it returns ends that. */
  async run(): Promise<() => Promise<void>> {
    await this.#examineRestore();
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
    this.#timer.unref();
    this.wake();
    return () => this.#stop();
  }

  wake(): void {
    this.#rouse('mailings');
    this.#rouse('service');
  }

  #rouse(line: WorkLine): void {
    this.#isAwaited[line] = true;
    this.#start(line);
  }

  async forget(mails: readonly FileNameInput[]): Promise<void> {
    const names = mails.flatMap((mail) =>
      Array.from({ length: Math.min(mail.attempts, TRIES_MAX) }, (_, at) =>
        buildFileName({ ...mail, attempts: at + 1 }),
      ),
    );
    const { removeLetters } = await import('../../../mail/outbox.ts');
    await removeLetters(this.#options.dataDir, names);
  }

  sealMail({ kind, to, subject, text, isWanted = true }: ServiceMail): EnqueueServiceMail {
    const sealed = seal(this.#options.secrets, SEAL, { subject, text });
    return { kind, address: to, sealed, mailDomain: this.mailDomain, isWanted };
  }

  async #post(mail: ServiceMail): Promise<void> {
    await this.#options.database.write(enqueueServiceMail, this.sealMail(mail));
    setTimeout(() => this.#rouse('service'), HAND_OVER_MS);
  }

  /** A backup knows nothing of the mails that went out after it was made. */
  async #examineRestore(): Promise<void> {
    const { database, log } = this.#options;
    const sighting = await this.#restoreGuard.read();
    const claims = (await findMailState(database.db))?.claims ?? 0;
    if (claims >= sighting) return;
    await database.write(changeMailState, { paused: { reason: 'restored_database' }, claims: sighting, by: null });
    log.error({ claims, seen: sighting }, 'database was restored from a backup, all email paused');
  }

  /** Puts a hand to a line of work, unless enough are at it. */
  #start(line: WorkLine): void {
    if (this.#timer === null || this.#crew[line] >= CREWS[this.transport][line]) return;
    this.#crew[line]++;
    const work = this.#drain(line).finally(() => {
      this.#crew[line]--;
      this.#working.delete(work);
    });
    this.#working.add(work);
  }

  async #drain(line: WorkLine): Promise<void> {
    const { countCalls = () => 0 } = this.#options;
    try {
      while (this.#timer !== null) {
        this.#isAwaited[line] = false;
        const [beganMs, before] = [performance.now(), countCalls()];
        const againInMs = await this.#worker.work(line, () => this.#start(line));
        if (againInMs === 0 || this.#isAwaited[line]) {
          const passedMs = performance.now() - beganMs;
          const isBusy = countCalls() - before > (BUSY_CALLS * passedMs) / 1_000;
          if (isBusy && line === 'mailings') await sleep(Math.max(PORTION_MS - passedMs, REST * passedMs));
          continue;
        }
        if (againInMs !== null && againInMs < TICK_MS) setTimeout(() => this.#start(line), againInMs).unref();
        break;
      }
      this.#isFailing = false;
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): void {
    if (!this.#isFailing) this.#options.log.error({ err: thrown }, 'could not send email, retrying');
    this.#isFailing = true;
  }

  #tick(): Promise<void> {
    this.#ticking ??= this.#look()
      .catch((thrown: unknown) => this.#fail(thrown))
      .finally(() => {
        this.#ticking = null;
      });
    return this.#ticking;
  }

  async #look(): Promise<void> {
    const { database } = this.#options;
    const nowMs = await database.now();
    if (nowMs - this.#keptAt >= KEEP_MS) {
      this.#keptAt = nowMs;
      const claims = this.#worker.listInHand();
      if (claims.length > 0) await database.write(keepMails, { claims });
    }
    await this.#recover(nowMs);
    if (await hasOpenLane(database.db)) this.#start('mailings');
    if (this.#worker.isOwed || (await hasServiceMail(database.db, nowMs))) this.#start('service');
  }

  async #recover(nowMs: number): Promise<void> {
    const { database, transport, timeoutMs } = this.#options;
    const silentMs = timeoutMs + SILENT_MS;
    const oldest = await findOldestInHand(database.db);
    if (oldest !== null && oldest < nowMs - Math.min(silentMs, CLAIM_MS))
      await database.write(recoverSilentMails, { silentMs });
    for (const orphan of await listOrphans(database.db)) {
      const isWritten = await transport.hasFile(buildFileName(orphan));
      const absent = database.engine === 'sqlite' ? 'missing' : 'elsewhere';
      await database.write(settleOutboxMail, { id: orphan.id, file: isWritten ? 'written' : absent });
    }
  }

  async #stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#ticking;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([Promise.all(this.#working), patience]);
    clearTimeout(timer);
    await Promise.all([this.#options.transport.close(), this.#html.close()]);
  }
}
