/** Chat completions in OpenAI's form: what its upstreams do alike, and places for what each does in its own way. */
import { findExtraField, readFields } from './json-fields.ts';
import { type ChatBody, type Completion, parseChatBody } from './model.ts';
import { defineTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

type Fields = ReturnType<typeof readFields>;

interface ChatTwin extends Omit<Twin, 'handle'> {
  /** Where chat is, and what is told of any other address. */
  path: RegExp;
  refusePath(request: TwinRequest): TwinReply;
  /** It runs on the operator's own host and asks for no key; the others refuse a wrong one as `bad-key` does. */
  isOpen?: boolean;
  /** What else it does, by method and path. */
  others?: readonly (readonly [RegExp, Twin['handle']])[];
  /** The fields that it documents, and how it refuses any other; default: it takes all. */
  documented?: string;
  refuseExtra?(field: string): TwinReply;
  /** A body without messages. */
  refuseBody(): TwinReply;
  answer(body: ChatBody, fields: Fields): TwinReply;
}

export function defineChatTwin(twin: ChatTwin): Twin {
  const {
    path,
    refusePath,
    isOpen = false,
    others = [],
    documented,
    refuseExtra,
    refuseBody,
    answer,
    ...common
  } = twin;
  const handle: Twin['handle'] = (request) => {
    const { method, url, headers, json } = request;
    if (!isOpen && !/^Bearer \S+$/.test(headers.authorization ?? '')) {
      return common.failures?.['bad-key']?.(request) ?? { status: 401 };
    }
    const [, other] = others.find(([route]) => route.test(`${method} ${url.pathname}`)) ?? [];
    if (other) return other(request);
    if (method !== 'POST' || !path.test(url.pathname)) return refusePath(request);
    const extra = documented === undefined ? undefined : findExtraField(json, documented);
    if (extra !== undefined && refuseExtra) return refuseExtra(extra);
    const body = parseChatBody(json);
    return body ? answer(body, readFields(json)) : refuseBody();
  };
  return defineTwin({ ...common, handle });
}

/** Additions of an upstream to the parts of a reply. */
interface Extras {
  id: string;
  finish?: string;
  message?: object;
  choice?: object;
  usage?: object;
  reply?: object;
}

export function buildChatCompletion(
  model: string,
  { content, cut, promptTokens, completionTokens }: Completion,
  { id, finish = 'stop', message, choice, usage, reply }: Extras,
): unknown {
  return {
    id,
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...message },
        finish_reason: cut ? 'length' : finish,
        ...choice,
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      ...usage,
    },
    ...reply,
  };
}

/** `GET …/models` */
export const listModels = (ids: readonly string[], owner: string, more: object = {}): TwinReply => ({
  json: {
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', created: 1_795_000_000, owned_by: owner, ...more })),
  },
});
