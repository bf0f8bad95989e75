/** Answers of tools in MCP's shape. */

import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { buildEnvelope } from '../kernel/envelope.ts';
import { type FareboxError, toMcpErrorContent } from '../kernel/errors.ts';
import type { Log } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import { isRecord } from '../kernel/record.ts';
import { Bytes } from '../kernel/reply.ts';
import type { CallResult } from '../kernel/types.ts';
import { META } from './card.ts';
import type { Era } from './protocol/handlers.ts';
import type { McpMedia } from './types.ts';

/** Larger media are never put into the answer itself, unless there is no other way to deliver them. */
const INLINE_BYTES_MAX = 256_000;
/** The revision that brought resource links; older clients get the address in the text alone. */
const LINKS_SINCE = '2025-06-18';

export interface MediaDelivery {
  media: McpMedia | undefined;
  inline: boolean;
  principal: Principal;
  era: Era;
  log: Log;
}

/** Text, structured content and `_meta` of a call that succeeded; what was paid for is never lost here. */
export async function buildSuccessResult(result: CallResult, delivery: MediaDelivery): Promise<CallToolResult> {
  const { output } = result;
  const _meta: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(buildEnvelope(result))) _meta[`${META}${name}`] = value;
  if (result.replayed) _meta[`${META}replayed`] = true;
  if (output instanceof Bytes) return { content: await buildMediaContent(output, delivery), _meta };
  const content: ContentBlock[] = [{ type: 'text', text: JSON.stringify(output) ?? 'null' }];
  return isRecord(output) ? { content, structuredContent: output, _meta } : { content, _meta };
}

/** An error of the catalogue as a tool result: a text that a model can act on, and the same object for programs. */
export function buildErrorResult(error: FareboxError, requestId: string): CallToolResult {
  const { text, structured } = toMcpErrorContent(error);
  return {
    isError: true,
    content: [{ type: 'text', text: `${text}\nrequestId: ${requestId}` }],
    structuredContent: structured,
    _meta: { [`${META}requestId`]: requestId },
  };
}

async function buildMediaContent(bytes: Bytes, delivery: MediaDelivery): Promise<ContentBlock[]> {
  const { type, filename, data } = bytes;
  const facts = { filename, mimeType: type, size: data.byteLength };
  const url = delivery.inline && data.byteLength <= INLINE_BYTES_MAX ? undefined : await storeMedia(bytes, delivery);
  if (url === undefined) return [{ type: 'text', text: JSON.stringify(facts) }, buildInlineContent(bytes)];
  const text: ContentBlock = { type: 'text', text: JSON.stringify({ ...facts, url }) };
  if (!delivery.era.modern && delivery.era.version < LINKS_SINCE) return [text];
  return [text, { type: 'resource_link', uri: url, name: filename, mimeType: type, size: data.byteLength }];
}

/** The address of the stored file; undefined when it can't be stored, so that it goes inline instead. */
async function storeMedia(bytes: Bytes, { media, principal, log }: MediaDelivery): Promise<string | undefined> {
  if (!media) return undefined;
  try {
    return await media.put(bytes.data, bytes.type, bytes.filename, principal);
  } catch (err) {
    log.error({ err, type: bytes.type, size: bytes.data.byteLength }, 'media could not be stored, sent inline');
    return undefined;
  }
}

function buildInlineContent({ data, type, filename }: Bytes): ContentBlock {
  const base64 = Buffer.from(data).toString('base64');
  if (type.startsWith('audio/')) return { type: 'audio', data: base64, mimeType: type };
  if (type.startsWith('image/')) return { type: 'image', data: base64, mimeType: type };
  return { type: 'resource', resource: { uri: `farebox://inline/${filename}`, mimeType: type, blob: base64 } };
}
