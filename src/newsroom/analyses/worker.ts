/** Entry of the worker thread that analyses long texts: an input in, an analysis or a defect out. */
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from '../../kernel/thread-pool.ts';
import { type Analysis, type AnalysisInput, analyzeText } from './analyze.ts';

type AnalysisAnswer = { analysis: Analysis } | Defect;

parentPort?.on('message', (input: AnalysisInput) => {
  parentPort?.postMessage(analyze(input));
});

function analyze(input: AnalysisInput): AnalysisAnswer {
  try {
    return { analysis: analyzeText(input) };
  } catch (thrown) {
    return describeDefect(thrown);
  }
}
