/** Sandbox language model for JSON tasks: summaries and forms. */

import { truncate } from '../../text/truncate.ts';
import { readFields } from './json-fields.ts';

/** A summary of search results, or undefined when the prompt holds none. */
export function summarize(prompt: string): string | undefined {
  const { query, results } = parseFields(prompt);
  if (!Array.isArray(results)) return undefined;
  const titles = results.slice(0, 3).map((result: unknown, at) => `${String(readFields(result).title)} [${at + 1}]`);
  return `The sandbox found ${results.length} pages about “${String(query)}”: ${titles.join('; ')}.`;
}

/** An object that fits the schema of the prompt, made from the words of its page. */
export function extractObject(prompt: string): string | undefined {
  const { schema, page } = parseFields(prompt);
  if (schema === undefined) return undefined;
  const { title, text } = readFields(page);
  // Headings and addresses are no sentences.
  const plain = String(text ?? '')
    .replace(/^#+ .*$/gm, '')
    .replace(/\]\([^()]*\)/g, ']');
  return JSON.stringify(fillSchema(schema, '', { title: String(title ?? ''), text: plain }));
}

interface Source {
  title: string;
  text: string;
}

function fillSchema(schema: unknown, name: string, source: Source): unknown {
  const { type, properties, items, enum: choices } = readFields(schema);
  if (Array.isArray(choices)) return choices[0];
  const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  switch (kind) {
    case 'object':
      return Object.fromEntries(
        Object.entries(readFields(properties)).map(([key, member]) => [key, fillSchema(member, key, source)]),
      );
    case 'array':
      return [fillSchema(items, name, source)];
    case 'number':
      return Number(/(?<!\d)\d+\.\d+/.exec(source.text)?.[0] ?? 0);
    case 'integer':
      return Number(/\b\d{4}\b/.exec(source.text)?.[0] ?? 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return /title|name|heading/i.test(name) ? source.title : firstSentence(source.text);
  }
}

function firstSentence(text: string): string {
  const plain = text
    .replace(/^#+ .*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.{1,200}?[.。]/.exec(plain)?.[0] ?? truncate(plain, 200);
}

function parseFields(prompt: string): Readonly<Record<string, unknown>> {
  try {
    return readFields(JSON.parse(prompt));
  } catch {
    return {};
  }
}
