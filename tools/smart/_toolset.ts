import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Smart services',
  description:
    'Search the web, read pages, translate, ask language models, find places and news, transcribe and speak, with automatic fallback between providers.',
  namePrefix: 'smart-',
  path: '/api/v2',
  access: 'key',
  layer: 2,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['proxy'],
  timeoutMs: 45_000,
});
