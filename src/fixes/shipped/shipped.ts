/** Fixes that ship with the product in the form in which they are stored: made by the build, so that no server indexes them. */
import { sha256Hex } from '../../lib/ids.ts';
import type { ShippedFix } from '../moderation-writes.ts';
import { computeBuckets } from '../search/near-duplicates.ts';
import { buildIndexTerms, buildSymptomTerms } from '../search/profile.ts';
import type { KnownFix } from './knowledge.ts';

/** Its digest changes with the fix and with how fixes are indexed. */
export function buildShippedFix(shippedFix: KnownFix): ShippedFix {
  const { id, title, symptoms, cause, steps, verify, versions, tags } = shippedFix;
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  const text = `${cause}\n${numbered}\nVerify: ${verify}\nApplies to: ${versions}`;
  const profile = buildSymptomTerms({ title, symptoms, tags });
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
  const terms = buildIndexTerms(profile, { title, cause, rest: text });
  const buckets = computeBuckets(text);
  return { fix: { ...fix, digest: sha256Hex(JSON.stringify([fix, terms, buckets])) }, terms, buckets };
}

/** Shipped fixes: id and digest of each, and the fixes themselves if some are new. */
export interface ShippedKnowledge {
  digests: Readonly<Record<string, string>>;
  readFixes(): AsyncIterable<ShippedFix> | Iterable<ShippedFix>;
}

export function buildShippedKnowledge(shippedFixes: readonly KnownFix[]): ShippedKnowledge {
  const fixes = shippedFixes.map(buildShippedFix);
  return { digests: Object.fromEntries(fixes.map(({ fix }) => [fix.id, fix.digest])), readFixes: () => fixes };
}
