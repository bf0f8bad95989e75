/** The operator's own tools: opened when there is a `farebox.yaml`. */
import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import { createRedactor } from '../http/monitoring/log.ts';
import type { Log } from '../kernel/ports.ts';
import type { ReadFile, Upstreams } from '../upstreams/service.ts';
import type { OpenCatalogue } from './catalogue/catalogue.ts';
import type { Closers } from './stopping.ts';

interface UpstreamsBase {
  database: Database;
  catalogue: OpenCatalogue;
  readFile: () => ReadFile;
}

/** Loaded where it is used: the protocol's client and the schema validator are of no use to other servers. */
export async function openUpstreams(
  config: Config,
  { database, catalogue, readFile }: UpstreamsBase,
  log: Log,
  closers: Closers,
): Promise<Upstreams | null> {
  const { file, providers, programEnvironment: baseEnv } = config;
  if (file.path === null) return null;
  const { registry } = catalogue;
  const module = await import('../upstreams/service.ts');
  const settings = [providers.live, providers.test];
  const upstreams = new module.Upstreams({ database, log, registry, settings, readFile, baseEnv, createRedactor });
  closers.add(() => upstreams.close());
  await upstreams.start(file);
  return upstreams;
}
