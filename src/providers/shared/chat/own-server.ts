/** What language-model servers on the operator's own host share: OpenAI's style, no price, and thinking that shows. */

import type { FailureKind } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderFacts, SettingSpec } from '../../../kernel/tool/provider.ts';
import { type ProviderReply, settingsOf } from '../provider.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';
import { buildJsonFields, buildMessages, classifyChat, requestChatCompletion } from './openai-style.ts';

/** A model that thinks gets this much beside the caller's `maxTokens`: it costs nothing here but time. */
const THINKING_TOKENS = 2_000;

export const FREE = { input: 0, cached: 0, output: 0 };

export const ownKey: SettingSpec = { kind: 'secret', about: 'Key, when the server asks for one' };

export interface OwnModel {
  id: string;
  /** Whether it shall think before it answers. */
  isThinking: boolean;
  /** Fields of this server that say so. */
  fields: Readonly<Record<string, unknown>>;
}

/** One answer to one prompt. */
export async function chatWithOwnServer(
  facts: ProviderFacts,
  request: ChatRequest,
  { id, isThinking, fields }: OwnModel,
  ctx: CallContext,
): Promise<ChatAnswer> {
  const { baseUrl, apiKey } = settingsOf(facts, ctx);
  return await requestChatCompletion(facts, ctx, {
    path: `${buildVersionPath(baseUrl)}/chat/completions`,
    apiKey,
    price: FREE,
    body: {
      model: id,
      messages: buildMessages(request),
      max_tokens: request.maxTokens + (isThinking ? THINKING_TOKENS : 0),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...buildJsonFields(request),
      ...fields,
    },
    classify: classifyOwn,
    clean: dropThoughts,
  });
}

/** The address is often written without the version at its end. */
export const buildVersionPath = (baseUrl = ''): string => (/\/v\d+\/?$/.test(baseUrl) ? '' : '/v1');

/** A model that nobody has loaded is told as 404. */
export const classifyOwn = (reply: ProviderReply): FailureKind | undefined =>
  reply.status === 404 && /model/i.test(reply.text) ? 'retired' : classifyChat(reply);

/** Servers that don't know how a model marks its thoughts leave them in the answer; half of one is no answer. */
function dropThoughts(content: string): string {
  return content.replace(/^\s*<think>(?:[\s\S]*?<\/think>\s*|[\s\S]*$)/, '');
}
