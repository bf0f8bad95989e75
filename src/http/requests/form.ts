/** Bodies and credentials as OAuth sends them (RFC 6749 §2.3.1 and §3.2). */
import type { IncomingHttpHeaders } from 'node:http';
import { FareboxError } from '../../kernel/errors/errors.ts';

const FIELDS_MAX = 40;

/**
 * The fields of a form; empty ones count as not sent. Credentials of HTTP Basic come as `client_id` and `client_secret`.
 * Throws UNSUPPORTED_MEDIA_TYPE for another encoding, INVALID_INPUT for a repeated field or credentials in two places.
 */
export function readForm(bytes: Buffer, { 'content-type': type = '', authorization }: IncomingHttpHeaders) {
  if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new FareboxError('UNSUPPORTED_MEDIA_TYPE', { next: 'Send a form: application/x-www-form-urlencoded.' });
  }
  const entries = [...new URLSearchParams(bytes.toString('utf8'))];
  if (entries.length > FIELDS_MAX) throw createInvalidError('The form has too many fields');
  if (new Set(entries.map(([name]) => name)).size < entries.length) throw createInvalidError('A field is sent twice');
  const fields = Object.fromEntries(entries.filter(([, value]) => value !== ''));
  const basic = parseBasicCredentials(authorization);
  if (!basic) return fields;
  if (fields.client_secret !== undefined || (fields.client_id ?? basic.client_id) !== basic.client_id) {
    throw createInvalidError('Send the credentials of the client in one place');
  }
  return { ...fields, ...basic };
}

function parseBasicCredentials(authorization: string | undefined): { client_id: string; client_secret: string } | null {
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const end = text.indexOf(':');
  if (end < 1) throw createInvalidError('The Authorization header cannot be read');
  return { client_id: decodeFormText(text.slice(0, end)), client_secret: decodeFormText(text.slice(end + 1)) };
}

function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw createInvalidError('The Authorization header cannot be read');
  }
}

const createInvalidError = (message: string): FareboxError => new FareboxError('INVALID_INPUT', { message });
