import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Stored file',
  description: 'Downloads a file that a tool created for an MCP caller. The URL needs no key and works for one hour.',
  route: 'GET /media/{id}',
  effect: 'read',
  reply: 'bytes',
  input: z.object({ id: z.string().min(1).max(64).describe('Last part of the URL that the tool returned.') }),
  output: z.unknown(),
  examples: [{ id: 'k0Yd1X7vH5m3R9tQ2sLw8A' }],
  run: ({ id }, ctx) => ctx.services.files.get(id),
});
