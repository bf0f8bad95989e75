/** Sessions of pages: a cookie that no program can send as a bearer, bound to a sign-in or to a key. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../../kernel/errors/refusal.ts';
import type { Identify } from '../../kernel/ports.ts';
import type { AccountPrincipal, Principal, SessionPrincipal } from '../../kernel/principal.ts';
import { isKeyLike } from '../../ledger/keys/keys.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { findPageSession } from './reads.ts';
import { closePageSession, openPageSession } from './writes.ts';

const COOKIE = /^fbp_[\w-]{43}$/;
const COOKIE_BYTES = 32;

export interface PageSessions {
  /** A new cookie for the token of a session, or for a key. UNAUTHENTICATED for a key that is not valid. */
  open(token: string, ip: string): Promise<PageCookie>;
  /** A new cookie for the key of this hash, which nobody has shown: another proof has opened its account. */
  openByKeyHash(hash: string, ip: string): Promise<PageCookie>;
  /** Signs out. A sign-in ends with it; does nothing for a cookie that is none. */
  close(cookie: string): Promise<void>;
  /** Who is signed in; null when nobody is (any more). */
  identify(cookie: string, ip: string): Promise<Principal | null>;
}

export interface PageCookie {
  cookie: string;
  lifetimeMs: number;
  principal: Principal;
}

export interface PageSessionsDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  identify: Identify;
  /** By what is stored of a token. */
  identifySessionByHash(hash: string, ip: string): Promise<SessionPrincipal | null>;
  identifyKeyByHash(hash: string, ip: string): AccountPrincipal | null | Promise<AccountPrincipal | null>;
  sessionDays: number;
}

export function openPageSessions(deps: PageSessionsDeps): PageSessions {
  const { database, sessionDays } = deps;
  const create = async (kind: 'key' | 'session', bearerHash: string): Promise<Omit<PageCookie, 'principal'>> => {
    const cookie = `fbp_${randomBytes(COOKIE_BYTES).toString('base64url')}`;
    const lifetimeMs = sessionDays * DAY_MS;
    await database.write(openPageSession, { hash: sha256Hex(cookie), kind, bearer_hash: bearerHash, lifetimeMs });
    return { cookie, lifetimeMs };
  };
  return {
    open: async (token, ip) => {
      const kind = isKeyLike(token) ? 'key' : 'session';
      // What else there is, such as the operator's own token, is as good as a guess here.
      if (kind === 'session' && !token.startsWith('fbs_')) throw createUnknownCredentialError(token);
      const principal = await deps.identify(token, ip);
      return { ...(await create(kind, sha256Hex(token))), principal };
    },
    openByKeyHash: async (hash, ip) => {
      const principal = await deps.identifyKeyByHash(hash, ip);
      if (!principal) throw new FareboxError('UNAUTHENTICATED');
      return { ...(await create('key', hash)), principal };
    },
    close: async (cookie) => {
      if (COOKIE.test(cookie)) await database.write(closePageSession, { hash: sha256Hex(cookie) });
    },
    identify: async (cookie, ip) => {
      if (!COOKIE.test(cookie)) return null;
      const session = await findPageSession(database.db, sha256Hex(cookie), await database.now());
      if (!session) return null;
      try {
        return session.kind === 'key'
          ? await deps.identifyKeyByHash(session.bearer_hash, ip)
          : await deps.identifySessionByHash(session.bearer_hash, ip);
      } catch (thrown) {
        // What it was bound to has ended.
        if (thrown instanceof FareboxError && thrown.code === 'UNAUTHENTICATED') return null;
        throw thrown;
      }
    },
  };
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    pageSessions: PageSessions;
  }
}
