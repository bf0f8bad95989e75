/** The sandbox's language model: it translates when told to, knows a few facts, and says so where it knows nothing. */
import { fieldsOf } from './fields.ts';
import { translated } from './phrases.ts';

/** A request in the OpenAI style, as far as a twin looks at it. */
export interface ChatBody {
  model: string;
  messages: { role: string; content: string }[];
}

/** What the model writes. */
export function written({ model, messages }: ChatBody): string {
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  return (/translat/i.test(system) ? translation(prompt) : undefined) ?? fact(prompt) ?? acknowledged(prompt, model);
}

/** The request's body, or null when it is none; a sentence tells which field is wrong. */
export function chatBody(json: unknown): ChatBody | null {
  if (typeof json !== 'object' || json === null || !('model' in json) || !('messages' in json)) return null;
  const { model, messages } = json;
  if (typeof model !== 'string' || !Array.isArray(messages) || messages.length === 0) return null;
  const read = messages.map((message: unknown) => {
    const { role, content } = fieldsOf(message);
    return { role: String(role), content: typeof content === 'string' ? content : '' };
  });
  return { model, messages: read };
}

/** About four letters a token, or one sign of a script without spaces. */
export function tokensIn(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return Math.max(1, dense + Math.ceil((text.length - dense) / 4));
}

/** The beginning of a text that fits into so many tokens. */
export function cutToTokens(text: string, tokens: number): { text: string; cut: boolean } {
  if (tokensIn(text) <= tokens) return { text, cut: false };
  let end = text.length;
  while (end > 0 && tokensIn(text.slice(0, end)) > tokens) end = Math.floor(end * 0.9);
  return { text: text.slice(0, end), cut: true };
}

const codes: Readonly<Record<string, string>> = {
  english: 'EN',
  japanese: 'JA',
  chinese: 'ZH',
  korean: 'KO',
  french: 'FR',
  german: 'DE',
  spanish: 'ES',
  italian: 'IT',
  portuguese: 'PT',
  russian: 'RU',
};

function translation(prompt: string): string | undefined {
  try {
    const { text, to } = fieldsOf(JSON.parse(prompt));
    const language =
      String(to)
        .toLowerCase()
        .match(/[a-z]+$/)?.[0] ?? '';
    const done = translated(String(text), codes[language] ?? String(to));
    return JSON.stringify({ translation: done.text, source_lang: done.from.toLowerCase() });
  } catch {
    return undefined;
  }
}

const facts: readonly (readonly [RegExp, string])[] = [
  [/capital of japan/i, 'The capital of Japan is Tokyo.'],
  [/capital of france/i, 'The capital of France is Paris.'],
  [/日本の首都/, '日本の首都は東京です。'],
  [/中国的首都/, '中国的首都是北京。'],
  [
    /http 402|payment required/i,
    'HTTP 402 means that the server understood the request but wants to be paid before it answers.',
  ],
  [
    /model context protocol|\bmcp\b/i,
    'The Model Context Protocol lets a model find and call tools on a server in one common form.',
  ],
];

const fact = (prompt: string): string | undefined => facts.find(([asked]) => asked.test(prompt))?.[1];

function acknowledged(prompt: string, model: string): string {
  const asked = prompt.trim().slice(0, 200);
  return `This is the sandbox, standing in for ${model}. You asked: “${asked}”. With a live key the model itself answers.`;
}
