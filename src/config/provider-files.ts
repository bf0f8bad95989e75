/** Lists the providers by folder: each file with a default export is a provider, and its file name is the ID. */
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { importFile, listFiles } from '../lib/import-file.ts';

const FOLDER = new URL('../providers/', import.meta.url);

/** In order of their ids. Throws when a file's name is not the id of the provider in it. */
export async function loadProviders(folder: URL = FOLDER): Promise<ProviderDefinition[]> {
  const names = listFiles(folder).filter((name) => /^[^/]+(?<!\.d)\.(js|ts)$/.test(name));
  const providers: ProviderDefinition[] = [];
  for (const name of names) {
    const { href } = new URL(name, folder);
    const { default: facts }: { default?: ProviderDefinition } = await importFile(href);
    if (facts === undefined) continue;
    if (facts.id !== name.replace(/\.(js|ts)$/, '')) throw new Error(`${href} holds the provider ${facts.id}`);
    providers.push(facts);
  }
  return providers;
}
