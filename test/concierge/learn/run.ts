/**
 * `npm run learn`: learns from our cases and the corpus which wording asks for which tool, and where names and topics begin
 * and end; writes `src/concierge/learned/*.bin`. Takes some minutes.
 */
import { createVocabulary } from '../../../src/concierge/vocabulary.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { fingerprintOf } from './examples.ts';
import { learnExtents } from './extents.ts';
import { write } from './pack.ts';
import { learnWording } from './wording.ts';

const vocabulary = createVocabulary(await loadCatalogue());
const learnedFrom = fingerprintOf();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const wording = learnWording(vocabulary);
print(
  `wording: ${wording.lessons} messages and parts, ${write('wording', wording.tools, wording.weights, learnedFrom)} bytes`,
);
const extents = learnExtents(vocabulary);
print(
  `extents: ${extents.lessons} names and topics, ${write('extents', ['extent'], extents.weights, learnedFrom)} bytes`,
);
