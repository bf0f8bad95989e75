import { z } from 'zod';
import { FAILURE_CAUSES } from '../../src/kernel/errors/cause.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { type FailureList, listFailures } from '../../src/signals/failures/reads.ts';

const name = z.string().min(1).max(100).optional();

export default defineTool({
  title: 'Recent failures',
  description:
    'List the last 50 failures of one provider, tool or account, newest first, with cause, duration and request ID. Kept for 30 days.',
  route: 'GET /admin/failures',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    provider: name.describe(
      'Provider whose failed requests to list, such as groq. Set exactly one of provider, tool and agentId.',
    ),
    tool: name.describe('Tool whose failed calls to list.'),
    agentId: name.describe('Account whose failed calls to list (agt_…).'),
    mode: z.enum(['live', 'test']).default('live').describe('live, or test for the sandbox.'),
  }),
  output: z.object({
    items: listOf('Failures, newest first.', {
      at: z.string().describe('ISO 8601 timestamp in UTC.'),
      cause: z
        .enum(FAILURE_CAUSES)
        .describe('dns, connection, tls and timeout: no response; status: HTTP error; schema: unexpected response.'),
      kind: z.string().nullable().describe('Kind of failure, such as auth, rate or overloaded.'),
      status: z.number().int().nullable().describe('HTTP status of the provider; `null` if it did not respond.'),
      ms: z.number().int().describe('Duration until the failure in milliseconds.'),
      provider: z.string().nullable().describe('Provider that failed; `null` if none was involved.'),
      model: z.string().nullable().describe('Requested model, if any.'),
      tool: z.string().nullable().describe('Tool that was called; `null` for background work.'),
      agentId: z.string().nullable().describe('Account that called; `null` for callers without one.'),
      callId: z.string().nullable().describe('ID of the call; `null` for a single provider request.'),
      requestId: z.string().describe('ID of the request, as in the log and in X-Request-Id.'),
    }),
  }),
  examples: [{ provider: 'groq' }, { tool: 'weather', mode: 'test' }],
  async run({ mode, ...names }, ctx) {
    const rows = await listFailures(ctx.services.database.db, { mode, ...chooseList(names) });
    return {
      items: rows.map(({ at, account_id, call_id, request_id, cause, kind, status, ms, provider, model, tool }) => ({
        at: new Date(at).toISOString(),
        ...{ cause, kind, status, ms, provider, model, tool },
        ...{ agentId: account_id, callId: call_id, requestId: request_id },
      })),
    };
  },
});

interface Names {
  provider?: string | undefined;
  tool?: string | undefined;
  agentId?: string | undefined;
}

function chooseList({ provider, tool, agentId }: Names): Pick<FailureList, 'subject' | 'name'> {
  const lists = [
    { subject: 'provider' as const, name: provider },
    { subject: 'tool' as const, name: tool },
    { subject: 'account' as const, name: agentId },
  ].flatMap((list) => (list.name === undefined ? [] : [{ ...list, name: list.name }]));
  const [list] = lists;
  if (list && lists.length === 1) return list;
  throw createInvalidInputError([{ path: 'provider', message: 'Name one of provider, tool and agentId' }]);
}
