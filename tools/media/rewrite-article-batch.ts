import { defineTool } from '../../src/kernel/tool/tool.ts';
import { BATCH_TIMEOUT_MS, writingInput } from './_pitches.ts';
import { rewriteForMedia, rewritesOutput } from './_rewrite.ts';

export default defineTool({
  title: 'Rewrite a release in bulk',
  description: 'Rewrite a release for up to 500 outlets, like `media-rewrite-article`. Available to every member.',
  effect: 'read',
  timeoutMs: BATCH_TIMEOUT_MS,
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: rewritesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => rewriteForMedia(ctx, input, true),
});
