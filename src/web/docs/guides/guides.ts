/** All guides in reading order. */
import { firstCall, mcpGuide, sandboxGuide } from './begin.ts';
import { errorsGuide, idempotencyGuide, moneyGuide, receiptsGuide } from './money.ts';
import { newsroomGuide, webhooksGuide } from './more.ts';
import type { Guide } from './types.ts';

export const guides: readonly Guide[] = [
  firstCall,
  mcpGuide,
  moneyGuide,
  idempotencyGuide,
  errorsGuide,
  webhooksGuide,
  sandboxGuide,
  receiptsGuide,
  newsroomGuide,
];
