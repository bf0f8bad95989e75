import { defineTool } from '../../src/kernel/tool/tool.ts';
import { writingInput } from './_pitches.ts';
import { rewriteForMedia, rewritesOutput } from './_rewrite.ts';

export default defineTool({
  title: 'Rewrite a release for outlets',
  description:
    'Rewrite a release for each of up to 49 outlets, so that the parts that matter to its readers come first, in the words of the article. The facts stay unchanged. Company admins only.',
  effect: 'read',
  keywords: 'rewrite an article, adapt an article to a medium, 記事を書き換, リライト, 改写文章',
  access: 'company-admin',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: writingInput,
  output: rewritesOutput,
  examples: [{ article_id: 41, media_ids: [301, 302] }],
  run: (input, ctx) => rewriteForMedia(ctx, input, false),
});
