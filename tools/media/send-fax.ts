import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Send a fax',
  description: 'Not supported: returns 501 and sends nothing.',
  effect: 'write',
  keywords: 'send a fax, FAXを送, ファクス, 发送传真, 传真',
  failsWith: ['NOT_IMPLEMENTED'],
  output: z.object({}),
  run: () => {
    throw new FareboxError('NOT_IMPLEMENTED', { message: 'Fax sending is not implemented', next: 'Send mail.' });
  },
});
