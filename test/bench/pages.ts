/** Part `pages`: what paid calls keep while two hundred people a second look at pages of the same server. */
import { getAssetPath } from '../../src/web/assets.ts';
import { type BenchedFarebox, paidRequest } from './farebox.ts';
import { judge, median, PLAN, print, short, warmUp } from './measure.ts';
import { type LoadGenerator, startVisitors } from './processes.ts';

const VIEWS_PER_SECOND = 200;
const CONNECTIONS = 32;
const KEPT_MIN = 0.8;
const VIEWS_SHARE_MIN = 0.95;

/** Pages as people open them, and what a browser without a cache loads with them. */
const PATHS = [
  ...['/', '/tools', '/tools/translate-premium', '/tools/weather', '/pricing', '/docs', '/docs?group=proxy', '/status'],
  ...['/?lang=ja', '/agent', '/api-benchmark/zh/'],
  ...(['styles/base.css', 'islands/shell.ts', 'islands/theme.ts', 'islands/run.ts'] as const).map(getAssetPath),
];

export async function benchPages(load: LoadGenerator, farebox: BenchedFarebox): Promise<void> {
  const { url, pid, apiKey } = farebox;
  const request = paidRequest(apiKey);
  const visitors = startVisitors();
  const { rounds, measureMs } = PLAN;
  const order = { url, request, connections: CONNECTIONS, warmMs: 0, measureMs };
  const visits = { url, paths: PATHS, perSecond: VIEWS_PER_SECOND, durationMs: measureMs };
  try {
    await warmUp(load, [{ name: 'paid', url, pid, request }]);
    await visitors.run(visits);
    const ratios: number[] = [];
    const views: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await load.run(order);
      const [beside, seen] = await Promise.all([load.run(order), visitors.run(visits)]);
      const after = await load.run(order);
      ratios.push((2 * beside.perSecond) / (before.perSecond + after.perSecond));
      views.push(seen.views / (measureMs / 1000));
    }
    print(`\nPaid calls at concurrency ${CONNECTIONS} beside ${short(median(views))} page views a second`);
    judge('paid calls beside page views, to those alone', median(ratios), KEPT_MIN, 'at least');
    judge('page views a second', median(views), VIEWS_PER_SECOND * VIEWS_SHARE_MIN, 'at least');
  } finally {
    await visitors.stop();
  }
}
