import { defineTool } from '../../src/kernel/tool/tool.ts';
import { writingInput } from './_pitches.ts';
import { rewriteForMedia, rewritesOutput } from './_rewrite.ts';

export default defineTool({
  title: 'Rewrite a release for media',
  description:
    'Puts first, for each of up to 49 media, what matters to its readers, in the words of the article; its facts stay as they are. For company admins.',
  effect: 'read',
  keywords: 'rewrite an article, adapt an article to a medium, 記事を書き換, リライト, 改写文章',
  access: 'company-admin',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: rewritesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => rewriteForMedia(ctx, input, false),
});
