/** Answers of tools in MCP's shape. */

import { type CallToolResult, type ContentBlock, isCallToolResult } from '@modelcontextprotocol/server';
import { buildEnvelope } from '../../kernel/call/envelope.ts';
import type { CallResult } from '../../kernel/call/types.ts';
import type { FareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Bytes } from '../../kernel/tool/reply.ts';
import { toUsdText } from '../../lib/money.ts';
import { isRecord } from '../../lib/record.ts';
import { META } from '../card.ts';
import type { Era } from '../protocol/handlers.ts';
import type { McpFiles } from '../types.ts';
import { buildSettlementMeta } from './direct-payment.ts';
import { buildErrorContent } from './error-content.ts';

/** Larger files are never put into the answer itself, unless there is no other way to deliver them. */
const INLINE_BYTES_MAX = 256_000;
/** The revision that brought resource links; older clients get the address in the text alone. */
const LINKS_SINCE = '2025-06-18';

export interface FileDelivery {
  files: McpFiles | undefined;
  inline: boolean;
  principal: Principal;
  era: Era;
  log: Log;
}

/** Text, structured content and `_meta` of a call that succeeded; what was paid for is never lost here. */
export async function buildSuccessResult(result: CallResult, delivery: FileDelivery): Promise<CallToolResult> {
  const { output } = result;
  const _meta: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(buildEnvelope(result))) _meta[`${META}${name}`] = value;
  if (result.replayed) _meta[`${META}replayed`] = true;
  Object.assign(_meta, buildSettlementMeta(result.payment, result.paymentProof));
  const paid = describePayment(result);
  const line: ContentBlock[] = paid === undefined ? [] : [{ type: 'text', text: paid }];
  if (output instanceof Bytes) return { content: [...(await buildMediaContent(output, delivery)), ...line], _meta };
  if (result.tool.definition.passThrough && isRecord(output)) return passOn(output, paid, _meta);
  const content: ContentBlock[] = [{ type: 'text', text: JSON.stringify(output) ?? 'null' }, ...line];
  if (!isRecord(output)) return { content, _meta };
  return { content, structuredContent: paid === undefined ? output : { ...output, paid }, _meta };
}

/** The upstream's own blocks, then what they cost. */
function passOn(
  output: Record<string, unknown>,
  paid: string | undefined,
  _meta: Record<string, unknown>,
): CallToolResult {
  const { content, structured, isError } = output;
  const whole = { content };
  // What was paid for is never lost, whatever form it has.
  const blocks: ContentBlock[] = isCallToolResult(whole)
    ? whole.content
    : [{ type: 'text', text: JSON.stringify(content) }];
  const structuredContent = isRecord(structured) && paid !== undefined ? { ...structured, paid } : structured;
  return {
    content: [...blocks, ...(paid === undefined ? [] : [{ type: 'text' as const, text: paid }])],
    ...(isRecord(structuredContent) ? { structuredContent } : {}),
    ...(isError === true ? { isError } : {}),
    _meta,
  };
}

/**
 * Price of the call, in a line for the model: hardly any client shows it `_meta`. Those that show structured content
 * leave the texts out, so it is in both.
 */
function describePayment({ priceMicros, balanceMicros, receipt, replayed, sandbox }: CallResult): string | undefined {
  if (priceMicros === 0) return undefined;
  const facts = [
    `${replayed ? 'Not charged again; paid before' : 'Paid'}: ${toUsdText(priceMicros)} USD${sandbox ? ' of test credit' : ''}`,
    ...(balanceMicros === null ? [] : [`balance: ${toUsdText(balanceMicros)} USD`]),
    ...(receipt ? [`call: ${receipt.callId}`] : []),
  ];
  return `${facts.join('; ')}.`;
}

/** An error of the catalogue as a tool result: a text that a model can act on, and the same object for programs. */
export function buildErrorResult(error: FareboxError, requestId: string): CallToolResult {
  const { text, structured } = buildErrorContent(error);
  return {
    isError: true,
    content: [{ type: 'text', text: `${text}\nrequestId: ${requestId}` }],
    structuredContent: structured,
    _meta: { [`${META}requestId`]: requestId },
  };
}

async function buildMediaContent(bytes: Bytes, delivery: FileDelivery): Promise<ContentBlock[]> {
  const { type, filename, data } = bytes;
  const facts = { filename, mimeType: type, size: data.byteLength };
  const url = delivery.inline && data.byteLength <= INLINE_BYTES_MAX ? undefined : await storeFile(bytes, delivery);
  if (url === undefined) return [{ type: 'text', text: JSON.stringify(facts) }, buildInlineContent(bytes)];
  const text: ContentBlock = { type: 'text', text: JSON.stringify({ ...facts, url }) };
  if (!delivery.era.modern && delivery.era.version < LINKS_SINCE) return [text];
  return [text, { type: 'resource_link', uri: url, name: filename, mimeType: type, size: data.byteLength }];
}

/** The address of the stored file; undefined when it can't be stored, so that it goes inline instead. */
async function storeFile(bytes: Bytes, { files, principal, log }: FileDelivery): Promise<string | undefined> {
  if (!files) return undefined;
  try {
    return await files.put(bytes.data, bytes.type, bytes.filename, principal);
  } catch (err) {
    log.error({ err, type: bytes.type, size: bytes.data.byteLength }, 'could not store a file, sending it inline');
    return undefined;
  }
}

function buildInlineContent({ data, type, filename }: Bytes): ContentBlock {
  const base64 = Buffer.from(data).toString('base64');
  if (type.startsWith('audio/')) return { type: 'audio', data: base64, mimeType: type };
  if (type.startsWith('image/')) return { type: 'image', data: base64, mimeType: type };
  return { type: 'resource', resource: { uri: `farebox://inline/${filename}`, mimeType: type, blob: base64 } };
}
