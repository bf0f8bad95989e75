/** Brings what ships with the product into the database, in small writes, and only what is new or has changed. */
import { setTimeout } from 'node:timers/promises';
import { sha256Hex } from '../kernel/ids.ts';
import type { Log } from '../kernel/ports.ts';
import type { ShippedFix } from '../ledger/fixes-moderation.ts';
import type { LedgerHandle } from '../ledger/handle.ts';
import { ensureTrigrams, shippedDigests } from '../storage/fixes-store.ts';
import { bandsOf } from './bands.ts';
import { type KnownFix, readKnowledge } from './knowledge.ts';
import { indexTerms, symptomTerms } from './profile.ts';

/** Fixes of one write: callers' own writes go between. */
const BATCH = 10;
/** The first requests after a start go first. */
const START_DELAY_MS = 1_000;
/** Indexing a fix takes a few milliseconds; requests go between. */
const PAUSE_MS = 10;
/** Changes with how fixes are indexed, so that all of them are indexed anew. */
const INDEX_VERSION = 1;

const digestOf = (fix: KnownFix): string => sha256Hex(`${INDEX_VERSION} ${JSON.stringify(fix)}`);

/** Resolves with how many fixes were written or removed. Stops when `signal` ends. */
export async function seedKnowledge(
  ledger: Pick<LedgerHandle, 'db' | 'write'>,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const fixes = await readKnowledge(folder);
  const stored = new Map((await shippedDigests(ledger.db)).map(({ id, digest }) => [id, digest]));
  const changed = fixes.filter((fix) => stored.get(fix.id) !== digestOf(fix));
  for (let at = 0; at < changed.length && !signal.aborted; at += BATCH) {
    const batch: ShippedFix[] = [];
    for (const fix of changed.slice(at, at + BATCH)) {
      batch.push(shippedOf(fix));
      await setTimeout(PAUSE_MS, undefined, { signal });
    }
    await ledger.write('seedFixes', { fixes: batch, gone: [] });
  }
  const known = new Set(fixes.map(({ id }) => id));
  const gone = [...stored.keys()].filter((id) => !known.has(id));
  if (gone.length > 0 && !signal.aborted) await ledger.write('seedFixes', { fixes: [], gone });
  return changed.length + gone.length;
}

/** The same beside the server's own work. What it returns ends it, and resolves when nothing is being written any more. */
export function startSeeding(
  ledger: Pick<LedgerHandle, 'db' | 'engine' | 'write'>,
  folder: string,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const seeding = setTimeout(START_DELAY_MS, undefined, { signal, ref: false })
    .then(() => ensureTrigrams(ledger.db, ledger.engine))
    .then(() => seedKnowledge(ledger, folder, signal))
    .then(
      (changed) => changed > 0 && log.info({ changed }, 'the knowledge base was brought up to date'),
      (thrown: unknown) => signal.aborted || log.error({ err: thrown }, 'the knowledge base was not read'),
    );
  return async () => {
    stopping.abort();
    await seeding;
  };
}

/** A fix as it is stored. */
export function shippedOf(fix: KnownFix): ShippedFix {
  const { title, symptoms, cause, steps, verify, versions, tags } = fix;
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  const text = `${cause}\n${numbered}\nVerify: ${verify}\nApplies to: ${versions}`;
  const profile = symptomTerms({ title, symptoms, tags });
  return {
    fix: {
      id: fix.id,
      digest: digestOf(fix),
      title,
      error: symptoms.join('\n'),
      cause,
      fix: text,
      steps: JSON.stringify(steps),
      profile: JSON.stringify(profile),
      flags: '[]',
      contributed_by: 'farebox',
    },
    terms: indexTerms(profile, { title, cause, rest: text }),
    bands: bandsOf(text),
  };
}
