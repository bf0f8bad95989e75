/** Connects to one upstream and lists what it would offer, without a server or a database. */
import type { FareboxFile } from '../config/file/load.ts';
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import type { Log } from '../kernel/ports.ts';
import type { Micros } from '../lib/money.ts';
import { createConnector } from './connectors.ts';
import { listUnknownEntries, readDefinitions, toKebabCase } from './definitions.ts';
import { explainCause } from './failures.ts';
import { computeTermsPrice, mergeTerms } from './terms.ts';

export interface UpstreamCheck {
  tools: { name: string; priceMicros: Micros }[];
  problems: string[];
}

export async function checkUpstream(
  id: string,
  settings: UpstreamSettings,
  { file, baseEnv, log }: { file: FareboxFile; baseEnv: Readonly<Record<string, string>>; log: Log },
): Promise<UpstreamCheck> {
  const connector = createConnector({ id, settings, path: file.path, baseEnv, log, onToolsChanged: () => {} });
  try {
    const { tools, problems } = readDefinitions(await connector.listTools());
    const entries = settings.tools ?? {};
    const unknown = listUnknownEntries(entries, tools);
    const offered = tools.filter(({ name }) => entries[name] !== false);
    return {
      tools: offered.map(({ name }) => {
        const entry = entries[name];
        const terms = mergeTerms(settings, entry === false || entry === undefined ? {} : entry);
        return { name: `${id}-${toKebabCase(name)}`, priceMicros: computeTermsPrice(terms) };
      }),
      problems: [...problems, ...unknown.map((name) => `farebox.yaml names the tool ${name}, which it does not have.`)],
    };
  } catch (thrown) {
    return { tools: [], problems: [`It could not be reached: ${explainCause(thrown)}`] };
  } finally {
    await connector.close();
  }
}
