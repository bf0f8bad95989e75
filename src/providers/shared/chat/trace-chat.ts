/** Span of one request to a language model, by the conventions for generative AI; never with its texts. */
import type { TraceContext, Tracing } from '../../../kernel/tracing.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';

interface ChatToTrace {
  provider: string;
  model: string;
  request: ChatRequest;
  parent: TraceContext | undefined;
}

export function traceChat(
  tracing: Tracing,
  { provider, model, request, parent }: ChatToTrace,
  ask: (span: TraceContext) => Promise<ChatAnswer>,
): Promise<ChatAnswer> {
  const facts = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': request.maxTokens,
    'gen_ai.request.temperature': request.temperature,
  };
  return tracing.run({ name: `chat ${model}`, kind: 'client', facts, parent }, async (span) => {
    const answer = await ask(span);
    const { inputTokens, outputTokens } = answer.usage;
    span.add({
      'gen_ai.response.model': answer.model,
      'gen_ai.response.finish_reason': answer.finishReason,
      'gen_ai.usage.input_tokens': inputTokens ?? undefined,
      'gen_ai.usage.output_tokens': outputTokens ?? undefined,
    });
    return answer;
  });
}
