/** Terms of single callers: prices of their own, and the most that a call costs without a stated maximum. */
import type { Micros } from '../../lib/money.ts';
import type { Principal } from '../principal.ts';
import type { Registry } from './context.ts';
import { type ChangeTerms, createRegistry } from './registry.ts';

export interface Agreements {
  /** The tools at the prices of this caller. */
  registryFor(principal: Principal): Registry;
  /** Undefined: the flat price. */
  findMaxPrice(principal: Principal): Micros | undefined;
}

export interface AccountTerms {
  /** Name of a price list. */
  list?: string | undefined;
  maxPriceMicros?: Micros | undefined;
  /** By id of the key. */
  keys: ReadonlyMap<string, Micros>;
}

export interface AllTerms {
  lists: ReadonlyMap<string, ChangeTerms>;
  /** By id of the account. */
  accounts: ReadonlyMap<string, AccountTerms>;
  /** Of all other accounts. */
  maxPriceMicros: Micros | undefined;
}

export interface ChangingAgreements extends Agreements {
  set(terms: AllTerms): void;
}

const NO_TERMS: AllTerms = { lists: new Map(), accounts: new Map(), maxPriceMicros: undefined };

interface View {
  /** What it was made from. */
  tools: Registry['tools'];
  registry: Registry;
}

export function createAgreements(registry: Registry): ChangingAgreements {
  let terms = NO_TERMS;
  const views = new Map<string, View>();
  const openView = (list: string): Registry => {
    const change = terms.lists.get(list);
    if (!change) return registry;
    const existing = views.get(list);
    if (existing?.tools === registry.tools) return existing.registry;
    const tools = registry.tools.map((tool) => change(tool) ?? tool);
    const view = { ...createRegistry(tools, new Map(registry.toolsets)), presets: registry.presets };
    views.set(list, { tools: registry.tools, registry: view });
    return view;
  };
  return {
    registryFor(principal) {
      if (terms.lists.size === 0 || !('accountId' in principal)) return registry;
      const list = terms.accounts.get(principal.accountId)?.list;
      return list === undefined ? registry : openView(list);
    },
    findMaxPrice(principal) {
      if (principal.kind !== 'account') return undefined;
      const own = terms.accounts.get(principal.accountId);
      return own?.keys.get(principal.keyId) ?? own?.maxPriceMicros ?? terms.maxPriceMicros;
    },
    set(next) {
      terms = next;
      views.clear();
    },
  };
}
