/** Answer of `search_tools`: matching tools with their inputs, and the next step. */
import { formatParams } from '../../describe/capabilities.ts';
import { buildExampleAddress, type McpServerInfo, mcpServers } from '../../describe/mcp-servers.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { McpServerName } from '../../kernel/tool/toolset.ts';
import { toUsd, toUsdText } from '../../lib/money.ts';
import { truncate } from '../../text/truncate.ts';
import { isListed } from './visibility.ts';

/** Limit of an answer, about 600 tokens of a model; further tools are only named. */
const RESULTS_CHARACTERS_MAX = 1_600;
const DESCRIPTION_CHARACTERS_MAX = 140;
const INPUT_CHARACTERS_MAX = 400;

const STAR = '* marks required fields.';
const CALL_BY_NAME = `Call a tool by its name. ${STAR}`;
const CALL_ANY = `Call a tool by its name if your list shows it, otherwise with call_tool. ${STAR}`;
const NONE_OF_CATEGORY = 'No tool of this category fits. Search without a category or in other words.';
const NONE = 'No tool fits. Search in other words';

interface SearchResult {
  name: string;
  description: string;
  /** USD a call. */
  price: number;
  input: string;
}

export interface Situation {
  server: McpServerName;
  /** Public address of all servers. */
  baseUrl: string;
  hasKey: boolean;
  hasCategory: boolean;
  /** Whether the caller may ask for whole requests in words. */
  hasSmart: boolean;
  /** Whether live keys get answers of it. */
  isLive(tool: RegisteredTool): boolean;
}

/** `here`: tools that fit and that this server has, as many as were asked for; `elsewhere`: what fits on others. */
export function buildSearchAnswer(
  here: readonly RegisteredTool[],
  elsewhere: readonly RegisteredTool[],
  situation: Situation,
): Record<string, unknown> {
  const { results, more } = fitResults(here);
  const other = elsewhere.find(situation.isLive) ?? elsewhere[0];
  const steps = [
    ...(results.length > 0 ? [situation.server === 'proxy' ? CALL_ANY : CALL_BY_NAME] : []),
    ...(other ? [tellPlace(other, results.length > 0, situation)] : []),
  ];
  const next = steps.length > 0 ? steps.join(' ') : tellNothing(situation);
  return { results, ...(more.length > 0 ? { more } : {}), next };
}

/** Server on which another tool is available. */
function tellPlace(tool: RegisteredTool, isFurther: boolean, { baseUrl, hasKey, isLive }: Situation): string {
  const fits = isFurther ? 'fits too' : 'fits';
  if (isListed(tool, 'debug')) {
    const [name = tool.name] = tool.definition.aliases ?? [];
    return `${name} ${fits}: it is on the server ${findAddress('debug', baseUrl)}, free and without a key.`;
  }
  const price = tool.priceMicros > 0 ? `$${toUsdText(tool.priceMicros)} per call` : 'free';
  const sandbox = hasKey || isLive(tool) ? '' : ' For now it works only with test keys, in the sandbox.';
  return `${tool.name} ${fits}, ${price}: it is on the server ${tellPaid(baseUrl, hasKey)}.${sandbox}`;
}

function tellNothing({ server, baseUrl, hasKey, hasCategory, hasSmart }: Situation): string {
  if (hasCategory) return NONE_OF_CATEGORY;
  if (!hasSmart) return `${NONE}.`;
  if (server === 'proxy')
    return `${NONE}, or send the whole request to smart in plain words. It chooses tools; maxPrice limits the cost.`;
  return `${NONE}, or send the whole request in plain words to smart: it is on the server ${tellPaid(baseUrl, hasKey)}.`;
}

const tellPaid = (baseUrl: string, hasKey: boolean): string =>
  hasKey
    ? `${findAddress('proxy', baseUrl)}, which accepts your key`
    : `${findAddress('proxy', baseUrl)}, which the user can add with a key from account-create`;

function findAddress(name: McpServerName, baseUrl: string): string {
  const facts = mcpServers.find((server: McpServerInfo) => server.name === name);
  return facts ? buildExampleAddress(facts, baseUrl) : baseUrl;
}

/** Results as far as the answer has room for them, at least one, and the names of the others. */
function fitResults(tools: readonly RegisteredTool[]): { results: SearchResult[]; more: string[] } {
  const results: SearchResult[] = [];
  let room = RESULTS_CHARACTERS_MAX;
  for (const tool of tools) {
    const result = buildResult(tool);
    room -= JSON.stringify(result).length;
    if (room < 0 && results.length > 0) break;
    results.push(result);
  }
  return { results, more: tools.slice(results.length).map(({ name }) => name) };
}

function buildResult({ name, description, priceMicros, inputSchema }: RegisteredTool): SearchResult {
  return {
    name,
    description: cut(description, DESCRIPTION_CHARACTERS_MAX),
    price: toUsd(priceMicros),
    input: cut(formatParams(inputSchema), INPUT_CHARACTERS_MAX),
  };
}

const cut = (text: string, length: number): string => truncate(text, length, '…');
