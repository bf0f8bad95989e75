/** The caller identity of background jobs: no one waits for the response, and no one pays. */
import type { JobContext } from '../../jobs/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { CallContext } from '../../kernel/tool/context.ts';

export const createJobCall = (ctx: JobContext): CallContext => ({
  ...ctx,
  end: ctx.signal,
  callId: ctx.requestId,
  mode: 'live',
  principal: { kind: 'operator', mode: 'live', ip: '127.0.0.1' },
  member: null,
  browser: undefined,
  idempotencyKey: undefined,
  attempts: [],
  reportProgress: () => {},
  markReplayed: () => {},
  addHeader: () => {},
  warn: () => {},
  meter: () => {},
  call: () => Promise.reject(new FareboxError('INTERNAL', { cause: new Error('A job calls no tools') })),
});
