import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Direct tools',
  description:
    'Call one provider directly: web search, page reading, translation, language models, images, speech, maps, routes, weather, rates and news.',
  path: '/api/proxy',
  access: 'key',
  layer: 1,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['free'],
  timeoutMs: 30_000,
});
