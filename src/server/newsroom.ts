/** Builds the newsroom's services from the configuration. */
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import { loadJobs } from '../jobs/define.ts';
import { openJobs } from '../jobs/service.ts';
import type { Limiter, Log } from '../kernel/ports.ts';
import type { Secrets } from '../ledger/secret.ts';
import { openMailbox } from '../mail/mailbox.ts';
import { openAnalyses } from '../newsroom/analysis/analyses/service.ts';
import { openEmbedder } from '../newsroom/analysis/models/embedder.ts';
import { openModels } from '../newsroom/analysis/models/models.ts';
import { openSites } from '../newsroom/common/sites.ts';
import { openAnnouncer } from '../newsroom/content/announcing/service.ts';
import { prepareDemo } from '../newsroom/content/articles/demo.ts';
import { openTranslator } from '../newsroom/content/articles/translator.ts';
import { openFeed } from '../newsroom/content/feed/service.ts';
import { openPublishing } from '../newsroom/content/publishing/service.ts';
import { createReleasePrinter } from '../newsroom/content/releases/pdf/printer.ts';
import { openScans } from '../newsroom/content/scans/service.ts';
import { openSources } from '../newsroom/content/sources/service.ts';
import { openCampaigns } from '../newsroom/mailing/campaigns/service.ts';
import { openSendingDomains } from '../newsroom/mailing/domains/service.ts';
import {
  findSecretFault,
  loadMailProviders,
  type MailWebhooksOptions,
  openMailWebhooks,
} from '../newsroom/mailing/providers/service.ts';
import { openBounceMailbox } from '../newsroom/mailing/suppressions/mailbox.ts';
import { openTracking, type TrackingOptions } from '../newsroom/mailing/tracking/service.ts';
import { openImports } from '../newsroom/media/imports/import-file.ts';
import { openContacts } from '../newsroom/media/service.ts';
import { buildCampaignsOptions, buildSendingDomainsOptions } from './sending.ts';

import type { Closers } from './stopping.ts';
import { buildEmbedderOptions, buildModelsOptions, buildTranslatorOptions, chooseDemo, DEMO_FILE } from './wiring.ts';

interface Parts {
  /** For tests: in place of the network. */
  mailWebhooks?: Pick<MailWebhooksOptions, 'fetchText'> | undefined;
  database: Database;
  secrets: Secrets;
  limiter: Limiter;
  baseUrl: string;
}

export async function openNewsroom(config: Config, parts: Parts, log: Log, closers: Closers) {
  const { database, secrets, baseUrl } = parts;
  const { timezone: zone, dataDir, aeoApiUrl: target, aeoApiKey: apiKey } = config;
  const site = { baseUrl, zone };
  const models = openModels(buildModelsOptions(config));
  const embedder = openEmbedder(buildEmbedderOptions(config));
  const translator = openTranslator(buildTranslatorOptions(config));
  const analyses = openAnalyses({ zone });
  closers.add(() => analyses.close());
  const printer = createReleasePrinter();
  closers.add(() => printer.close());
  const jobs = openJobs({ database, definitions: await loadJobs(), log, zone });
  const demo = chooseDemo(config);
  const feed = await openFeed({ database, secrets, site, dataDir, log });
  await prepareDemo(database, demo, DEMO_FILE);
  closers.add(() => feed.close());
  const isConsentStrict = config.strictConsent === 'on';
  const contacts = await openContacts({ database, demo, isConsentStrict, log });
  closers.add(() => contacts.close());
  const campaigns = openCampaigns(buildCampaignsOptions(config, { secrets, baseUrl }));
  closers.add(() => campaigns.close());
  const tracking = openTracking(buildTrackingOptions(config, parts, log));
  closers.add(() => tracking.close());
  const publishing = openPublishing({ database, target, apiKey, site });
  const { indexnowKey: key, indexnowUrl: endpoint } = config;
  const announcer = await openAnnouncer({ database, key, endpoint, baseUrl });
  const scans = openScans({ hosts: config.scanHosts });
  const { scrapeSources: configured, scrapeSchedule } = config;
  const imports = openImports(config.mediaImportDir ?? join(dataDir, 'import'));
  const sources = await openSources({ database, configured, isScheduled: scrapeSchedule === 'on', zone });
  const { bounceMailboxUrl, smtpTimeoutMs } = config;
  const mailbox = bounceMailboxUrl === undefined ? null : openMailbox(bounceMailboxUrl, smtpTimeoutMs);
  return {
    analyses,
    bounceMailbox: openBounceMailbox(mailbox),
    announcer,
    campaigns,
    contacts,
    domains: openSendingDomains(buildSendingDomainsOptions(config, parts)),
    embedder,
    feed,
    imports,
    jobs,
    mailWebhooks: await openWebhooks(config, parts),
    models,
    printer,
    publishing,
    scans,
    sites: openSites(),
    sources,
    tracking,
    translator,
  };
}

async function openWebhooks({ mailWebhooks: secrets }: Config, { mailWebhooks: options }: Parts) {
  const providers = await loadMailProviders();
  const fault = findSecretFault(providers, secrets);
  if (fault !== null) throw new ConfigError(fault);
  return openMailWebhooks(providers, { secrets, ...options });
}

function buildTrackingOptions(
  config: Config,
  { database, secrets, limiter, baseUrl }: Parts,
  log: Log,
): TrackingOptions {
  const { clickHosts, linkLegacySecret = null, retentionEventsDays: keptDays } = config;
  return { database, keys: secrets, limiter, baseUrl, clickHosts, legacySecret: linkLegacySecret, keptDays, log };
}
