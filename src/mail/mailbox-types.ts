/** A mailbox and where it is, whatever it is read by. */

export interface Mailbox {
  /**
   * Reads at most so many messages that were not read before, the oldest first, and tells how many. `take` makes what follows of
   * one durable; only then it counts as read. Rejects when the mailbox can't be reached or opened, or `take` does.
   */
  poll(take: (raw: Uint8Array) => Promise<void>, most: number, signal: AbortSignal): Promise<number>;
}

/** Address and credentials of a mailbox. */
export interface MailboxServer {
  host: string;
  port: number;
  isSecure: boolean;
  /** A password never goes over a network in the clear: without TLS from the start, TLS is asked for. */
  needsTls: boolean;
  user: string;
  password: string;
  /** By IMAP. */
  folder: string;
  /** Of the connection, the greeting and each silence. */
  timeoutMs: number;
}

/** Of one message; reports tell at their beginning. */
export const MESSAGE_BYTES_MAX = 1_048_576;
