/** Entry of the worker thread that analyses texts and writes releases: an input in, what came of it or a defect out. */
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from '../../kernel/thread-pool.ts';
import { type Analysis, type AnalysisInput, analyzeText } from './analyze.ts';
import { type GeneratedRelease, type GenerationInput, generateRelease } from './generate.ts';

export type TextWork = AnalysisInput | GenerationInput;
export type TextAnswer = { analysis: Analysis } | { release: GeneratedRelease };

parentPort?.on('message', (input: TextWork) => {
  parentPort?.postMessage(work(input));
});

function work(input: TextWork): TextAnswer | Defect {
  try {
    return 'form' in input ? { release: generateRelease(input) } : { analysis: analyzeText(input) };
  } catch (thrown) {
    return describeDefect(thrown);
  }
}
