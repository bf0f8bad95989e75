import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createList } from '../../src/newsroom/media/contacts/list-writes.ts';
import { buildClaim, formatList, listOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Create a media list',
  description: 'Create an empty media list for the company. Names need not be unique.',
  route: 'POST /api/media/lists',
  effect: 'write',
  keywords: 'new media list, メディアリストを作成, 创建媒体列表',
  status: 201,
  failsWith: ['CONFLICT'],
  input: z.object({ name: z.string().describe('Name of the list.') }),
  output: listOutput,
  examples: [{ name: 'Launch in Osaka' }],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const list = { companyId, name: input.name, userId };
    const claim = buildClaim(ctx, 'media-create-list', input);
    const { output, replayed } = await ctx.services.database.write(createList, { list, claim });
    if (replayed) ctx.markReplayed();
    return formatList(output, 0, ctx);
  },
});
