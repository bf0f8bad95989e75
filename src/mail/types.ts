/** Types of outgoing email: the message and the outcome of an attempt. See newsroom.md §7.4. */
import type { RefusalCause } from './refusal.ts';

export interface Mailbox {
  name: string;
  address: string;
}

/** Mail that follows from what somebody did, and that they wait for. */
export interface ServiceMail {
  kind: 'code' | 'invitation' | 'alert';
  to: string;
  subject: string;
  text: string;
  /** False: it takes the same way and the same time, and nobody gets it. Default: true. */
  isWanted?: boolean;
}

/** Signs a mail. */
export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

/** A whole mail to one recipient. */
export interface Letter {
  from: Mailbox;
  replyTo: string | null;
  to: Mailbox;
  /** Where reports about it come back to. */
  returnPath: string;
  /** With angle brackets. */
  messageId: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Readonly<Record<string, string>>;
  /** When it was written, milliseconds: the same at each try. */
  date: number;
  /** In place of the operator's. */
  dkim?: DkimKey | undefined;
}

/** Stage of a conversation with a mail server: the step that it waits for, or was doing. */
export type Stage = 'connect' | 'mail' | 'rcpt' | 'data' | 'body' | 'terminator' | 'reply';

/**
 * `transport_error`: the server, not the recipient, is the matter; nothing was sent. `retry`: surely not accepted, for now.
 * `failed`: refused for good. `unknown`: nobody can say whether it was accepted.
 */
export type Outcome = 'sent' | 'retry' | 'failed' | 'unknown' | 'transport_error';

export interface Verdict {
  outcome: Outcome;
  stage: Stage;
  /** Of the last reply; null when there was none. */
  code: number | null;
  /** The last reply, or what went wrong, cut. */
  text: string;
  /** Why the recipient or the message was refused; null when the server refused neither. */
  refusal: RefusalCause | null;
  /** The server asked for patience. */
  asksForPatience: boolean;
  /** The transport may be the matter, whatever becomes of the mail. */
  isTransportTrouble: boolean;
}

export interface DeliveryOptions {
  /** Names the try: the file in the outbox. */
  fileName: string;
  /** Told before each step is taken. */
  onStage?: ((stage: Stage) => void) | undefined;
}

/** A way that mail takes. Several deliveries may be under way at once. */
export interface MailTransport {
  /** `outbox`: nothing leaves this machine. */
  readonly kind: 'smtp' | 'outbox';
  /** Never rejects for what a server says or does; rejects when this machine fails, such as for a full disk. */
  deliver(letter: Letter, options: DeliveryOptions): Promise<Verdict>;
  /** Whether a try of the outbox has ended as a whole file. Always false by SMTP. */
  hasFile(fileName: string): Promise<boolean>;
  /** After some were delivered, before that is written down: what was taken outlasts a power cut. */
  settle?(): Promise<void>;
  close(): Promise<void>;
}
