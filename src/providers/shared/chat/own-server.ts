/** Self-hosted language-model servers: OpenAI's format, no price, and visible reasoning. */
import type { FailureKind } from '../../../kernel/errors/failure.ts';
import type { ProviderReply } from '../provider.ts';
import type { Models } from './chat.ts';
import { buildUsualFields, type ChatDefinition, defineOpenAiChat, type OpenAiStyle } from './define-chat.ts';
import { buildJsonFields, classifyChat } from './openai-style.ts';

/** A model that thinks gets this much beside the caller's `maxTokens`: it costs nothing here but time. */
const THINKING_TOKENS = 2_000;

export const FREE = { input: 0, cached: 0, output: 0 };

interface OwnStyle extends Pick<OpenAiStyle, 'findModel'> {
  /** The fields of this server that say whether the model thinks before it answers. */
  buildThinkingFields(isThinking: boolean): object;
}

type OwnServerDefinition<M extends Models> = Omit<ChatDefinition<M>, 'tier' | 'offByDefault' | 'keyFrom'>;

export function defineOwnServer<const M extends Models>(
  facts: OwnServerDefinition<M>,
  { buildThinkingFields, findModel }: OwnStyle,
) {
  const provider = defineOpenAiChat<M>(
    { ...facts, tier: 'T0', offByDefault: true },
    {
      path: ({ baseUrl }) => `${buildVersionPath(baseUrl)}/chat/completions`,
      findModel,
      countThinkingTokens: ({ model }) => (model === 'reasoner' ? THINKING_TOKENS : 0),
      choosePrice: () => FREE,
      buildFields: (request) => ({
        ...buildUsualFields(request),
        ...buildJsonFields(request),
        ...buildThinkingFields(request.model === 'reasoner'),
      }),
      classify: classifyOwn,
      clean: dropThoughts,
    },
  );
  return { ...provider, ceiling: () => 0 };
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
