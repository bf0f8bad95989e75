/** Code, severity and text of each finding about an email. */

interface LintRow {
  level: 'error' | 'warning';
  field: 'subject' | 'body' | 'to' | 'campaign';
  text: string;
}

const row = (level: LintRow['level'], field: LintRow['field'], text: string): LintRow => ({ level, field, text });

export const LINTS = {
  placeholder_left: row('error', 'body', 'A placeholder is left: fill it in or remove it'),
  empty_subject: row('error', 'subject', 'The subject is empty'),
  empty_body: row('error', 'body', 'The text is empty'),
  invalid_address: row('error', 'to', 'This is not a single valid email address'),
  non_ascii_local_part: row('error', 'to', 'The part before the @ has characters that most mail servers don’t accept'),
  control_character: row('error', 'subject', 'Contains a control character, which is not allowed in email'),
  subject_over_998_octets: row('error', 'subject', 'The subject has more than 998 bytes'),
  subject_too_long: row('warning', 'subject', 'The subject may be truncated'),
  subject_no_purpose: row('warning', 'subject', 'The subject does not say that it is a press release'),
  first_20_no_subject: row('warning', 'subject', 'No name or news in the first 20 characters'),
  hype: row('warning', 'body', 'Promotional wording'),
  emoji_in_subject: row('warning', 'subject', 'Emoji in the subject'),
  body_too_long: row('warning', 'body', 'More than 600 characters, or 250 words, before the release'),
  link_not_allowed: row('warning', 'body', 'Contains a link that is not allowed'),
  no_consent_basis: row('warning', 'to', 'No consent or legal basis is recorded for this address'),
  recently_contacted: row('warning', 'to', 'The company emailed this address within the last 14 days'),
  low_fit: row('warning', 'to', 'The outlet has little in common with the release'),
  many_recipients: row('warning', 'campaign', 'More than 50 recipients: smaller lists get more replies'),
  outside_business_hours: row('warning', 'campaign', 'It would be sent outside business hours'),
  missing_postal_address: row('warning', 'campaign', 'The sender has no postal address, which the law requires'),
  missing_sender: row('warning', 'campaign', 'The sender has no name or no address yet'),
  sender_domain_unverified: row(
    'warning',
    'campaign',
    'The domain of your sender address is not verified, so emails are sent from another address',
  ),
  unsubscribe_missing: row('warning', 'campaign', 'Unsubscribe links lead to an address that recipients cannot reach'),
  release_changed: row('warning', 'campaign', 'The release has changed since this campaign was created'),
} as const satisfies Record<string, LintRow>;

export type LintCode = keyof typeof LINTS;

export interface Lint {
  code: LintCode;
  level: LintRow['level'];
  field: LintRow['field'];
  text: string;
}

/** `detail` says what was found; `field` where, if not in the usual place. */
export function createLint(code: LintCode, { detail, field }: { detail?: string; field?: Lint['field'] } = {}): Lint {
  const { level, field: usual, text } = LINTS[code];
  return { code, level, field: field ?? usual, text: detail === undefined ? text : `${text}: ${detail}` };
}
