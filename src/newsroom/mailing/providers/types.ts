/** A mail provider's webhook: how its requests are verified, and the events that they hold. */
import type { FareboxError } from '../../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../../kernel/tool/input.ts';

export interface WebhookRequest {
  body: Buffer;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Of `MAIL_WEBHOOK_<ID>`: several while one replaces another. */
  secrets: readonly string[];
  nowMs: number;
  /** The text at an https address that the provider has already checked. Throws an UpstreamFailure. */
  fetchText(url: URL): Promise<string>;
}

export interface MailEvent {
  /** Unique at the provider; the same for an event that comes again. */
  id: string;
  kind: 'bounce' | 'complaint' | 'unsubscribe';
  /** The provider's verdict on a bounce, for where the reply of the mail server says nothing. */
  isPermanent: boolean;
  /** Address of the recipient. */
  address: string;
  /** `Message-ID` of our email, with angle brackets; null where the provider doesn't tell it. */
  messageId: string | null;
  /** `X-Farebox-Email` of our email, where the provider tells its headers. */
  emailHeader: string | null;
  /** Envelope sender, where the provider keeps it. */
  returnAddress: string | null;
  subject: string | null;
  /** Reply of the recipient's mail server. */
  diagnostic: string | null;
  /** Enhanced status code, such as `5.1.1`. */
  status: string | null;
}

export interface MailProvider {
  type: 'mail-provider';
  /** In the path of the webhook, and in capitals in the name of its setting. */
  id: string;
  title: string;
  /** Describes the value of its setting. */
  about: string;
  /** Null for a usable value; otherwise the rest of a sentence that starts with the name of the setting. */
  checkSecret(secret: string): string | null;
  /** Throws INVALID_INPUT for a request that isn't the provider's, isn't for this server, or is too old. */
  receive(request: WebhookRequest): Promise<MailEvent[]>;
}

export const defineMailProvider = (provider: Omit<MailProvider, 'type'>): MailProvider => ({
  type: 'mail-provider',
  ...provider,
});

export const createRefusal = (message: string): FareboxError => createInvalidInputError([{ path: 'body', message }]);

/** An event without what its provider doesn't tell. */
export const toEvent = (
  facts: Pick<MailEvent, 'id' | 'kind' | 'address'> & Partial<Omit<MailEvent, 'id' | 'kind' | 'address'>>,
): MailEvent => ({
  isPermanent: false,
  messageId: null,
  emailHeader: null,
  returnAddress: null,
  subject: null,
  diagnostic: null,
  status: null,
  ...facts,
});
