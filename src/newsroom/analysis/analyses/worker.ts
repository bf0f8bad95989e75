/** Entry of the worker thread that analyses texts and writes releases: an input in, what came of it or a defect out. */
import { answerTasks } from '../../../kernel/threads/thread-entry.ts';
import { type Analysis, type AnalysisInput, analyzeText } from './analyze.ts';
import { type GeneratedRelease, type GenerationInput, generateRelease } from './generate.ts';

export type TextWork = AnalysisInput | GenerationInput;
export type TextAnswer = { analysis: Analysis } | { release: GeneratedRelease };

answerTasks(
  (input: TextWork): TextAnswer =>
    'form' in input ? { release: generateRelease(input) } : { analysis: analyzeText(input) },
);
