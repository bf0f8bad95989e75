import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pitchesOutput, writePitches } from './_pitch.ts';
import { BATCH_TIMEOUT_MS, writingInput } from './_pitches.ts';

export default defineTool({
  title: 'Write pitches in bulk',
  description:
    'Write pitches to up to 500 outlets, like `media-generate-pitch`. Repeated outlets get one pitch. For an outlet with an empty profile, the pitch uses only type, industry, place and name.',
  effect: 'read',
  timeoutMs: BATCH_TIMEOUT_MS,
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: pitchesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => writePitches(ctx, input, true),
});
