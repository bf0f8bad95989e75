/** May this company write to this media item? Rules: newsroom.md §4.6 and §10.2. */
import type { MediaItem } from './types.ts';

export type Obstacle = 'no_address' | 'suppressed' | 'refuses_ads' | 'no_consent';

type AddresseeFields = Pick<MediaItem, 'name' | 'type' | 'emailKind' | 'contactName'>;
export type Recipient = Pick<MediaItem, 'emailNorm' | 'emailKind' | 'acceptsPitches' | 'refusesAds' | 'consentBasis'>;

/** Why not; null when it may. `isStrict`: desks need a basis, too (`STRICT_CONSENT`). */
export function findObstacle(item: Recipient, isSuppressed: boolean, isStrict: boolean): Obstacle | null {
  if (item.emailNorm === null) return 'no_address';
  if (isSuppressed) return 'suppressed';
  if (item.refusesAds || !item.acceptsPitches) return 'refuses_ads';
  const needsBasis = isStrict || item.emailKind === 'person';
  return needsBasis && item.consentBasis === 'none' ? 'no_consent' : null;
}

/** Addressee of a letter: a person by name if it is known, else the outlet. */
export function findAddressee({ name, type, emailKind, contactName }: AddresseeFields): {
  name: string;
  isPerson: boolean;
} {
  const isPerson = type === 'freelance' || emailKind === 'person';
  const person = contactName?.trim() ?? '';
  return { name: isPerson && person !== '' ? person : name, isPerson };
}

/** `d***@x.jp`: enough to know it again. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at < 1 ? '***' : `${first}***${address.slice(at)}`;
}
