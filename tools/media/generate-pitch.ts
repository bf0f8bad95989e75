import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pitchesOutput, writePitches } from './_pitch.ts';
import { writingInput } from './_pitches.ts';

export default defineTool({
  title: 'Write pitches',
  description:
    'Write a letter about an article to each of up to 49 outlets: the reason for writing to them, the news in three lines, link and contact. It states only what the article states.',
  effect: 'read',
  keywords:
    'letter to a journalist, cover letter for a release, write a pitch, pitch email, ピッチメール, 売り込み文, 推介邮件, 撰写推介',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: pitchesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => writePitches(ctx, input, false),
});
