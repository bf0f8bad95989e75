/** Joins the words of a guide with its samples. */
import type { DiscoveryInfo } from '../../../describe/guide.ts';
import { toUsdText } from '../../../lib/money.ts';
import { type GuidePart, readGuide } from '../../../locales/guides.ts';
import type { Language } from '../../../locales/language.ts';
import type { Guide, GuideProps, Sample, Section } from './types.ts';

export interface GuidePage {
  title: string;
  about: string;
  sections: Section[];
}

export function buildGuide(guide: Guide, props: GuideProps, language: Language): GuidePage {
  const { title, about, parts } = readGuide(guide.id, language);
  const samples = guide.buildSamples(props, language);
  return { title, about, sections: parts.flatMap((part) => buildSections(part, samples, props.facts)) };
}

function buildSections(
  { title, text, items, links, samples: names }: GuidePart,
  samples: Readonly<Record<string, Sample | undefined>>,
  facts: DiscoveryInfo,
): Section[] {
  const own = names.flatMap((name) => samples[name] ?? []);
  if (own.length < names.length) return [];
  const fill = (line: string): string => fillFacts(line, facts);
  const { sections: _sections, items: generated = [], ...code } = Object.assign({}, ...own) satisfies Sample;
  const section: Section = { title, text: text.map(fill), items: [...items.map(fill), ...generated], links, ...code };
  return [section, ...own.flatMap(({ sections = [] }) => sections)];
}

const fillFacts = (text: string, { baseUrl, welcomeMicros, depositAmounts }: DiscoveryInfo): string =>
  text
    .replaceAll('{baseUrl}', baseUrl)
    .replaceAll('{welcome}', toUsdText(welcomeMicros))
    .replaceAll('{amounts}', depositAmounts.join(', '));
