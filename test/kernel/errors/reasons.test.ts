/** The words of the newsroom's errors: each stands for one code of the catalogue, and there are no others. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/kernel/errors/catalogue.ts';
import { type ErrorCode, FareboxError, nameForNewsroom } from '../../../src/kernel/errors/errors.ts';
import { reasons } from '../../../src/kernel/errors/reasons.ts';

/** What callers may rely on. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT:
    'no_input empty_text invalid_code url_blocked url_not_allowed unsupported_site use_batch too_many_media invalid_cursor invalid_json path_not_allowed unknown_recipient invalid_domain operator_domain mailbox_domain shared_domain contract_wallet unknown_wallet invalid_siwx_domain_mismatch invalid_siwx_uri_mismatch invalid_siwx_unsupported_chain invalid_siwx_nonce invalid_siwx_expired invalid_siwx_signature invalid_siwx_malformed_signature',
  FORBIDDEN:
    'admin_required session_required owner_required operator_required no_company company_mismatch insufficient_scope own_request',
  CONFLICT:
    'already_member cannot_remove_self last_admin plan_limit no_customer embargoed version_conflict in_use alt_missing release_state campaign_state not_sendable nothing_to_send suppressed duplicate_address import_running domain_limit',
  GONE: 'resync_required',
  RATE_LIMITED: 'rate_limited too_many_attempts quota_exceeded',
  TOOL_UNAVAILABLE: 'no_provider no_billing no_own_domains',
  ...own('INVALID_JSON', 'ADMIN_LOCKED', 'ACCOUNT_SUSPENDED', 'CAP_REACHED', 'IDEMPOTENCY_CONFLICT', 'IN_PROGRESS'),
  ...own('ANSWER_NOT_KEPT', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OVERLOADED', 'STORE_UNAVAILABLE', 'DRAINING'),
  ...own('CALL_RECOVERED'),
};

/** Codes whose only word is their own name. */
function own(...codes: readonly ErrorCode[]): Partial<Record<ErrorCode, string>> {
  return Object.fromEntries(codes.map((code) => [code, code.toLowerCase()]));
}

const isCode = (name: string): name is ErrorCode => name in catalogue;
const codes = Object.keys(catalogue).filter(isCode);
const mayStandFor = (word: string, code: ErrorCode): boolean => WORDS[code]?.split(' ').includes(word) ?? false;

describe('the words of errors', () => {
  it('stand for the code of their row', () => {
    const unfit = Object.entries(reasons).filter(([word, { code }]) => !mayStandFor(word, code));
    expect(unfit).toEqual([]);
  });

  it('are left out where status and sentence say all', () => {
    for (const code of codes) {
      const word = nameForNewsroom(new FareboxError(code));
      if (word === undefined) expect(WORDS[code]?.split(' ') ?? []).not.toContain(code.toLowerCase());
      else expect(mayStandFor(word, code), word).toBe(true);
    }
    expect(nameForNewsroom(new FareboxError('INVALID_INPUT'))).toBeUndefined();
  });
});
