/**
 * A step of the build: analyses the demonstration articles, which would take a quarter of the first start. Argument: the
 * file that is made.
 */
import { writeWhole } from '../../../lib/write-whole.ts';
import { analyzeText } from '../../analysis/analyses/analyze.ts';
import { DEMO_CLOCK, demoTexts } from './demo-texts.ts';
import type { DemoArticle } from './demo-writes.ts';
import { pickFindings } from './findings.ts';

const [file = ''] = process.argv.slice(2);
const articles = demoTexts.map((text): DemoArticle => {
  const { title, body } = text;
  const analysis = analyzeText({ mode: 'optimize', title, body, clock: DEMO_CLOCK });
  return { ...text, findings: pickFindings({ ...analysis, engine: 'rules' }) };
});
await writeWhole(file, JSON.stringify(articles));
