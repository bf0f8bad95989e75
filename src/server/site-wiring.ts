/** Pages, documents and files of the site. */
import type { Config } from '../config/config.ts';
import { buildFileSchema } from '../config/file/schema.ts';
import type { Database } from '../database/types.ts';
import type { WebDocument } from '../describe/web-document.ts';
import type { FrontDeps } from '../http/front.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { WELCOME_MICROS } from '../ledger/accounts/accounts.ts';
import { depositAmounts } from '../ledger/payments/payments-types.ts';
import { runOnce } from '../lib/memoize.ts';
import type { WatchedEnvironment } from '../providers/shared/environment.ts';
import { listAssets } from '../web/assets.ts';
import { buildDiscoveryDocuments, buildKeyDocuments } from '../web/documents.ts';
import { openPageData } from './page-data.ts';
import { version } from './wiring.ts';

const FILE_SCHEMA_DOCUMENT: WebDocument = {
  path: '/farebox.schema.json',
  title: 'JSON Schema of farebox.yaml',
  type: 'application/schema+json',
  hasCors: true,
  read: runOnce(() => `${JSON.stringify(buildFileSchema(), null, 2)}\n`),
};

/** Pages and documents that everybody may read, and the files that pages load. */
export function buildSite(
  registry: Registry,
  { operatorContact, termsUrl, contentSignal, timezone: zone, indexnowKey }: Config,
  { baseUrl, live, database }: { baseUrl: string; live: WatchedEnvironment; database: Database },
): Pick<FrontDeps, 'documents' | 'files'> {
  const guide = { baseUrl, operatorContact, termsUrl, contentSignal };
  const facts = { version, ...guide, welcomeMicros: WELCOME_MICROS, depositAmounts };
  const data = openPageData({ database, registry, live, zone });
  // Pages that list tools are made anew when the tools change.
  const documents = (): WebDocument[] => [
    ...buildKeyDocuments(indexnowKey),
    ...buildDiscoveryDocuments(registry, { ...facts, ...data }),
    FILE_SCHEMA_DOCUMENT,
  ];
  return { documents, files: [listAssets()] };
}
