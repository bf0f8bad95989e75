/**
 * The newsroom's names for single cases of the catalog: `code` in its error format, `details.reason` elsewhere. Each
 * has its own sentence and the status of its row.
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
  insufficient_scope: row('FORBIDDEN', 'The token is missing a required scope'),
  company_mismatch: row('FORBIDDEN', 'You are not a member of this company'),
  no_input: row('INVALID_INPUT', 'Provide one of the two inputs'),
  use_batch: row('INVALID_INPUT', 'Use the batch operation for more than 49 outlets'),
  too_many_media: row('INVALID_INPUT', 'Too many outlets for one call'),
  empty_text: row('INVALID_INPUT', 'The text has no words'),
  url_blocked: row('INVALID_INPUT', 'This URL is not allowed'),
  unsupported_site: row('INVALID_INPUT', 'This site cannot be scanned'),
  path_not_allowed: row('INVALID_INPUT', 'This path is not a file in the import folder'),
  invalid_json: row('INVALID_INPUT', 'The file is not valid JSON'),
  import_running: row('CONFLICT', 'An import is already running'),
  invalid_cursor: row('INVALID_INPUT', 'Invalid cursor'),
  invalid_code: row('INVALID_INPUT', 'Invalid or expired code'),
  invalid_siwx_domain_mismatch: row('INVALID_INPUT', 'This message was signed for another site'),
  invalid_siwx_uri_mismatch: row('INVALID_INPUT', 'This message was signed for another page or operation'),
  invalid_siwx_unsupported_chain: row('INVALID_INPUT', 'Wallets cannot sign in on this network'),
  invalid_siwx_nonce: row('INVALID_INPUT', 'This challenge is not from this server'),
  invalid_siwx_expired: row('INVALID_INPUT', 'This challenge has expired'),
  invalid_siwx_signature: row('INVALID_INPUT', 'The signature was made by another address, or over another text'),
  invalid_siwx_malformed_signature: row('INVALID_INPUT', 'This is not a signature of 65 bytes in hexadecimal'),
  contract_wallet: row('INVALID_INPUT', 'Signatures of smart contract wallets cannot be verified here'),
  unknown_wallet: row('INVALID_INPUT', 'This wallet has no account here: the first payment creates it'),
  already_member: row('CONFLICT', 'This address is already a member'),
  cannot_remove_self: row('CONFLICT', 'You cannot remove yourself'),
  last_admin: row('CONFLICT', 'The last admin of a company cannot be removed'),
  no_customer: row('CONFLICT', 'This company has no subscription yet'),
  url_not_allowed: row('INVALID_INPUT', 'This return address is not allowed'),
  no_billing: row('TOOL_UNAVAILABLE', 'Subscriptions are not available on this server'),
  plan_limit: row('CONFLICT', "The company's plan does not allow more members"),
  version_conflict: row('CONFLICT', 'The record has changed since you loaded it'),
  embargoed: row('CONFLICT', 'The release is still under embargo'),
  alt_missing: row('CONFLICT', 'Pictures of the release have no alt text'),
  release_state: row('CONFLICT', 'The release is not in a state that allows this'),
  in_use: row('CONFLICT', 'It is still in use'),
  campaign_state: row('CONFLICT', 'The campaign is not in a state that allows this'),
  not_sendable: row('CONFLICT', 'Campaign cannot be sent'),
  own_request: row('FORBIDDEN', 'Another member must approve this campaign: nobody approves their own request'),
  invalid_domain: row('INVALID_INPUT', 'This is not a domain such as news.example.co.jp'),
  operator_domain: row('INVALID_INPUT', 'This domain belongs to the operator of this server'),
  mailbox_domain: row(
    'INVALID_INPUT',
    'This domain belongs to a mailbox provider. Use one whose DNS your company manages',
  ),
  shared_domain: row('INVALID_INPUT', 'This domain is shared by many owners. Use one that your company has registered'),
  domain_limit: row('CONFLICT', 'A company can have up to 5 sending domains. Remove one first'),
  no_own_domains: row('TOOL_UNAVAILABLE', 'This server cannot send from domains of companies'),
  nothing_to_send: row('CONFLICT', 'No email of this campaign has failed'),
  suppressed: row('CONFLICT', "This address is on your company's suppression list"),
  unknown_recipient: row('INVALID_INPUT', 'This address is neither an outlet nor a contact with a consent basis'),
  duplicate_address: row('CONFLICT', 'Another email of this campaign already goes to this address'),
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
