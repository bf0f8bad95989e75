import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { pingServices, SERVICE_STATES } from '../../src/newsroom/operations/reports/health.ts';

export default defineTool({
  title: 'Check upstreams',
  description:
    'Check in parallel whether every configured upstream responds, within four seconds. Only requests that cost nothing are sent.',
  route: 'GET /admin/api-health',
  effect: 'read',
  output: z.object({
    status: z
      .enum(['ok', 'degraded', 'down'])
      .describe('`down` if no configured service responds; `ok` if none is configured.'),
    checked_at: z.string().describe('ISO 8601 timestamp with offset.'),
    duration_ms: z.number().int().describe('Duration of all checks together, in milliseconds.'),
    services: listOf('Services, sorted by name.', {
      service: z.string().describe('Purpose and provider ID, such as llm:groq.'),
      status: z
        .enum(SERVICE_STATES)
        .describe(
          'Result of the check. unconfigured: no settings exist; public services that need no settings are used anyway.',
        ),
      latency_ms: z.number().int().nullable().describe('Response time in milliseconds.'),
      http_status: z.number().int().nullable().describe('HTTP status of the response.'),
      error: z.string().nullable().describe('Reason why no response arrived.'),
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
