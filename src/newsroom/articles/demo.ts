/** Something to look at on a fresh machine: newsroom.md §1.3. */
import type { Database } from '../../database/types.ts';
import { type AnalysisInput, analyzeText } from '../analyses/analyze.ts';
import { demoTexts } from './demo-texts.ts';
import { hideDemo, loadDemo } from './demo-writes.ts';
import { pickFindings } from './findings.ts';
import { hasArticles } from './reads.ts';

export interface DemoWishes {
  /** Load it into an empty database. */
  isWanted: boolean;
  /** Elsewhere nobody but the operator sees it. */
  isDevelopment: boolean;
}

export async function prepareDemo(
  database: Database,
  { isWanted, isDevelopment, zone }: DemoWishes & { zone: string },
): Promise<void> {
  if (!isDevelopment) await database.write(hideDemo, null);
  if (!isWanted || (await hasArticles(database.db))) return;
  const clock = { nowMs: await database.now(), timeZone: zone };
  const articles = demoTexts.map((text) => {
    const input: AnalysisInput = { mode: 'optimize', title: text.title, body: text.body, clock };
    return { ...text, findings: pickFindings({ ...analyzeText(input), engine: 'rules' }) };
  });
  await database.write(loadDemo, { articles, isPublic: isDevelopment });
}
