import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { pingServices, SERVICE_STATES } from '../../src/newsroom/operations/reports/health.ts';

export default defineTool({
  title: 'Health of upstreams',
  description:
    'Asks every upstream that you have set up whether it answers, all at once; takes four seconds at most. Nothing that costs is asked for.',
  route: 'GET /admin/api-health',
  effect: 'read',
  output: z.object({
    status: z
      .enum(['ok', 'degraded', 'down'])
      .describe('down: none of those that are set up answers; ok where none is.'),
    checked_at: z.string().describe('ISO 8601 with offset.'),
    duration_ms: z.number().int().describe('Of all together.'),
    services: listOf('By name.', {
      service: z.string().describe('What it is for, and its id: llm:groq.'),
      status: z
        .enum(SERVICE_STATES)
        .describe(
          'How it answered. unconfigured: you have set nothing for it; public services that need nothing are used all the same.',
        ),
      latency_ms: z.number().int().nullable().describe('Until it answered.'),
      http_status: z.number().int().nullable().describe('Of its answer.'),
      error: z.string().nullable().describe('Why there was none.'),
    }),
  }),
  async run(_input, ctx) {
    const startedMs = performance.now();
    const services = await pingServices(ctx);
    const configured = services.filter(({ status }) => status !== 'unconfigured');
    const down = configured.filter(({ status }) => status === 'down').length;
    return {
      status: down === 0 ? ('ok' as const) : down === configured.length ? ('down' as const) : ('degraded' as const),
      checked_at: formatZonedTime(await ctx.services.database.now(), ctx.server.timeZone),
      duration_ms: Math.round(performance.now() - startedMs),
      services,
    };
  },
});
