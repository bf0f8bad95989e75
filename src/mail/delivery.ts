/** A mail, and one way of sending it. */
export interface OutgoingMail {
  /** `code`, `invitation`: part of the file's name in the outbox. */
  kind: string;
  to: string;
  subject: string;
  text: string;
}

export interface Delivery {
  /** Resolves with why a mail is not sent, or null. Rejects when another try may help. */
  deliver(mail: OutgoingMail): Promise<string | null>;
  close(): Promise<void>;
}
