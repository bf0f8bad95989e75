/** The concierge over a real ledger, the real catalogue and the sandbox; its router is the test's or the product's. */

import { join } from 'node:path';
import { type ConciergeOptions, openConcierge } from '../../../src/concierge/running/service.ts';
import type { Concierge } from '../../../src/concierge/running/types.ts';
import type { Route, Router, RouteStep } from '../../../src/concierge/types.ts';
import { readConfig } from '../../../src/config/config.ts';
import { loadProviders } from '../../../src/config/provider-files.ts';
import * as fastApi from '../../../src/fastapi/request.ts';
import { openFiles } from '../../../src/files/files.ts';
import { openOperator } from '../../../src/identity/operators/operator.ts';
import { Calls } from '../../../src/kernel/call/call.ts';
import { buildSuccessBody } from '../../../src/kernel/call/envelope.ts';
import type { CallOptions } from '../../../src/kernel/call/types.ts';
import { toFareboxError, toGatewayBody } from '../../../src/kernel/errors/errors.ts';
import type { Transport } from '../../../src/kernel/ports.ts';
import type { AccountPrincipal, Mode, Principal } from '../../../src/kernel/principal.ts';
import type { UpstreamEnvironment } from '../../../src/kernel/tool/context.ts';
import { loadRegistry, type Registry, TOOLS_FOLDER } from '../../../src/kernel/tool/registry.ts';
import { createEnvironment } from '../../../src/providers/shared/environment.ts';
import { createPageReader } from '../../../src/providers/shared/page/reader.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createQuotes } from '../../harness/context.ts';
import type { Engine } from '../../harness/databases.ts';
import { sandboxClock } from '../../harness/sandbox-clock.ts';
import { root } from '../../harness/sources.ts';
import { openWorld, silent, type World } from '../../ledger/accounts-world.ts';
import { deposit } from '../../ledger/books.ts';

/** The body as REST gives it; `status` 200 for an answer. */
export type Answer = { status: number } & Record<string, unknown>;

export interface ConciergeWorld extends World {
  registry: Registry;
  concierge: Concierge;
  /** A test account with this much, welcome credit and all. */
  payer(micros: number): Promise<AccountPrincipal>;
  smart(input: Record<string, unknown>, principal: AccountPrincipal, options?: Partial<CallOptions>): Promise<Answer>;
  call(
    tool: string,
    input: Record<string, unknown>,
    principal: Principal,
    options?: Partial<CallOptions>,
  ): Promise<Answer>;
  balanceOf(principal: AccountPrincipal): Promise<number>;
}

export interface ConciergeWorldOptions {
  router?: Router;
  createRouter?: ConciergeOptions['createRouter'];
  shared?: ConciergeOptions['shared'];
  diagnose?: ConciergeOptions['diagnose'];
  /** Stands before the sandbox. */
  transport?: (sandbox: Transport) => Transport;
  /** Providers that are not set up. */
  without?: readonly string[];
}

export async function openConciergeWorld(
  engine: Engine,
  worldOptions: ConciergeWorldOptions = {},
): Promise<ConciergeWorld> {
  const world = await openWorld(engine);
  const registry = await loadRegistry(TOOLS_FOLDER, join(root, 'presets'));
  const router = worldOptions.router ?? scripted({});
  const { createRouter = async () => router, shared, diagnose } = worldOptions;
  const { providers, ...config } = readConfig({}, await loadProviders());
  const planner = { order: config.conciergeModels, questionMicrosMax: config.conciergeModelBudgetMicros };
  const concierge = openConcierge({ registry, createRouter, shared, diagnose, planner });
  const sandbox = await createSandbox({ admit: () => {}, now: sandboxClock });
  const createEnvironmentFor = (mode: Mode): UpstreamEnvironment =>
    createEnvironment({
      mode,
      transport: worldOptions.transport?.(sandbox) ?? sandbox,
      settings: Object.fromEntries(
        Object.entries(providers.test).map(([id, facts]) => [id, worldOptions.without?.includes(id) ? null : facts]),
      ),
      observe: () => {},
    });
  const { accounts, ledger } = world;
  const pages = createPageReader();
  const quotes = createQuotes();
  const calls = new Calls({
    registry,
    ledger: ledger.calls,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    services: {
      ...Object.create(null),
      accounts,
      concierge,
      files: openFiles(ledger.database, 'https://farebox.example'),
      operator: openOperator(ledger.database),
      pages,
      quotes,
    },
    environments: { live: createEnvironmentFor('live'), test: createEnvironmentFor('test') },
    log: silent,
    metrics: { recordCall: () => {}, recordCharge: () => {}, recordRefund: () => {}, changeOpenCalls: () => {} },
    listPaymentLinks: () => [{ url: 'https://farebox.example/pay', amount: 10, currency: 'USD' }],
    inputs: { fastApi },
    quotes,
    openCallsMax: 100,
  });
  const call: ConciergeWorld['call'] = async (name, input, principal, options = {}) => {
    const tool = registry.get(name);
    if (!tool) throw new Error(`There is no tool named ${name}`);
    try {
      const result = await calls.call(tool, input, principal, { requestId: 'req_test', ...options });
      const body: unknown = buildSuccessBody(result);
      return { status: 200, ...Object(body), ...(result.replayed ? { replayed: true } : {}) };
    } catch (thrown) {
      const error = toFareboxError(thrown);
      return { status: error.status, ...toGatewayBody(error, 'req_test') };
    }
  };
  return {
    ...world,
    registry,
    concierge,
    call,
    smart: (input, principal, options) => call('smart', input, principal, options),
    async payer(micros) {
      const { principal } = await world.join('test');
      const { balanceMicros } = await accounts.readSummary(principal);
      if (micros > balanceMicros) await deposit(ledger, principal.accountId, micros - balanceMicros, 'test');
      const left = (await accounts.readSummary(principal)).balanceMicros - micros;
      if (left > 0) await world.pay(principal, 'llm-fast', left);
      return principal;
    },
    async stop() {
      await pages.close();
      await world.stop();
    },
    balanceOf: async (principal) => (await accounts.readSummary(principal)).balanceMicros,
  };
}

/** Routes by exact message; the number in a message is its entity, so that `rate 5` and `rate 7` share a template. */
export function scripted(routes: Readonly<Record<string, readonly RouteStep[]>>, confidence = 0.9): Router {
  const templateOf = (message: string): string => message.replace(/\d+/g, '#');
  const route = (message: string): Route => {
    const template = templateOf(message);
    const steps = (routes[template] ?? []).map((step) => filled(step, message));
    const alternatives = [{ tool: 'smart-search', score: 0.2 }];
    return { steps, leftOut: [], confidence, language: 'en', matched: [], alternatives, template, entities: [] };
  };
  return {
    route,
    rebind: (cached, message) => (cached.template === templateOf(message) ? cached : null),
  };
}

function filled(step: RouteStep, message: string): RouteStep {
  const number = /\d+/.exec(message)?.[0];
  if (number === undefined || !Object.hasOwn(step.input, 'amount')) return step;
  return { ...step, input: { ...step.input, amount: Number(number) } };
}
