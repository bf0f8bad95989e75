/** The account tools as a door calls them: the real registry and road, over a ledger on either engine. */

import * as fastApi from '../../../src/fastapi/request.ts';
import { openFiles } from '../../../src/files/files.ts';
import { openMembers } from '../../../src/identity/companies/members.ts';
import { openOperator } from '../../../src/identity/operators/operator.ts';
import { Calls } from '../../../src/kernel/call/call.ts';
import { buildSuccessBody } from '../../../src/kernel/call/envelope.ts';
import type { Mode, Principal } from '../../../src/kernel/principal.ts';
import type { UpstreamEnvironment } from '../../../src/kernel/tool/context.ts';
import { loadRegistry, type Registry, TOOLS_FOLDER } from '../../../src/kernel/tool/registry.ts';
import { createQuotes } from '../../harness/context.ts';
import type { Engine } from '../../harness/databases.ts';
import { openWorld, silent, type World, type WorldOptions } from '../../ledger/accounts-world.ts';

export interface ToolWorld extends World {
  registry: Registry;
  /** The REST body of an answer; throws the FareboxError of a refusal. */
  call(tool: string, input: Record<string, unknown>, principal: Principal): Promise<Record<string, unknown>>;
}

export const nobody: Principal = { kind: 'anonymous', mode: 'live', ip: '192.0.2.1' };

const noNetwork = (): Promise<never> => Promise.reject(new Error('no network here'));

const createEnvironmentFor = (mode: Mode): UpstreamEnvironment => ({
  mode,
  transport: { send: noNetwork, admit: noNetwork },
  health: { pausedForMs: () => 0, guard: (_id, run) => run() },
  settings: (id) => (id === 'opencage' ? null : {}),
  observe: () => {},
});

export async function openToolWorld(engine: Engine, options: WorldOptions = {}): Promise<ToolWorld> {
  const world = await openWorld(engine, options);
  const registry = await loadRegistry(TOOLS_FOLDER);
  const calls = new Calls({
    registry,
    ledger: world.ledger.calls,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    services: {
      accounts: world.accounts,
      quotes: createQuotes(),
      database: world.ledger.database,
      files: openFiles(world.ledger.database, 'https://farebox.example'),
      upstreams: null,
      // No tool tried in this world takes a payment or signs anybody in.
      analyses: Object.create(null),
      announcer: Object.create(null),
      billing: Object.create(null),
      bounceMailbox: Object.create(null),
      books: Object.create(null),
      payments: Object.create(null),
      providerPauses: Object.create(null),
      topUps: Object.create(null),
      concierge: Object.create(null),
      campaigns: Object.create(null),
      contacts: Object.create(null),
      doctor: Object.create(null),
      domains: Object.create(null),
      embedder: Object.create(null),
      feed: Object.create(null),
      fixes: Object.create(null),
      identity: Object.assign(Object.create(null), { findMember: openMembers(world.ledger.database) }),
      invites: Object.create(null),
      imports: Object.create(null),
      jobs: Object.create(null),
      mailWebhooks: Object.create(null),
      mail: Object.create(null),
      sending: Object.create(null),
      tracking: Object.create(null),
      webhooks: Object.create(null),
      alerts: Object.create(null),
      seller: Object.create(null),
      models: Object.create(null),
      oauth: Object.create(null),
      pageSessions: Object.create(null),
      printer: Object.create(null),
      sources: Object.create(null),
      translator: Object.create(null),
      walletSignIn: Object.create(null),
      operator: openOperator(world.ledger.database),
      publishing: Object.create(null),
      scans: Object.create(null),
      sites: Object.create(null),
      pages: {
        read: noNetwork,
        readArticle: noNetwork,
        readNews: noNetwork,
        readReleases: noNetwork,
        close: () => Promise.resolve(),
      },
    },
    environments: { live: createEnvironmentFor('live'), test: createEnvironmentFor('test') },
    log: silent,
    metrics: { recordCall: () => {}, recordCharge: () => {}, recordRefund: () => {}, changeOpenCalls: () => {} },
    listPaymentLinks: () => [],
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 100,
  });
  return {
    ...world,
    registry,
    async call(name, input, principal) {
      const tool = registry.get(name);
      if (!tool) throw new Error(`There is no tool named ${name}`);
      const body = buildSuccessBody(await calls.call(tool, input, principal, { requestId: 'req_test' }));
      return JSON.parse(JSON.stringify(body));
    },
  };
}
