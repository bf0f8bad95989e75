/** Entry of the worker thread that analyses long texts: an input in, an analysis or a defect out. */
import { parentPort } from 'node:worker_threads';
import { type Analysis, type AnalysisInput, analyzeText } from './analyze.ts';

export type AnalysisAnswer = { analysis: Analysis } | { defect: string };

parentPort?.on('message', (input: AnalysisInput) => {
  parentPort?.postMessage(analyze(input));
});

function analyze(input: AnalysisInput): AnalysisAnswer {
  try {
    return { analysis: analyzeText(input) };
  } catch (thrown) {
    return { defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
