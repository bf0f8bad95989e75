/** Prompts: the presets. */
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpPreset } from './types.ts';

const promptArguments = [
  { name: 'task', description: 'What to do.', required: false },
  { name: 'language', description: 'Language of the answer, for example en, ja or zh.', required: false },
];

export class Prompts {
  readonly list: ListPromptsResult;
  readonly #presets: ReadonlyMap<string, McpPreset>;

  constructor(presets: readonly McpPreset[]) {
    this.#presets = new Map(presets.map((preset) => [preset.id, preset]));
    this.list = {
      prompts: presets.map(({ id, name, description }) => ({
        name: id,
        title: name,
        description,
        arguments: promptArguments,
      })),
    };
  }

  get(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
    const preset = this.#presets.get(name);
    if (!preset) {
      const known = [...this.#presets.keys()].join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt. Known prompts: ${known || 'none'}`);
    }
    const { task, language } = given;
    const text = [
      preset.instructions,
      `Tools to use: ${preset.tools.join(', ')}.`,
      ...(language ? [`Answer in this language: ${language}.`] : []),
      ...(task ? [`Task: ${task}`] : []),
    ].join('\n');
    return { description: preset.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  }
}
