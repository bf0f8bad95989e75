/** What the sandbox's language model does with tasks that come as one JSON object: it sums up, and fills in forms. */
import { fieldsOf } from './fields.ts';

/** A summary of search results, or undefined when the prompt holds none. */
export function summarised(prompt: string): string | undefined {
  const { query, results } = fieldsIn(prompt);
  if (!Array.isArray(results)) return undefined;
  const titles = results.slice(0, 3).map((result: unknown, at) => `${String(fieldsOf(result).title)} [${at + 1}]`);
  return `The sandbox found ${results.length} pages about “${String(query)}”: ${titles.join('; ')}.`;
}

/** An object that fits the schema of the prompt, made from the words of its page. */
export function extracted(prompt: string): string | undefined {
  const { schema, page } = fieldsIn(prompt);
  if (schema === undefined) return undefined;
  const { title, text } = fieldsOf(page);
  // Headings and addresses are no sentences.
  const plain = String(text ?? '')
    .replace(/^#+ .*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']');
  return JSON.stringify(filled(schema, '', { title: String(title ?? ''), text: plain }));
}

interface Source {
  title: string;
  text: string;
}

function filled(schema: unknown, name: string, source: Source): unknown {
  const { type, properties, items, enum: choices } = fieldsOf(schema);
  if (Array.isArray(choices)) return choices[0];
  const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  switch (kind) {
    case 'object':
      return Object.fromEntries(
        Object.entries(fieldsOf(properties)).map(([key, member]) => [key, filled(member, key, source)]),
      );
    case 'array':
      return [filled(items, name, source)];
    case 'number':
      return Number(/\d+\.\d+/.exec(source.text)?.[0] ?? 0);
    case 'integer':
      return Number(/\b\d{4}\b/.exec(source.text)?.[0] ?? 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return /title|name|heading/i.test(name) ? source.title : sentence(source.text);
  }
}

function sentence(text: string): string {
  const plain = text
    .replace(/^#+ .*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.{1,200}?[.。]/.exec(plain)?.[0] ?? plain.slice(0, 200);
}

function fieldsIn(prompt: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(prompt));
  } catch {
    return {};
  }
}
