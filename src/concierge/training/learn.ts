/**
 * `npm run learn`: learns from the messages in this folder which wording asks for which tool, and where names and topics begin
 * and end; writes `src/concierge/models/*.bin`. Takes some minutes.
 */
import { fileURLToPath } from 'node:url';
import { loadRegistry } from '../../kernel/registry.ts';
import { createVocabulary } from '../vocabulary.ts';
import { readFingerprint } from './examples.ts';
import { learnExtents } from './extents.ts';
import { writeWeights } from './pack.ts';
import { learnWording } from './wording.ts';

const vocabulary = createVocabulary(await loadRegistry(fileURLToPath(new URL('../../../tools', import.meta.url))));
const learnedFrom = readFingerprint();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const wording = learnWording(vocabulary);
print(
  `wording: ${wording.lessons} messages and parts, ${writeWeights('wording', wording.tools, wording.weights, learnedFrom)} bytes`,
);
const extents = learnExtents(vocabulary);
print(
  `extents: ${extents.lessons} names and topics, ${writeWeights('extents', ['extent'], extents.weights, learnedFrom)} bytes`,
);
