/** Titles and descriptions of tools and their fields in the language of a page. English is in the tool itself. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { isRecord } from '../../lib/record.ts';
import { FALLBACK, readOptionalTexts } from '../../locales/texts.ts';

export interface ToolText {
  title: string;
  description: string;
  /** Of both: English for a tool without a translation. */
  language: string;
}

export function describeTool(tool: Pick<RegisteredTool, 'name' | 'title' | 'description'>, language: string): ToolText {
  const { name, title, description } = tool;
  const row = readOptionalTexts('tools', language)[name];
  return isRecord(row)
    ? { title: String(row.title), description: String(row.description), language }
    : { title, description, language: FALLBACK };
}

/** By its English text, which many fields share. */
export function describeField(description: string, language: string): { text: string; language: string } {
  const text = readOptionalTexts('fields', language)[description];
  return typeof text === 'string' ? { text, language } : { text: description, language: FALLBACK };
}

const otherWords = new WeakMap<RegisteredTool, string>();

/** Its names in three languages, its providers, and the models behind it. */
export function describeOtherwise(tool: RegisteredTool): string {
  const kept = otherWords.get(tool);
  if (kept !== undefined) return kept;
  const { lexicon, keywords = '', uses = [] } = tool.definition;
  const { verbs = '', nouns = '', marks = '' } = lexicon ?? {};
  const providers = uses.flatMap(({ id, title, settings }) => [
    id,
    title,
    ...Object.entries(settings).flatMap(([key, spec]) => (key.startsWith('model') ? String(spec.default ?? '') : [])),
  ]);
  const text = [verbs, nouns, marks, keywords, ...providers].join(' ').toLowerCase();
  otherWords.set(tool, text);
  return text;
}
