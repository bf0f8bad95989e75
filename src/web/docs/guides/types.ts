/** A guide: a page that leads to something that works. */
import type { DiscoveryInfo, GuideSection } from '../../../describe/guide.ts';
import type { Registry } from '../../../kernel/tool/registry.ts';
import type { Language } from '../../language.ts';
import type { Snippet } from '../../snippets.ts';

export interface Section extends GuideSection {
  /** The same in several languages of programs. */
  snippets?: readonly Snippet[];
  /** What comes back. */
  answer?: string;
}

export interface Guide {
  /** The last part of its address. */
  id: string;
  titles: Readonly<Record<string, string>> & { en: string };
  /** In one sentence. */
  about: string;
  build(registry: Registry, facts: DiscoveryInfo): Section[];
}

export interface SectionWords {
  title: string;
  text: readonly string[];
  /** Absent where they are made from the catalogue, whose words are English. */
  items?: readonly string[];
  /** Title and note of each. */
  links?: readonly (readonly [title: string, note: string])[];
}

export interface GuideWords {
  about: string;
  /** By the English title. */
  sections: Readonly<Record<string, SectionWords>>;
}

export interface GuideTranslation {
  answer: string;
  /** What stands above the configuration of a client. */
  run: string;
  /** `$1`: the file. */
  inFile: string;
  guides: Readonly<Record<string, GuideWords>>;
}
