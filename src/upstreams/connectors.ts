/** Creates what answers the calls of an upstream, by its kind. */
import { dirname } from 'node:path';
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import type { Log } from '../kernel/ports.ts';
import { McpConnector } from './mcp/connector.ts';
import { OpenapiConnector } from './openapi/connector.ts';
import type { Connector } from './types.ts';

export interface ConnectorSource {
  id: string;
  settings: UpstreamSettings;
  /** Of farebox.yaml: relative paths start at its folder. */
  path: string | null;
  baseEnv: Readonly<Record<string, string>>;
  log: Log;
  onToolsChanged(): void;
}

export function createConnector({ id, settings, path, baseEnv, log, onToolsChanged }: ConnectorSource): Connector {
  const folder = dirname(path ?? '.');
  if ('openapi' in settings) return new OpenapiConnector({ id, settings, folder });
  return new McpConnector({ id, settings, folder, baseEnv, log, events: { onToolsChanged } });
}
