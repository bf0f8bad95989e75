import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Stored file',
  description: 'A file that a tool has made for a caller over MCP. Its address is its only key and works for one hour.',
  route: 'GET /media/{id}',
  effect: 'read',
  reply: 'bytes',
  input: z.object({ id: z.string().min(1).max(64).describe('The last part of the address that the tool gave') }),
  output: z.unknown(),
  examples: [{ id: 'k0Yd1X7vH5m3R9tQ2sLw8A' }],
  run: ({ id }, ctx) => ctx.services.files.get(id),
});
