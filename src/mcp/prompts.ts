/** Prompts: the presets, each where its tools can be called: listed, or reached through `call_tool`. */
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpPreset } from './types.ts';

const promptArguments = [
  { name: 'task', description: 'Task to carry out.', required: false },
  { name: 'language', description: 'Language of the answer, e.g. en, ja or zh.', required: false },
];

const CALL_TOOL = 'call_tool';

export class Prompts {
  readonly #presets: readonly McpPreset[];

  constructor(presets: readonly McpPreset[]) {
    this.#presets = presets;
  }

  /** `listed`: names of the tools that this caller's list shows. */
  list(listed: ReadonlySet<string>): ListPromptsResult {
    return {
      prompts: this.#findUsable(listed).map(({ id, name, description }) => ({
        name: id,
        title: name,
        description,
        arguments: promptArguments,
      })),
    };
  }

  get(name: string, values: Readonly<Record<string, string>>, listed: ReadonlySet<string>): GetPromptResult {
    const usable = this.#findUsable(listed);
    const preset = usable.find(({ id }) => id === name);
    if (!preset) {
      const ids = usable.map(({ id }) => id).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt. Known prompts: ${ids || 'none'}`);
    }
    const { task, language } = values;
    const text = [
      preset.instructions,
      ...nameTools(preset.tools, listed),
      ...(language ? [`Answer in this language: ${language}.`] : []),
      ...(task ? [`Task: ${task}`] : []),
    ].join('\n');
    return { description: preset.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  }

  #findUsable(listed: ReadonlySet<string>): McpPreset[] {
    return this.#presets.filter(({ tools }) => listed.has(CALL_TOOL) || tools.every((tool) => listed.has(tool)));
  }
}

/** Several clients refuse a name that their list does not show. */
function nameTools(tools: readonly string[], listed: ReadonlySet<string>): string[] {
  const names = tools.filter((tool) => listed.has(tool));
  const others = tools.filter((tool) => !listed.has(tool));
  return [
    ...(names.length > 0 ? [`Tools to use: ${names.join(', ')}.`] : []),
    ...(others.length > 0 ? [`Tools to use through ${CALL_TOOL}: ${others.join(', ')}.`] : []),
  ];
}
