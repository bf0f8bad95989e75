/** The text of `.env.example`, from the same declarations that the server reads its configuration by. */

import { type ProviderFacts, type SettingSpec, variableName } from '../kernel/provider.ts';
import { baseUrlOf, settingVariable } from './config.ts';
import { settingFacts } from './setting-kinds.ts';
import { serverSettings } from './settings.ts';

export function envExample(providers: readonly ProviderFacts[]): string {
  const head = [
    '# Copy to .env and take the # away from what you set. The environment wins over this file; what is',
    '# empty counts as not set. Made by `npm run env-example`.',
  ];
  return `${[...head, ...serverLines(), ...providers.flatMap(providerLines)].join('\n')}\n`;
}

function serverLines(): string[] {
  let group = '';
  return Object.entries(serverSettings.shape).flatMap(([key, schema]) => {
    const facts = settingFacts.get(schema);
    if (!facts) throw new Error(`${key} is not described`);
    const heading = facts.group === group ? [] : ['', `## ${facts.group}`];
    group = facts.group;
    return [...heading, `# ${facts.about}.`, `#${settingVariable(key)}=${facts.default ?? ''}`];
  });
}

function providerLines(facts: ProviderFacts): string[] {
  const address: [string, SettingSpec][] = facts.baseUrl === '' ? [] : [['baseUrl', baseUrlOf(facts)]];
  const settings = [...address, ...Object.entries(facts.settings)];
  return [
    '',
    `## ${facts.title} (${facts.tier})`,
    `# ${facts.about.replace(/\.$/, '')}.`,
    ...settings.flatMap(([key, spec]) => [
      `# ${spec.about.replace(/\.$/, '')}${spec.required && spec.default === undefined ? ' (required)' : ''}.`,
      `#${variableName(facts.id, key)}=${spec.default ?? ''}`,
    ]),
  ];
}
