/** Completions of arguments by their name: languages, tools, presets. */
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { Registry } from '../kernel/tool/registry.ts';
import { isVisibleTool } from './search/visibility.ts';
import type { McpPreset } from './types.ts';

/** The protocol allows no more. */
const VALUES_MAX = 100;

const languages = 'en ja zh ko de fr es it pt nl pl ru uk sv da fi nb cs el tr ar he hi id vi th'.split(' ');

export class Completions {
  readonly #values: Readonly<Record<string, readonly string[]>>;

  constructor(registry: Registry, presets: readonly McpPreset[]) {
    const tools = registry.tools.filter(isVisibleTool).map(({ name }) => name);
    this.#values = { language: languages, tool: tools, name: tools, preset: presets.map(({ id }) => id) };
  }

  complete({ argument }: CompleteRequestParams): CompleteResult {
    const candidates = Object.hasOwn(this.#values, argument.name) ? (this.#values[argument.name] ?? []) : [];
    const typed = argument.value.toLowerCase();
    const begins = candidates.filter((value) => value.startsWith(typed));
    const contains = candidates.filter((value) => !value.startsWith(typed) && value.includes(typed));
    const values = [...begins, ...contains];
    return {
      completion: { values: values.slice(0, VALUES_MAX), total: values.length, hasMore: values.length > VALUES_MAX },
    };
  }
}
