/** Selects the recipients of a list, with the reasons for leaving out others. Rules: newsroom.md §4.7, §10.2. */
import { isReservedDomain, parseMailAddress, readDomain } from '../../../../lib/mail-address.ts';
import { findObstacle } from '../../../media/contacts/permission.ts';
import type { CompanyMedium, ListMember } from '../../../media/contacts/reads.ts';
import type { MediaItem } from '../../../media/contacts/types.ts';

export const EXCLUSION_REASONS = [
  'no_email',
  'invalid_address',
  'suppressed',
  'refuses_ads',
  'duplicate_address',
  'no_consent',
  'reserved_domain',
  'missing',
] as const;

export interface Exclusion {
  media_id: number;
  reason: (typeof EXCLUSION_REASONS)[number];
}

export interface ChosenRecipient {
  item: MediaItem;
  address: string;
}

export interface RecipientRules {
  /** `STRICT_CONSENT` */
  isStrict: boolean;
  transport: 'smtp' | 'outbox';
}

/** Addresses that are there twice are found where the mails are entered in the ledger. */
export function chooseRecipients(
  members: readonly ListMember[],
  rules: RecipientRules,
): { recipients: ChosenRecipient[]; excluded: Exclusion[] } {
  const recipients: ChosenRecipient[] = [];
  const excluded: Exclusion[] = [];
  for (const { mediaId, medium } of members) {
    const choice = chooseRecipient(medium, rules);
    if (typeof choice === 'string') excluded.push({ media_id: mediaId, reason: choice });
    else recipients.push(choice);
  }
  return { recipients, excluded };
}

function chooseRecipient(
  medium: CompanyMedium | null,
  { isStrict, transport }: RecipientRules,
): ChosenRecipient | Exclusion['reason'] {
  if (medium === null) return 'missing';
  const { item, isSuppressed } = medium;
  const email = item.email?.trim() ?? '';
  if (email === '') return 'no_email';
  const address = parseMailAddress(email);
  if (!address) return 'invalid_address';
  const obstacle = findObstacle(item, isSuppressed, isStrict);
  if (obstacle !== null) return obstacle === 'no_address' ? 'invalid_address' : obstacle;
  if (transport === 'smtp' && isReservedDomain(readDomain(address))) return 'reserved_domain';
  return { item, address: address.address };
}
