/** The composition root: the only file that constructs things, starts and stops them. */

import type { Config } from '../config/config.ts';
import { FORWARDED } from '../database/examine.ts';
import * as fastApi from '../fastapi/request.ts';
import { openFiles } from '../files/files.ts';
import { openFixes } from '../fixes/service.ts';
import { startSeeding } from '../fixes/shipped/seeding.ts';
import { createFront } from '../http/front.ts';
import { createLog, type ServerLog } from '../http/monitoring/log.ts';
import { Metrics } from '../http/monitoring/metrics.ts';
import { openBilling } from '../identity/billing/billing.ts';
import { noteSighting } from '../identity/guards/guard-writes.ts';
import { openAdminTokens, openLockout } from '../identity/guards/lockout.ts';
import { identifyKeyByHash, openIdentify } from '../identity/identify.ts';
import { openIdentity } from '../identity/identity.ts';
import { openInvites } from '../identity/invites/invites.ts';
import { openGrants } from '../identity/oauth/grants.ts';
import { openOAuth } from '../identity/oauth/service.ts';
import { openOperator } from '../identity/operators/operator.ts';
import { openPageSessions } from '../identity/pages/service.ts';
import { ProviderPauses } from '../identity/provider-pauses/pauses.ts';
import { openUnits } from '../identity/quota/units.ts';
import { identifySessionByHash } from '../identity/sign-in/sessions.ts';
import { openWalletSignIn } from '../identity/wallets/service.ts';
import { openWalletTokens } from '../identity/wallets/tokens.ts';
import { hasSources } from '../kernel/call/available.ts';
import { BindingQuotes } from '../kernel/call/binding-quotes.ts';
import { Calls } from '../kernel/call/call.ts';
import type { Mode } from '../kernel/principal.ts';
import { identifyForResources } from '../kernel/tool/access.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { openAccounts } from '../ledger/accounts/accounts.ts';
import type { Accounts } from '../ledger/accounts/accounts-types.ts';
import { openLedger } from '../ledger/ledger.ts';
import { openReceiptKeys } from '../ledger/receipts/receipts.ts';
import { UpstreamTally } from '../ledger/statistics/upstream-counts.ts';
import type { LedgerOptions } from '../ledger/types.ts';
import { runOnce } from '../lib/memoize.ts';
import { createMcpDoor } from '../mcp/door.ts';
import type { McpDoorDeps } from '../mcp/types.ts';
import type { MailWebhooksOptions } from '../newsroom/mailing/providers/service.ts';
import type { SendingOptions } from '../newsroom/mailing/queue/service.ts';
import { KeyRings } from '../providers/shared/access.ts';
import { healthOptions } from '../providers/shared/health-options.ts';
import { createPageReader } from '../providers/shared/page/reader.ts';
import * as sandbox from '../sandbox/stripe-payer.ts';
import { ProviderStreaks } from '../signals/alerts/provider-streaks.ts';
import { openFailureLog } from '../signals/failures/failure-log.ts';
import { watchAccounts } from '../signals/webhooks/account-watch.ts';
import type { LoadedPlugins } from '../upstreams/plugins/load.ts';
import type { Upstreams } from '../upstreams/service.ts';
import { renderErrorPage } from '../web/pages/error-page.tsx';
import { openServerBooks } from './books.ts';
import { type CatalogueFolders, loadCatalogue, openPlugins } from './catalogue/plugins.ts';
import { openBudgets, readProviderTerms } from './catalogue/providers.ts';
import { listFindings } from './commands/doctor.ts';
import { createEnvironments } from './environments.ts';
import { buildIdentitySettings } from './identity-wiring.ts';
import { reserveAddress } from './listening.ts';
import { openNewsroom } from './newsroom.ts';
import { openOperatorSocket } from './operator-socket.ts';
import { listPaymentNetworks, openDirectPayments, openPaying } from './payments-wiring.ts';
import { createFileReader, createReload } from './reload.ts';
import { openSending } from './sending.ts';
import { openAnswerStore, openLimiter } from './shared-stores.ts';
import { openSignals, openTracing } from './signals.ts';
import { buildSite } from './site-wiring.ts';
import { Closers, closeFront, ReadinessCheck } from './stopping.ts';
import { openUpstreams } from './upstreams-wiring.ts';
import * as wiring from './wiring.ts';

export interface RunningServer {
  url: string;
  log: ServerLog;
  /** Mode of an account that is created without saying one. */
  accountMode: Mode;
  /** Null without a farebox.yaml. */
  upstreams: Upstreams | null;
  /** Reads farebox.yaml and the files of secrets again. Throws a ConfigError, and nothing has changed. */
  reload(): Promise<readonly string[]>;
  /** Takes no new calls, lets running ones finish or refunds them, lets go of everything. */
  close(): Promise<void>;
}

