import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pitchesOutput, writePitches } from './_pitch.ts';
import { writingInput } from './_pitches.ts';

export default defineTool({
  title: 'Write pitch letters',
  description:
    'Writes a letter to each of up to 49 media about an article: why it is for them, the news in three lines, link and contact. It says what the article says, and nothing else.',
  effect: 'read',
  keywords: 'write a pitch, pitch email, ピッチメール, 売り込み文, 推介邮件, 撰写推介',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: pitchesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => writePitches(ctx, input, false),
});
