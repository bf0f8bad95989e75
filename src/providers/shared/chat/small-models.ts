/** Language models for small side tasks: cheap ones first, those of the operator's own host last. */

import anthropic from '../../anthropic.ts';
import cohere from '../../cohere.ts';
import deepseek from '../../deepseek.ts';
import gemini from '../../gemini.ts';
import groq from '../../groq.ts';
import llamacpp from '../../llamacpp.ts';
import mistral from '../../mistral.ts';
import ollama from '../../ollama.ts';
import openai from '../../openai.ts';
import vllm from '../../vllm.ts';
import type { ChatProvider, ChatRequest } from './chat.ts';

export interface SmallModel {
  provider: ChatProvider;
  /** Name of its model for such tasks. */
  model: string;
}

export const smallModels: readonly SmallModel[] = [
  { provider: groq, model: 'fast' },
  { provider: deepseek, model: 'chat' },
  { provider: gemini, model: 'small' },
  { provider: mistral, model: 'small' },
  { provider: cohere, model: 'small' },
  { provider: openai, model: 'generate' },
  { provider: ollama, model: 'chat' },
  { provider: llamacpp, model: 'chat' },
  { provider: vllm, model: 'chat' },
];

/** In the order in which the newsroom and the concierge choose, a dear one last. */
export const allModels: readonly SmallModel[] = [...smallModels, { provider: anthropic, model: 'generate' }];

/** The most that the helper can cost for a request, in micro-USD. */
export const computeSmallModelCeiling = ({ provider, model }: SmallModel, request: ChatRequest): number =>
  provider.ceiling({ ...request, model });