export interface StartOptions extends CatalogueFolders {
  /** For tests and benchmarks. */
  ledger?: Pick<LedgerOptions, 'commitDelayMs' | 'clockOffsetMs' | 'limits'>;
  sending?: Pick<SendingOptions, 'onBoundary'>;
  mailWebhooks?: Pick<MailWebhooksOptions, 'fetchText'>;
}

/** Rejects with an error whose message is one sentence when the configuration or the machine does not allow a start. */
export async function startServer(
  config: Config,
  builtIn: readonly ProviderDefinition[],
  options: StartOptions = {},
): Promise<RunningServer> {
  const plugins = await openPlugins(config);
  const providers = [...builtIn, ...plugins.providers];
  const log = createLog({ level: config.logLevel, secrets: wiring.listSecretTexts(config, providers) });
  const closers = new Closers();
  try {
    return await start(config, { ...options, providers, plugins }, log, closers);
  } catch (thrown) {
    await closers.run(log);
    throw thrown;
  }
}

type Startup = StartOptions & { providers: readonly ProviderDefinition[]; plugins: LoadedPlugins };

async function start(config: Config, options: Startup, log: ServerLog, closers: Closers): Promise<RunningServer> {
  const base = await openBase(config, options, log, closers);
  const { address, baseUrl, registry, ledger, database, secrets, limiter, metrics, environments, answerStore } = base;
  const receiptKeys = await openReceiptKeys(secrets, config.receiptKey);
  const rules = { accountMode: wiring.chooseAccountMode(registry, config), ...wiring.buildAccountRules(config) };
  const accounts = await openAccounts({ database, limiter, receiptKeys, ...rules });
  const { identify, units, ...people } = await openPeople(config, base, { accounts, options, log, closers });
  const { findMember } = people.identity;
  const files = openFiles(database, config.mediaOrigin?.replace(/\/+$/, '') ?? baseUrl);
  const pages = openPageReader(closers);
  const newsroom = await openNewsroom(config, { ...base, mailWebhooks: options.mailWebhooks }, log, closers);
  const { operatorContact, debugLlmPerDay: llmPerDay, rewardWtPerFix: rewardWt } = config;
  const here = { identify: identifyForResources([baseUrl], identify), baseUrl };
  const paying = openPaying({ database, secrets, environments, ...here, operatorContact, sandbox, log }, closers);
  const seedKnowledge = runOnce(() => startSeeding(database, wiring.KNOWLEDGE_FOLDER, log));
  const fixes = openFixes({ database, limiter, llmPerDay, rewardWt, whenSearchable: () => seedKnowledge().finish() });
  const concierge = wiring.openLazyConcierge(registry, answerStore, (errorText) => fixes.diagnose(errorText), config);
  const upstreams = await openUpstreams(config, base, log, closers);
  const quotes = new BindingQuotes(secrets, { fastApi });
  const own = { accounts, upstreams, quotes, concierge, fixes, files, pages, ...paying, database, ...base.watched };
  const signals = openSignals(config, base, log, closers);
  const services = { ...people, ...newsroom, ...own, ...signals };
  const server = { version: wiring.version, baseUrl, timeZone: config.timezone };
  const calls = new Calls({
    ...base.catalogue,
    ...{ units, findMember, services, server, environments, log, answerStore, metrics, tracing: base.tracing },
    ledger: ledger.calls,
    failures: base.failures,
    payments: openDirectPayments(config, base, { mode: rules.accountMode, receiptKeys, log, closers }),
    listPaymentLinks: paying.payments.listLinks,
    ...{ inputs: { fastApi }, quotes },
    openCallsMax: config.maxOpenCalls,
  });
  const isSetUp: McpDoorDeps['isSetUp'] = (tool, mode) => hasSources(tool, environments[mode]);
  const documents = wiring.buildMcpDocuments(calls, registry);
  const parts = { ...base.catalogue, calls, documents, files, findMember, log, isSetUp, tracing: base.tracing };
  const mcp = createMcpDoor({ ...wiring.buildMcpOptions(config, baseUrl, secrets, registry), ...parts });
  const readiness = new ReadinessCheck(database);
  const front = createFront({
    registry,
    calls,
    identify,
    identifyPage: people.pageSessions.identify,
    limiter,
    lockout: openLockout(database),
    onForwarded: () => void database.write(noteSighting, { name: FORWARDED }).catch(() => {}),
    mcp,
    log,
    ...{ metrics, tracing: base.tracing },
    signReceipt: (receipt) => receiptKeys.sign(receipt),
    ...readiness.createAnswers({ ...people, ...newsroom, live: environments.live, zone: server.timeZone }),
    isSetUp,
    ...buildSite(registry, config, { baseUrl, live: environments.live, database }),
    renderErrorPage,
    config: wiring.buildHttpConfig(config, baseUrl, rules.accountMode),
  });
  const reload = createReload(upstreams, base.readFile);
  await openOperatorSocket(config, { ...base, upstreams, reload }, log, closers);
  await address.listen(front);
  closers.add(await people.sending.run());
  closers.add(newsroom.jobs.run({ services, registry, server, environment: environments.live }));
  closers.add(signals.alerts.watch({ services, server }), watchAccounts({ services, server, log }));
  closers.add(seedKnowledge().stop, () => closeFront(front));
  const close = runOnce(async () => {
    readiness.isDraining = true;
    await calls.drain(config.drainTimeoutMs);
    await closers.run(log);
  });
  return { url: address.url, log, accountMode: rules.accountMode, close, upstreams, reload };
}

