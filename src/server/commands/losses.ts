/** `farebox doctor` about tools that cost more than they are sold for. */
import type { Config } from '../../config/config.ts';
import type { UpstreamSettings } from '../../config/file/upstreams.ts';
import type { Finding } from '../../database/examine.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { readMargin } from '../../ledger/statistics/margin.ts';
import { type Micros, toUsdText } from '../../lib/money.ts';
import { computeTermsPrice, mergeTerms } from '../../upstreams/terms.ts';

const LOSS_DAYS = 7;

/** Inputs of the catalogue's own examples that cost more than their price, as the providers are set up. */
export function findLosses(config: Config, registry: Registry): Finding[] {
  const { live } = config.providers;
  const ownIds = Object.keys(config.file.upstreams ?? {});
  const builtIn = registry.tools.flatMap((tool): Finding[] => {
    const { definition, toolsetName, priceMicros } = tool;
    const { costCeiling, uses = [], input, examples } = definition;
    if (!costCeiling || ownIds.includes(toolsetName) || !uses.some(({ id }) => live[id] != null)) return [];
    const settings = (id: string) => live[id] ?? null;
    const costs = examples.map((example) => costCeiling(input.parse(example), settings));
    const most = Math.ceil(Math.max(0, ...costs));
    return most <= priceMicros ? [] : [describeLoss(tool, most)];
  });
  const { upstreams = {}, priceLists = {} } = config.file;
  const listed = Object.entries(priceLists).flatMap(([list, { tools = {} }]) =>
    Object.entries(tools).flatMap(([tool, entry]): Finding[] => {
      if (typeof entry === 'number' || !entry.belowCost) return [];
      const detail = `the price list ${list} sells it for ${toUsdText(entry.price)} USD even below cost, as farebox.yaml says`;
      return [{ what: tool, state: 'warning', detail }];
    }),
  );
  return [...builtIn, ...listed, ...Object.entries(upstreams).flatMap(findUpstreamLosses)];
}

function describeLoss({ name, priceMicros, definition, countUnits }: RegisteredTool, most: Micros): Finding {
  const isFlat = definition.examples.every((example) => countUnits(definition.input.parse(example)) === 1);
  if (isFlat && !definition.quote) return describePurpose(name, most, priceMicros);
  const times = Math.ceil(most / priceMicros);
  const detail = `a call can cost up to ${toUsdText(most)} USD at a price of ${toUsdText(priceMicros)}. Such a call is charged ${times} times the price if the caller's maxPrice allows it`;
  return { what: name, state: 'warning', detail };
}

const describePurpose = (what: string, costMicros: Micros, priceMicros: Micros): Finding => ({
  what,
  state: 'warning',
  detail: `sold below cost, as farebox.yaml says: a call can cost up to ${toUsdText(costMicros)} USD at a price of ${toUsdText(priceMicros)}`,
});

function findUpstreamLosses([id, settings]: [string, UpstreamSettings]): Finding[] {
  const { tools = {} } = settings;
  const entries = Object.entries(tools).flatMap(([name, entry]) =>
    entry === false ? [] : [{ what: `${id}: ${name}`, terms: mergeTerms(settings, entry) }],
  );
  return [{ what: id, terms: mergeTerms(settings, {}) }, ...entries].flatMap(({ what, terms }) => {
    const { cost = 0 } = terms;
    const price = computeTermsPrice(terms);
    return price < cost ? [describePurpose(what, cost, price)] : [];
  });
}

/** Tools that have cost more than they brought. A database that can't be read is told elsewhere. */
export async function findToolsAtLoss({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  const rows = await readMargin({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, LOSS_DAYS).catch(
    () => [],
  );
  return rows.flatMap(({ mode, tool, revenueMicros, costMicros, marginMicros }): Finding[] => {
    if (mode !== 'live' || marginMicros >= 0) return [];
    const detail = `running at a loss: revenue ${toUsdText(revenueMicros)} USD, cost ${toUsdText(costMicros)} USD in the last ${LOSS_DAYS} days`;
    return [{ what: tool, state: 'warning', detail }];
  });
}
