/**
 * The newsroom's words for single cases of the catalogue: `code` in its error shape, `details.reason` elsewhere. Each has
 * a sentence of its own and the status of its row.
 */
import { type ErrorCode, type ErrorDetails, FareboxError } from './errors.ts';

interface ReasonRow {
  code: ErrorCode;
  message: string;
}

const row = (code: ErrorCode, message: string): ReasonRow => ({ code, message });

export const reasons = {
  admin_required: row('FORBIDDEN', 'Admin privileges required'),
  session_required: row('FORBIDDEN', 'A session is required for this operation'),
  owner_required: row('FORBIDDEN', 'A session or an uncapped key is required for this operation'),
  operator_required: row('FORBIDDEN', 'Operator access required'),
  no_company: row('FORBIDDEN', 'This key does not belong to a company'),
  insufficient_scope: row('FORBIDDEN', 'The token lacks a scope'),
  company_mismatch: row('FORBIDDEN', 'This company is not yours'),
  no_input: row('INVALID_INPUT', 'Neither of the two inputs is given'),
  use_batch: row('INVALID_INPUT', 'More than 49 media need the batch operation'),
  too_many_media: row('INVALID_INPUT', 'That is more media than one call takes'),
  empty_text: row('INVALID_INPUT', 'The text has no words'),
  url_blocked: row('INVALID_INPUT', 'This URL is not allowed'),
  unsupported_site: row('INVALID_INPUT', 'This site is not one that can be scanned'),
  path_not_allowed: row('INVALID_INPUT', 'This path is not a file of the import folder'),
  invalid_json: row('INVALID_INPUT', 'The file is not JSON'),
  import_running: row('CONFLICT', 'An import is running'),
  invalid_cursor: row('INVALID_INPUT', 'Not a cursor of this list'),
  invalid_code: row('INVALID_INPUT', 'Invalid or expired code'),
  already_member: row('CONFLICT', 'This address is a member already'),
  cannot_remove_self: row('CONFLICT', 'Nobody can remove themselves'),
  last_admin: row('CONFLICT', 'The last admin of a company cannot be removed'),
  no_customer: row('CONFLICT', 'This company has no subscription yet'),
  url_not_allowed: row('INVALID_INPUT', 'This return address is not allowed'),
  no_billing: row('TOOL_UNAVAILABLE', 'Plans are not sold on this server'),
  plan_limit: row('CONFLICT', 'The plan of this company allows no more members'),
  version_conflict: row('CONFLICT', 'The record has changed since that version'),
  embargoed: row('CONFLICT', 'The embargo is not over'),
  release_state: row('CONFLICT', 'The state of the release does not allow that'),
  in_use: row('CONFLICT', 'Something that is not over yet needs it'),
  campaign_state: row('CONFLICT', 'The state of the campaign does not allow that'),
  not_sendable: row('CONFLICT', 'Campaign cannot be sent'),
  nothing_to_send: row('CONFLICT', 'No mail of this campaign has failed'),
  suppressed: row('CONFLICT', 'This address gets no mail of this company'),
  unknown_recipient: row('INVALID_INPUT', 'This address is neither an outlet nor a contact with a consent basis'),
  duplicate_address: row('CONFLICT', 'Another mail of this campaign goes to this address'),
  resync_required: row('GONE', 'since_seq is no longer available; resync from the start'),
  too_many_attempts: row('RATE_LIMITED', 'Too many attempts'),
  quota_exceeded: row('RATE_LIMITED', 'Monthly analysis quota exceeded'),
} as const satisfies Record<string, ReasonRow>;

export type Reason = keyof typeof reasons;

/** The error of one of these cases. `facts` may add details or another sentence. */
export function createReasonError(reason: Reason, facts: Omit<ErrorDetails, 'reason'> = {}): FareboxError {
  const { code, message } = reasons[reason];
  return new FareboxError(code, { message, ...facts, reason });
}
