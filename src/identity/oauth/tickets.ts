/**
 * Seals an authorization request while it passes through the consent page, so that the approved request is the one that
 * was shown.
 */
import { z } from 'zod';
import { createOAuthError } from './errors.ts';
import { type AccessRequest, SCOPES } from './types.ts';

const PURPOSE = 'oauth-request';
/** Long enough to wait for a sign-in code. */
const TICKET_MS = 1_800_000;

/** The part of the installation's secrets that seals. */
export interface Seal {
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

const sealed = z.object({
  client: z.object({ id: z.string(), name: z.string(), host: z.string().nullable(), refreshes: z.boolean() }),
  redirectUri: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  resource: z.string(),
  challenge: z.string(),
  state: z.string().nullable(),
  expiresAtMs: z.number(),
});

export function sealTicket(request: AccessRequest, seal: Seal, nowMs: number): string {
  const text = Buffer.from(JSON.stringify({ ...request, expiresAtMs: nowMs + TICKET_MS })).toString('base64url');
  return `${text}.${seal.sign(PURPOSE, text)}`;
}

/** Throws `invalid_request` for what we have not sealed, or too long ago. */
export function openTicket(ticket: string, seal: Seal, nowMs: number): AccessRequest {
  const end = ticket.indexOf('.');
  const text = ticket.slice(0, end);
  if (end === -1 || !seal.verify(PURPOSE, text, ticket.slice(end + 1))) {
    throw createOAuthError('invalid_request', 'This request was not issued by this server');
  }
  const { expiresAtMs, ...request } = sealed.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (expiresAtMs > nowMs) return request;
  throw createOAuthError('invalid_request', 'This request has expired. Start again in the app that sent you here');
}
