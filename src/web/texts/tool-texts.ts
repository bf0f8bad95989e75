/** Titles and descriptions of tools in the language of a page. English is in the tool itself. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { isRecord } from '../../lib/record.ts';
import { FALLBACK, readOptionalTexts } from './texts.ts';

export interface ToolText {
  title: string;
  description: string;
  /** Of both: English for a tool without a translation. */
  language: string;
}

export function describeTool({ name, title, description }: RegisteredTool, language: string): ToolText {
  const row = readOptionalTexts('tools', language)[name];
  return isRecord(row)
    ? { title: String(row.title), description: String(row.description), language }
    : { title, description, language: FALLBACK };
}
