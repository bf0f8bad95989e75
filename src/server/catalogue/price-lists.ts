/** Price lists and accounts of `farebox.yaml`: prices and terms of single customers. */
import { DEFAULT_ACCOUNT, type PriceList } from '../../config/file/accounts.ts';
import type { FareboxFile } from '../../config/file/load.ts';
import type { Problem } from '../../config/file/problems.ts';
import type { AccountTerms, AllTerms } from '../../kernel/tool/agreements.ts';
import type { ChangeTerms, RegisteredTool } from '../../kernel/tool/registry.ts';
import type { Seller } from './seller.ts';

/** Adds its mistakes to the problems. */
export function buildAgreed(
  file: FareboxFile,
  sold: readonly RegisteredTool[],
  seller: Seller,
  problems: Problem[],
): AllTerms {
  const { priceLists = {}, accounts = {}, upstreams = {} } = file;
  const names = sold.map(({ name }) => name);
  const lists = Object.entries(priceLists).map(([name, list]): [string, ChangeTerms] => {
    const path = ['priceLists', name, 'tools'];
    const unknown = Object.keys(list.tools ?? {}).filter(
      // Tools of an upstream are known once it has been asked.
      (tool) => !names.includes(tool) && !Object.keys(upstreams).some((id) => tool.startsWith(`${id}-`)),
    );
    for (const tool of unknown)
      problems.push({ path: [...path, tool], message: 'is not a tool of this server', isKey: true, names });
    for (const tool of sold) sellFromList(tool, list, seller, { path, problems });
    return [name, (tool) => sellFromList(tool, list, seller, { path, problems: [] })];
  });
  const terms = Object.entries(accounts).map(([id, { prices: list, maxPrice, keys = {} }]): [string, AccountTerms] => {
    if (list !== undefined && !Object.hasOwn(priceLists, list)) {
      const message = `names the price list ${list}, which is not under priceLists`;
      problems.push({ path: ['accounts', id, 'prices'], message });
    }
    const maxima = Object.entries(keys).flatMap(([keyId, { maxPrice: own }]): [string, number][] =>
      own === undefined ? [] : [[keyId, own]],
    );
    return [id, { list, maxPriceMicros: maxPrice, keys: new Map(maxima) }];
  });
  return {
    lists: new Map(lists),
    accounts: new Map(terms.filter(([id]) => id !== DEFAULT_ACCOUNT)),
    maxPriceMicros: accounts[DEFAULT_ACCOUNT]?.maxPrice,
  };
}

function sellFromList(
  tool: RegisteredTool,
  { discount = 0, tools = {} }: PriceList,
  seller: Seller,
  { path, problems }: { path: readonly string[]; problems: Problem[] },
): RegisteredTool {
  const entry = Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined;
  if (entry !== undefined) {
    const isPlain = typeof entry === 'number';
    const own: Problem[] = [];
    const sold = seller.sellAt(tool, isPlain ? { price: entry } : entry, { path: [...path, tool.name], problems: own });
    problems.push(...own.map((one) => (isPlain ? { ...one, path: one.path.slice(0, -1) } : one)));
    return sold;
  }
  return discount > 0 && tool.priceMicros > 0 && !tool.definition.quote ? seller.sellFor(tool, discount) : tool;
}
