import { z } from 'zod';
import { createReasonError } from '../../src/kernel/reasons.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { qualityOutput } from '../../src/newsroom/quality/output.ts';
import { scoreQuality } from '../../src/newsroom/quality/score.ts';
import { hasLetters } from '../../src/newsroom/text/language.ts';

export default defineTool({
  title: 'Predict the news quality',
  description:
    'Scores how ready a text in English, Japanese or Chinese is to be news (NQ, 0–100), with the places in it that gave or cost points and what would raise them. Nothing is stored.',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    text: z.string().max(20_000).describe('The release; a first line of at most 120 characters is its headline.'),
  }),
  output: qualityOutput,
  examples: [
    { text: 'Studio launches Kiro\n\nStudio will launch Kiro on December 1, 2026. It costs 300 dollars a month.' },
  ],
  async run({ text }) {
    if (!hasLetters(text)) throw createReasonError('empty_text');
    return scoreQuality({ text });
  },
});
