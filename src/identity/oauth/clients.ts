/** Finds the client of an id: registered with us, or described by the document that its id is the address of. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Limiter } from '../../kernel/ports.ts';
import { withSignal } from '../../kernel/tool/context.ts';
import { toHostKey } from '../../lib/network.ts';
import type { RequestContext } from '../../providers/shared/network/exchange.ts';
import { fetchJson } from '../../providers/shared/network/json-document.ts';
import { readMetadata } from './client-metadata.ts';
import { createOAuthError } from './errors.ts';
import { findOAuthClientById } from './reads.ts';
import type { Client } from './types.ts';

/** Documents that may be fetched for one address a minute, and for everybody at once. */
const FETCHES_PER_MINUTE = 20;
const FETCHES_AT_ONCE_MAX = 16;
const DOCUMENT = { bytesMax: 10_240, timeoutMs: 5_000 };
const URL_CHARS_MAX = 500;
const KEPT_MAX = 500;
const KEPT_SECONDS = 600;
const KEPT_SECONDS_MAX = 3_600;

export interface ClientsDeps {
  /** Whether the documents of clients are read; off where this server has no way out to fetch them. */
  readsDocuments: boolean;
  database: Pick<Database, 'db' | 'now'>;
  limiter: Limiter;
}

export class Clients {
  readonly #deps: ClientsDeps;
  /** By mode and address: what the sandbox says of an address is nobody's word for the real one. */
  readonly #kept = new LRUCache<string, Client>({ max: KEPT_MAX });
  readonly #underWay = new Map<string, Promise<Client>>();

  constructor(deps: ClientsDeps) {
    this.#deps = deps;
  }

  /** Throws `invalid_client`; RATE_LIMITED or OVERLOADED when too many documents are asked for. */
  async find(id: string, ip: string, ctx: RequestContext): Promise<Client> {
    if (!id.includes(':')) {
      const registered = await this.findRegistered(id);
      if (!registered) throw createOAuthError('invalid_client', 'This client is not registered or was deleted');
      return registered;
    }
    if (!this.#deps.readsDocuments) {
      throw createOAuthError(
        'invalid_client',
        'This server does not accept metadata documents. Register the client instead',
      );
    }
    const url = parseDocumentUrl(id);
    const key = `${ctx.environment.mode} ${id}`;
    return this.#kept.get(key) ?? this.#underWay.get(key) ?? (await this.#fetch(key, url, ip, ctx));
  }

  /** Null for an id that no client has (any more). */
  async findRegistered(id: string): Promise<Client | null> {
    const { database } = this.#deps;
    const row = await findOAuthClientById(database.db, id, await database.now());
    if (!row) return null;
    const { name, redirect_uris, refreshes, secret_hash } = row;
    const redirectUris = redirect_uris.split(' ');
    return { id, name, host: null, redirectUris, refreshes: refreshes === 1, secretHash: secret_hash };
  }

  async #fetch(key: string, url: URL, ip: string, ctx: RequestContext): Promise<Client> {
    const { limiter } = this.#deps;
    const window = await limiter.consume(`oauth document ${toHostKey(ip)}`, FETCHES_PER_MINUTE, 60);
    if (!window.isAllowed) throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds });
    if (this.#underWay.size >= FETCHES_AT_ONCE_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 5 });
    // Others may wait for it, too: it does not end with the one who has asked first.
    const forAll = AbortSignal.timeout(DOCUMENT.timeoutMs);
    const fetching = fetchClient(url, withSignal({ ...ctx, callerGone: forAll }, forAll));
    const pending = fetching.then(({ client }) => client);
    // Whoever waits here hears of a failure below; there may be nobody else.
    pending.catch(() => {});
    this.#underWay.set(key, pending);
    try {
      const { client, keptSeconds } = await fetching;
      if (keptSeconds > 0) this.#kept.set(key, client, { ttl: keptSeconds * 1000 });
      return client;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** https, with a path, and written in one way only. */
function parseDocumentUrl(id: string): URL {
  const fits = id.length <= URL_CHARS_MAX && URL.canParse(id);
  const url = fits ? new URL(id) : null;
  if (url?.protocol !== 'https:' || url.href !== id || url.pathname === '/' || id.includes('#') || url.username) {
    throw createOAuthError('invalid_client', 'A client ID that is a URL must be an https URL with a path');
  }
  return url;
}

async function fetchClient(url: URL, ctx: RequestContext): Promise<{ client: Client; keptSeconds: number }> {
  const { value, maxAgeSeconds } = await fetchJson(url, ctx, DOCUMENT).catch((thrown: unknown) => {
    throw createOAuthError('invalid_client', 'The metadata document of this client cannot be read', thrown);
  });
  const metadata = readMetadata(value);
  const isOwn = typeof value === 'object' && value !== null && 'client_id' in value && value.client_id === url.href;
  if (!isOwn) throw createOAuthError('invalid_client', 'The client_id in the metadata document does not match its URL');
  if (metadata.authMethod !== null && metadata.authMethod !== 'none') {
    throw createOAuthError('invalid_client', 'A client with a metadata document is public and has no secret');
  }
  const { name, redirectUris, refreshes } = metadata;
  const { host } = url;
  const client = { id: url.href, name: name ?? host, host, redirectUris, refreshes, secretHash: null };
  return { client, keptSeconds: Math.min(maxAgeSeconds ?? KEPT_SECONDS, KEPT_SECONDS_MAX) };
}
