/** Fixes that ship with the product in the form in which they are stored: made by the build, so that no server indexes them. */
import { sha256Hex } from '../kernel/ids.ts';
import type { ShippedFix } from '../ledger/fixes-moderation.ts';
import { bandsOf } from './bands.ts';
import type { KnownFix } from './knowledge.ts';
import { indexTerms, symptomTerms } from './profile.ts';

/** Its digest changes with the fix and with how fixes are indexed. */
export function shippedOf(known: KnownFix): ShippedFix {
  const { id, title, symptoms, cause, steps, verify, versions, tags } = known;
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  const text = `${cause}\n${numbered}\nVerify: ${verify}\nApplies to: ${versions}`;
  const profile = symptomTerms({ title, symptoms, tags });
  const fix = {
    id,
    title,
    error: symptoms.join('\n'),
    cause,
    fix: text,
    steps: JSON.stringify(steps),
    profile: JSON.stringify(profile),
    flags: '[]',
    contributed_by: 'farebox',
  };
  const terms = indexTerms(profile, { title, cause, rest: text });
  const bands = bandsOf(text);
  return { fix: { ...fix, digest: sha256Hex(JSON.stringify([fix, terms, bands])) }, terms, bands };
}

/** What ships: of each fix its id and its digest, and the fixes themselves for whom some of them are new. */
export interface Shipped {
  digests: Readonly<Record<string, string>>;
  fixes(): AsyncIterable<ShippedFix> | Iterable<ShippedFix>;
}

export function shippedFrom(known: readonly KnownFix[]): Shipped {
  const fixes = known.map(shippedOf);
  return { digests: Object.fromEntries(fixes.map(({ fix }) => [fix.id, fix.digest])), fixes: () => fixes };
}
