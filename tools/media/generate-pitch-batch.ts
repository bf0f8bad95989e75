import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pitchesOutput, writePitches } from './_pitch.ts';
import { BATCH_TIMEOUT_MS, writingInput } from './_pitches.ts';

export default defineTool({
  title: 'Write many pitch letters',
  description:
    'The same as media-generate-pitch for up to 500 media; repeated ones are served once, and a medium of which nothing is known gets a letter by type, field, place and name.',
  effect: 'read',
  timeoutMs: BATCH_TIMEOUT_MS,
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: pitchesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => writePitches(ctx, input, true),
});
