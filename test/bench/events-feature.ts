/** A throw-away feature with rows of the size of tracking events, and a tool that works on them beside paid calls. */
export const eventsFeature: Readonly<Record<string, string>> = {
  'src/newsroom/bench-events/schema.ts': `
    import { defineSchema } from '../../database/schema.ts';
    export const benchEventSchema = defineSchema(9001, 'bench events', \`
      CREATE TABLE bench_events (id NUMBERED, email_id BIGINT NOT NULL, kind TEXT NOT NULL, agent TEXT NOT NULL, at BIGINT NOT NULL);
      CREATE INDEX bench_events_by_email ON bench_events (email_id, at);\`);`,
  'src/newsroom/bench-events/writes.ts': `
    import { defineWrite } from '../../database/define.ts';
    export const addEvents = defineWrite('benchEvents.add', async ({ db, nowMs }, { emailId, agents }) => {
      const rows = agents.map((agent) => ({ email_id: emailId, kind: 'open', agent, at: nowMs }));
      await db.insertInto('bench_events').values(rows).execute();
      return rows.length;
    });`,
  'src/newsroom/bench-events/reads.ts': `
    import { defineRead } from '../../database/define.ts';
    export const searchEvents = defineRead('benchEvents.search', async ({ db }, { word }) => {
      const rows = db.selectFrom('bench_events').select(['id', 'agent']).where('agent', 'like', '%' + word + '%');
      return (await rows.orderBy('at', 'desc').limit(20).execute()).length;
    });
    export const countEvents = defineRead('benchEvents.count', async ({ db }) => {
      const { count } = await db.selectFrom('bench_events').select(({ fn }) => fn.countAll().as('count')).executeTakeFirst();
      return Number(count);
    });`,
  'tools/bench/_toolset.ts': `
    import { defineToolset } from '../../src/kernel/tool/tool.ts';
    export default defineToolset({
      title: 'Bench', description: 'Works beside.', path: '/api/proxy', access: 'key', layer: 1, errors: 'gateway',
      timeoutMs: 60_000,
    });`,
  'tools/bench/bench-work.ts': `
    import { z } from 'zod';
    import { defineTool } from '../../src/kernel/tool/tool.ts';
    import { countEvents, searchEvents } from '../../src/newsroom/bench-events/reads.ts';
    import { addEvents } from '../../src/newsroom/bench-events/writes.ts';
    const agentOf = (n) => 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 reader ' + n;
    const every = (everyMs, endMs, run) => new Promise((resolve) => {
      let next = performance.now();
      const tick = () => {
        if (performance.now() >= endMs) return resolve();
        while (next <= performance.now()) { run(); next += everyMs; }
        setTimeout(tick, Math.max(1, next - performance.now()));
      };
      tick();
    });
    export default defineTool({
      description: 'Write events and search them for some time.', price: 0, effect: 'write',
      input: z.object({ fill: z.number().default(0), ms: z.number().default(0), perSecond: z.number().default(0), searchEveryMs: z.number().default(0) }),
      output: z.object({ rows: z.number(), writes: z.number(), writeP99Ms: z.number(), searches: z.number(), searchP50Ms: z.number() }),
      examples: [{ fill: 1 }],
      async run({ fill, ms, perSecond, searchEveryMs }, { services: { database } }) {
        for (let n = 0; n < fill; n += 500) {
          await database.write(addEvents, { emailId: n, agents: Array.from({ length: 500 }, (_, i) => agentOf(n + i)) });
        }
        const [writes, searches, running] = [[], [], []];
        const timed = (times, work) => {
          const startMs = performance.now();
          running.push(work().then(() => times.push(performance.now() - startMs)));
        };
        const endMs = performance.now() + ms;
        let n = 0;
        await Promise.all([
          perSecond > 0 && every(1000 / perSecond, endMs, () =>
            timed(writes, () => database.write(addEvents, { emailId: n++, agents: [agentOf(n)] }))),
          searchEveryMs > 0 && every(searchEveryMs, endMs, () =>
            timed(searches, () => database.read(searchEvents, { word: 'reader ' + (n % 90_000) }))),
        ]);
        await Promise.all(running);
        const at = (times, part) => times.sort((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0;
        return {
          rows: await database.read(countEvents, {}),
          writes: writes.length, writeP99Ms: at(writes, 0.99), searches: searches.length, searchP50Ms: at(searches, 0.5),
        };
      },
    });`,
};
