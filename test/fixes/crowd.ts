/** Many published fixes at once, in the words of the knowledge base: what years of contributions would look like. */
import { sql } from 'kysely';
import type { IndexTerm } from '../../src/fixes/moderation-writes.ts';
import { EVERY_FIX } from '../../src/fixes/reads.ts';
import { listTerms } from '../../src/fixes/search/terms.ts';
import type { FixContent } from '../../src/fixes/tables.ts';
import type { FixesWorld } from './world.ts';

const VOCABULARY = 30_000;
const ROWS_AT_ONCE = 4_000;
const FIXES_AT_ONCE = 500;
/** Terms of a contribution: those of its error, names of its own, words of its remedy. */
const NAMES = 5;
const REMEDY = 25;

/** Numbers without chance: the same crowd each time. */
function numbers(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Few words are common, most are rare. */
function word(random: (below: number) => number): string {
  const rank = Math.floor(VOCABULARY ** (random(10_000) / 10_000));
  return `w${rank.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? 'q')}ord`;
}

/** Publishes `count` fixes, each about one of the symptoms, and writes them as migrations would: in bulk. */
export async function addCrowd(
  { database: { db, engine } }: FixesWorld,
  symptoms: readonly string[],
  count: number,
): Promise<void> {
  const random = numbers();
  const known = symptoms.map((symptom) => listTerms(symptom));
  const { last } = await db
    .selectFrom('fixes')
    .select((eb) => eb.fn.max('num').as('last'))
    .executeTakeFirstOrThrow();
  const words = new Map<string, number>();
  for (let from = 0; from < count; from += FIXES_AT_ONCE) {
    const fixes: (FixContent & { num: number })[] = [];
    const terms: (IndexTerm & { fix: number })[] = [];
    for (let at = from; at < Math.min(count, from + FIXES_AT_ONCE); at++) {
      const num = (last ?? 0) + 1 + at;
      const error = [...(known[random(known.length)] ?? []), ...Array.from({ length: NAMES }, () => word(random))];
      const remedy = Array.from({ length: REMEDY }, () => word(random));
      const weights = new Map([
        ...remedy.map((term): [string, number] => [term, 80]),
        ...error.map((term): [string, number] => [term, 600]),
      ]);
      for (const [term, weight] of weights) {
        terms.push({ term, weight, fix: num });
        words.set(term, (words.get(term) ?? 0) + 1);
      }
      fixes.push(fixOf(num, error, remedy));
    }
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('fixes').values(fixes).execute();
      for (let row = 0; row < terms.length; row += ROWS_AT_ONCE) {
        await trx
          .insertInto('fix_terms')
          .values(terms.slice(row, row + ROWS_AT_ONCE))
          .execute();
      }
    });
  }
  words.set(EVERY_FIX, count);
  const rows = [...words].map(([term, fixes]) => ({ term, fixes }));
  for (let row = 0; row < rows.length; row += ROWS_AT_ONCE) {
    await db
      .insertInto('fix_words')
      .values(rows.slice(row, row + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column('term').doUpdateSet((eb) => ({ fixes: eb('fix_words.fixes', '+', eb.ref('excluded.fixes')) })),
      )
      .execute();
  }
  if (engine === 'postgres') await sql`ANALYZE`.execute(db);
}

function fixOf(num: number, error: readonly string[], remedy: readonly string[]): FixContent & { num: number } {
  return {
    num,
    id: `fix_crowd_${num}`,
    status: 'published',
    origin: 'contributed',
    digest: `crowd ${num}`,
    title: error.slice(0, 8).join(' '),
    error: error.join(' '),
    cause: '',
    fix: remedy.join(' '),
    steps: JSON.stringify([remedy.join(' ')]),
    profile: JSON.stringify([error, error.slice(0, 8)]),
    flags: '[]',
    contributed_by: 'crowd',
    account_id: null,
    mode: null,
    created_at: num,
    decided_at: num,
  };
}