function openPageReader(closers: Closers): ReturnType<typeof createPageReader> {
  const pages = createPageReader();
  closers.add(() => pages.close());
  return pages;
}

/** Opens the parts on which everything else depends. */
async function openBase(config: Config, options: Startup, log: ServerLog, closers: Closers) {
  const address = await reserveAddress(config);
  closers.add(() => address.release());
  const baseUrl = config.baseUrl ?? address.url;
  const catalogue = await loadCatalogue(config, options.plugins, options);
  const { registry } = catalogue;
  const ledger = await openLedger({ ...wiring.buildLedgerOptions(config, log), ...options.ledger });
  closers.add(() => ledger.stop());
  const { database } = ledger;
  const secrets = wiring.openConfiguredSecrets(config);
  const metrics = new Metrics();
  closers.add(() => metrics.close());
  const limiter = await openLimiter(config, log, closers);
  const tally = new UpstreamTally();
  closers.add(tally.startSaving(database, log));
  metrics.watchCalls((...call) => tally.latencies.addCall(...call));
  const known = options.providers;
  const terms = readProviderTerms(config.file, known, config.providers.live);
  const budgets = await openBudgets(terms.budgets, { database, log, closers });
  const access = new KeyRings(healthOptions.live);
  access.set(terms.access);
  const failures = openFailureLog(database, log);
  closers.add(() => failures.stop());
  const streaks = new ProviderStreaks();
  const tracing = await openTracing(config, log, closers);
  const pauses = new ProviderPauses(database, log);
  closers.add(await pauses.start());
  const observers = { metrics, tally, failures, streaks, budgets, pauses, access, tracing };
  const environments = await createEnvironments(config, baseUrl, observers, closers);
  const answerStore = await openAnswerStore(config, log, closers);
  const doctor = {
    examine: () => listFindings(config, options.providers, registry),
    lookAt: (id: string) => wiring.lookAtProvider(id, environments.live),
  };
  const readFile = createFileReader(config, { catalogue, budgets, access, known }, log);
  const watched = { doctor, providerPauses: pauses };
  const shared = { access, address, baseUrl, watched, registry, catalogue, ledger, database, readFile };
  return { ...shared, secrets, limiter, answerStore, metrics, failures, streaks, environments, tracing };
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** Opens identity and sign-in. */
async function openPeople(
  config: Config,
  base: Base,
  { accounts, options, log, closers }: { accounts: Accounts; options: StartOptions; log: ServerLog; closers: Closers },
) {
  const { baseUrl, ledger, database, secrets, limiter, registry } = base;
  const sending = openSending(config, base, options.sending, log);
  const { mail } = sending;
  const { adminToken, operatorContact } = config;
  const wasAdminToken = await openAdminTokens(database, secrets, adminToken);
  const settings = buildIdentitySettings(config, baseUrl);
  const identity = openIdentity({ database, accounts, secrets, limiter, mail, log, settings });
  const { identifySession } = identity;
  const byKeyHash = (hash: string, ip: string) => identifyKeyByHash(ledger, hash, ip);
  const identify = openIdentify(ledger, {
    adminToken,
    wasAdminToken,
    identifySession,
    identifyGrant: openGrants(database),
    identifyWallet: openWalletTokens(database, byKeyHash),
  });
  const mode = wiring.chooseAccountMode(registry, config);
  const wallets = { database, limiter, secrets, baseUrl, mode, networks: listPaymentNetworks(config, mode) };
  const walletSignIn = openWalletSignIn(wallets);
  const pageSessions = openPageSessions({
    database,
    identify,
    identifySessionByHash: (hash, ip) => identifySessionByHash(database, settings.presentation, hash, ip),
    identifyKeyByHash: byKeyHash,
    sessionDays: settings.sessionDays,
  });
  const readsDocuments = config.clientIdMetadata === 'on';
  const oauth = openOAuth({ database, limiter, seal: secrets, identify, readsDocuments, baseUrl });
  const invites = openInvites({ database, identity, secrets, operatorContact });
  const operator = openOperator(database);
  const { plans } = settings;
  const billing = openBilling({ database, plans, baseUrl, returnOrigins: config.returnOrigins });
  const books = openServerBooks(config, database);
  closers.add(() => books.close());
  const units = openUnits(database, settings);
  return {
    billing,
    books,
    identify,
    identity,
    invites,
    mail,
    oauth,
    operator,
    pageSessions,
    sending,
    units,
    walletSignIn,
  };
}
