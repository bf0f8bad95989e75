/** Stripe's refusals in its own words. */

import type { TwinReply } from './shared/twin.ts';
import { deriveId } from './stripe-objects.ts';

export const buildRequestId = (seed: string): Record<string, string> => ({ 'request-id': deriveId('req_', seed, 14) });

export function refuse(status: number, type: string, message: string, more: object = {}): TwinReply {
  const request_log_url = 'https://dashboard.stripe.com/test/logs/req_x';
  return { status, headers: buildRequestId(message), json: { error: { type, message, request_log_url, ...more } } };
}

export const refuseParameter = (param: string, message: string, code = 'parameter_invalid'): TwinReply =>
  refuse(400, 'invalid_request_error', message, { param, code });

export const refuseMissing = (id: string, kind = 'checkout.session', param = 'session'): TwinReply =>
  refuse(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

export const refuseAddress = (method: string, url: URL): TwinReply =>
  refuse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${url.pathname}).`);
