/**
 * Sign-in with an invite, and through the sign-in provider if one is configured: `ctx.services.invites`. newsroom.md
 * §2.5.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/types.ts';
import type { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import type { Secrets } from '../../ledger/secret.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Micros } from '../../lib/money.ts';
import oidc, { type SignInBinding } from '../../providers/oidc.ts';
import { seal, unseal } from '../sealed.ts';
import type { Identity, SignedInSession } from '../types.ts';
import { findInviteByCode } from './invite-reads.ts';
import { createInviteError, type InviteState, readInviteState } from './invite-types.ts';

/** The page that the provider sends the browser back to. */
export const BACK_PATH = '/claw/signed-in';

const PURPOSE = 'oidc-state';
/** From the invite page to the provider and back. */
const ROUND_TRIP_MS = 15 * 60_000;

export interface InviteView {
  state: InviteState;
  /** 0 for an unknown invite. */
  grantMicros: Micros;
  /** Milliseconds; 0 for an unknown invite. */
  expiresAtMs: number;
  /** Whom to ask when it is over: a web or mail address, or any words; may be empty. */
  operatorContact: string;
}

export interface Invites {
  /** What its code stands for. */
  readView(code: string): Promise<InviteView>;
  /** `invalid_code`, with what is wrong with the invite. */
  assertOpen(inviteHash: string): Promise<void>;
  /** Where a browser goes to sign in elsewhere; `binding` is a secret of that browser. TOOL_UNAVAILABLE without a provider. */
  begin(request: { code?: string; binding: string }, ctx: CallContext): Promise<string>;
  /** Signs in whoever comes back from there, with the query that the provider has added. `invalid_code` for a wrong one. */
  finish(request: { answer: string; binding: string }, ctx: CallContext): Promise<SignedInSession>;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    invites: Invites;
  }
}

export interface InvitesDeps {
  database: Pick<Database, 'db' | 'now'>;
  identity: Pick<Identity, 'signIn'>;
  secrets: Secrets;
  operatorContact: string;
}

/** Key under which an invite is stored. */
export const hashInvite = (code: string): string => sha256Hex(code);

/** Content of `state`, which the provider returns to us: sealed, and bound to the browser that began. */
const roundTrip = z.object({
  /** Absent for whoever comes without an invite. */
  inviteHash: z.string().optional(),
  bindingHash: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  untilMs: z.number(),
});

export function openInvites(deps: InvitesDeps): Invites {
  const { database, operatorContact } = deps;
  return {
    readView: async (code) => {
      const row = await findInviteByCode(database.db, hashInvite(code));
      const state = readInviteState(row, await database.now());
      return { state, grantMicros: row?.grant_amount ?? 0, expiresAtMs: row?.expires_at ?? 0, operatorContact };
    },
    assertOpen: (inviteHash) => assertOpen(deps, inviteHash),
    begin: (request, ctx) => begin(deps, request, ctx),
    finish: (request, ctx) => finish(deps, request, ctx),
  };
}

async function assertOpen({ database }: InvitesDeps, inviteHash: string): Promise<void> {
  const state = readInviteState(await findInviteByCode(database.db, inviteHash), await database.now());
  if (state !== 'open') throw createInviteError(state);
}

async function begin(
  deps: InvitesDeps,
  { code, binding }: { code?: string; binding: string },
  ctx: CallContext,
): Promise<string> {
  const inviteHash = code === undefined ? undefined : hashInvite(code);
  if (inviteHash !== undefined) await assertOpen(deps, inviteHash);
  const trip: z.output<typeof roundTrip> = {
    inviteHash,
    bindingHash: sha256Hex(binding),
    nonce: generateRandom(),
    codeVerifier: generateRandom(),
    untilMs: Date.now() + ROUND_TRIP_MS,
  };
  return await oidc.begin(buildBinding(trip, seal(deps.secrets, PURPOSE, trip), ctx), ctx);
}

const generateRandom = (): string => randomBytes(32).toString('base64url');

async function finish(
  { identity, secrets }: InvitesDeps,
  { answer, binding }: { answer: string; binding: string },
  ctx: CallContext,
): Promise<SignedInSession> {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const trip = roundTrip.safeParse(unseal(secrets, PURPOSE, state));
  if (!trip.success || trip.data.bindingHash !== sha256Hex(binding) || trip.data.untilMs < Date.now())
    throw createRoundTripOverError();
  const proved = await proveAddress(answer, buildBinding(trip.data, state, ctx), ctx);
  if (proved === null) {
    const message = 'The sign-in provider has not verified your email address';
    throw createReasonError('invalid_code', { message, details: { invite: 'unverified' } });
  }
  const { email, name } = proved;
  const from = { ip: ctx.principal.ip, origin: ctx.browser?.origin };
  const { inviteHash } = trip.data;
  return await identity.signIn({ email, name, ...(inviteHash === undefined ? {} : { inviteHash }) }, from);
}

async function proveAddress(answer: string, binding: SignInBinding, ctx: CallContext) {
  try {
    return await oidc.finish(answer, binding, ctx);
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure) || thrown.kind !== 'not_found') throw thrown;
    ctx.log.info({ requestId: ctx.requestId, err: thrown }, 'sign-in refused');
    throw createRoundTripOverError();
  }
}

function buildBinding(trip: z.output<typeof roundTrip>, state: string, { server }: CallContext): SignInBinding {
  const { nonce, codeVerifier } = trip;
  return { state, nonce, codeVerifier, redirectUri: `${server.baseUrl}${BACK_PATH}` };
}

const createRoundTripOverError = (): FareboxError =>
  createReasonError('invalid_code', {
    message: 'This sign-in has expired or belongs to someone else',
    details: { invite: 'sign_in' },
  });
