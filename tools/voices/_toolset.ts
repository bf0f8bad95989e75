import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'TTS voices',
  description: 'Voices for speech output and their languages.',
  namePrefix: 'tts-',
  path: '/api/v2/tts',
  access: 'public',
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  timeoutMs: 15_000,
  category: 'audio',
});
