/**
 * `npm run learn`: learns from the messages in this folder which wording asks for which tool, and where names and topics begin
 * and end; writes `src/concierge/models/*.bin`. Takes some minutes.
 */

import { AIMS } from '../../../src/concierge/learned/aims.ts';
import { createVocabulary } from '../../../src/concierge/reading/vocabulary.ts';
import { loadRegistry, TOOLS_FOLDER } from '../../../src/kernel/tool/registry.ts';
import { learnAims } from './aims.ts';
import { readAimFingerprint, readFingerprint } from './examples.ts';
import { learnExtents } from './extents.ts';
import { writeWeights } from './pack.ts';
import { learnWording } from './wording.ts';

const vocabulary = createVocabulary(await loadRegistry(TOOLS_FOLDER));
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
const aims = learnAims(vocabulary);
print(`aims: ${aims.lessons} messages, ${writeWeights('aims', AIMS, aims.weights, readAimFingerprint())} bytes`);
