/** A guide: a page that leads to something that works. Its words are in `src/locales/<language>/guides`. */
import type { DiscoveryInfo, GuideSection } from '../../../describe/guide.ts';
import type { Registry } from '../../../kernel/tool/registry.ts';
import type { Language } from '../../../locales/language.ts';
import type { Snippet } from '../../snippets.ts';

/** A section as it is shown. */
export interface Section extends GuideSection {
  /** The same in several languages of programs. */
  snippets?: readonly Snippet[];
  /** What comes back. */
  answer?: string;
}

/** Content of a section below its words. */
export interface Sample extends Pick<Section, 'code' | 'snippets' | 'answer' | 'items'> {
  /** Sections that follow. */
  sections?: readonly Section[];
}

export interface GuideProps {
  registry: Registry;
  facts: DiscoveryInfo;
}

export interface Guide {
  /** The last part of its address, and the name of its file. */
  id: string;
  /** By the names that its text mentions. A section whose sample is missing is left out. */
  buildSamples(props: GuideProps, language: Language): Readonly<Record<string, Sample | undefined>>;
}
