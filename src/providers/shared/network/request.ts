/** Request of an adapter, as data that `provider.ts` sends and `outgoing.ts` writes. */
import type { FailureKind } from '../../../kernel/errors/failure.ts';
import type { OutgoingRequest } from '../../../kernel/ports.ts';
import type { ProviderReply } from './reply.ts';

export interface ProviderRequest {
  /** Default GET, or POST when there is a body. */
  method?: OutgoingRequest['method'];
  /** Put behind the base URL; values in it go through `pathSegment`. */
  path: string;
  /** Undefined members are left out; an array repeats its name. */
  query?: Readonly<Record<string, string | number | boolean | undefined | readonly string[]>>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** What the request asks for where its own headers don't say. */
  accept?: string;
  /** At most one of `json`, `form`, `body`. A record is sent url-encoded, FormData as multipart. */
  json?: unknown;
  form?: Readonly<Record<string, string>> | FormData;
  body?: string | Uint8Array;
  /** Instead of the setting `baseUrl`. */
  baseUrl?: string;
  /**
   * Asked first, also for a 200: errors inside a 200, quotas told as 403, a 404 that means `not_found`.
   * Undefined leaves the reply to its status.
   */
  classify?(reply: ProviderReply): FailureKind | undefined;
  /** Statuses besides 2xx whose body is an answer like any other. */
  answerStatuses?: readonly number[];
  /** Milliseconds that a failed reply asks to wait, where its body tells them and not its headers. */
  readRetryDelayMs?(reply: ProviderReply): number | undefined;
  /** Id of the model that answers: its failures leave the provider's other models usable. */
  model?: string;
  /** The request may be repeated once after a failure although it is no GET. */
  retryable?: boolean;
  /** Default 2 MiB. */
  bodyBytesMax?: number;
  /** Longest silence inside the body, in milliseconds; default 10,000. */
  stallMs?: number;
}
