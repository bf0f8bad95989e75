/** The sandbox's language model: it translates when told to, knows a few facts, and says so where it knows nothing. */

import { truncate } from '../../text/truncate.ts';
import { readFields } from './json-fields.ts';
import { translateText } from './phrases.ts';
import { extractObject, summarize } from './tasks.ts';

/** A request in the OpenAI style, as far as a twin looks at it. */
export interface ChatBody {
  model: string;
  messages: ChatMessage[];
}

export interface ChatMessage {
  role: string;
  content: string;
  /** Pictures in it, as data addresses. */
  images?: string[];
}

/** Text of the model. */
export function writeAnswer({ model, messages }: ChatBody): string {
  const user = messages.findLast(({ role }) => role === 'user');
  const prompt = user?.content ?? '';
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const [image] = user?.images ?? [];
  if (image !== undefined) return describeImage(image, `${system} ${prompt}`);
  return answerTask(system, prompt) ?? findFact(prompt) ?? acknowledge(prompt, model);
}

function answerTask(system: string, prompt: string): string | undefined {
  if (/translat/i.test(system)) return answerTranslation(prompt);
  if (/^you summarize/i.test(system)) return summarize(prompt);
  return /^you extract data/i.test(system) ? extractObject(prompt) : undefined;
}

/** The request's body, or null when it is none; a sentence tells which field is wrong. */
export function parseChatBody(json: unknown): ChatBody | null {
  if (typeof json !== 'object' || json === null || !('model' in json) || !('messages' in json)) return null;
  const { model, messages } = json;
  if (typeof model !== 'string' || !Array.isArray(messages) || messages.length === 0) return null;
  const read = messages.map((message: unknown) => {
    const { role, content } = readFields(message);
    return { role: String(role), ...readContent(content) };
  });
  return { model, messages: read };
}

/** Text alone, or parts of text and pictures. */
function readContent(content: unknown): Pick<ChatMessage, 'content' | 'images'> {
  if (!Array.isArray(content)) return { content: typeof content === 'string' ? content : '' };
  const parts = content.map(readFields);
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []));
  const images = parts.flatMap(({ image_url }) => {
    const { url = image_url } = readFields(image_url);
    return typeof url === 'string' ? url : [];
  });
  return { content: texts.join('\n'), images };
}

/** An answer before an upstream puts it into its own form. Thinking comes first, out of the same budget. */
export interface Completion {
  content: string;
  /** The budget ended it. */
  cut: boolean;
  promptTokens: number;
  /** Thinking included. */
  completionTokens: number;
  thinkingTokens: number;
}

export function completeChat(body: ChatBody, budget: number, thinking = 0): Completion {
  return completeText(writeAnswer(body), budget, countTokens(JSON.stringify(body.messages)), thinking);
}

/** The same for a given text. */
export function completeText(text: string, budget: number, promptTokens: number, thinking = 0): Completion {
  const thinkingTokens = Math.min(budget, thinking);
  const { text: content, cut } = cutToTokens(text, budget - thinkingTokens);
  const completionTokens = thinkingTokens + (content === '' ? 0 : countTokens(content));
  return { content, cut, promptTokens, completionTokens, thinkingTokens };
}

/** About four letters a token, or one sign of a script without spaces. */
export function countTokens(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return Math.max(1, dense + Math.ceil((text.length - dense) / 4));
}

/** The beginning of a text that fits into so many tokens. */
export function cutToTokens(text: string, tokens: number): { text: string; cut: boolean } {
  if (countTokens(text) <= tokens) return { text, cut: false };
  let end = text.length;
  while (end > 0 && countTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.9);
  return { text: truncate(text, end), cut: true };
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

function answerTranslation(prompt: string): string | undefined {
  try {
    const { text, to } = readFields(JSON.parse(prompt));
    const language =
      String(to)
        .toLowerCase()
        .match(/(?<![a-z])[a-z]+$/)?.[0] ?? '';
    const translation = translateText(String(text), codes[language] ?? String(to));
    return JSON.stringify({ translation: translation.text, source_lang: translation.from.toLowerCase() });
  } catch {
    return undefined;
  }
}

/** Description of a picture: its format, in the language of the request. */
function describeImage(image: string, text: string): string {
  const [, type = 'unknown', data = ''] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(image) ?? [];
  const bytes = Math.floor((data.replace(/(?<!=)=+$/, '').length * 3) / 4);
  if (/in Japanese/i.test(text)) return `サンドボックスの画像です。形式は${type}、大きさは${bytes}バイトです。`;
  if (/in Chinese/i.test(text)) return `这是沙盒中的图片，格式为${type}，大小为${bytes}字节。`;
  return `A picture in the sandbox, of type ${type} and ${bytes} bytes. With a live key a model looks at it.`;
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

const findFact = (prompt: string): string | undefined => facts.find(([asked]) => asked.test(prompt))?.[1];

function acknowledge(prompt: string, model: string): string {
  const text = truncate(prompt.trim(), 200);
  return `This is the sandbox, standing in for ${model}. You asked: “${text}”. With a live key the model itself answers.`;
}
