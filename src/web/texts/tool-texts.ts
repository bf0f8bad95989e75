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
