/** The text of `.env.example`, from the same declarations that the server reads its configuration by. */

import { type ProviderDefinition, type SettingSpec, toVariableName } from '../kernel/tool/provider.ts';
import { describeBaseUrl, toSettingVariable } from './config.ts';
import { settingInfo } from './setting-kinds.ts';
import { serverSettings } from './settings.ts';

export function formatEnvExample(providers: readonly ProviderDefinition[]): string {
  const head = [
    '# Copy to .env and take the # away from what you set. The environment wins over this file; what is',
    '# empty counts as not set. Made by `npm run env-example`.',
  ];
  return `${[...head, ...formatServerLines(), ...providers.flatMap(formatProviderLines)].join('\n')}\n`;
}

function formatServerLines(): string[] {
  let group = '';
  return Object.entries(serverSettings.shape).flatMap(([key, schema]) => {
    const facts = settingInfo.get(schema);
    if (!facts) throw new Error(`${key} is not described`);
    const heading = facts.group === group ? [] : ['', `## ${facts.group}`];
    group = facts.group;
    return [...heading, `# ${facts.about}.`, `#${toSettingVariable(key)}=${facts.default ?? ''}`];
  });
}

function formatProviderLines(facts: ProviderDefinition): string[] {
  const address: [string, SettingSpec][] = facts.baseUrl === '' ? [] : [['baseUrl', describeBaseUrl(facts)]];
  const settings = [...address, ...Object.entries(facts.settings)];
  return [
    '',
    `## ${facts.title} (${facts.tier})`,
    `# ${facts.about.replace(/\.$/, '')}.`,
    ...settings.flatMap(([key, spec]) => [
      `# ${spec.about.replace(/\.$/, '')}${spec.required && spec.default === undefined ? ' (required)' : ''}.`,
      `#${toVariableName(facts.id, key)}=${spec.default ?? ''}`,
    ]),
  ];
}
