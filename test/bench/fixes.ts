/** Part `fixes`: what a search takes with twenty thousand published fixes, on each database; `fixes=100000` for more. */
import { readFileSync } from 'node:fs';
import { Search } from '../../src/fixes/search/search.ts';
import { addCrowd } from '../fixes/crowd.ts';
import { knownFixes, openFixesWorld, seed } from '../fixes/world.ts';
import { engines } from '../harness/databases.ts';
import { judge, print, short } from './measure.ts';

const CROWD = 20_000;
const ROUNDS = 5;
const BAR_MS = 30;

export async function benchFixes(crowd = CROWD): Promise<void> {
  const cases: { text: string }[] = JSON.parse(readFileSync(new URL('../fixes/cases.json', import.meta.url), 'utf8'));
  const symptoms = knownFixes.flatMap((fix) => fix.symptoms);
  print(`\nSearch among ${crowd.toLocaleString('en')} published fixes`);
  for (const engine of engines) {
    const world = await openFixesWorld(engine);
    try {
      await seed(world);
      await addCrowd(world, symptoms, crowd);
      const search = new Search(world.database.db, engine);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (const { text } of cases) {
          const startMs = performance.now();
          await search.find(text, 10);
          // The first round warms up.
          if (round > 0) times.push(performance.now() - startMs);
        }
      }
      times.sort((a, b) => a - b);
      const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
      judge(`${engine}: p95 of a search (median ${short(at(0.5))} ms)`, at(0.95), BAR_MS, 'at most', ' ms');
    } finally {
      await world.close();
    }
  }
}
