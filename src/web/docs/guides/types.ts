/** A guide: a page that leads to something that works. */
import type { DiscoveryFacts, GuideSection } from '../../../describe/guide.ts';
import type { Registry } from '../../../kernel/registry.ts';
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
  titles: Readonly<Record<Language, string>>;
  /** In one sentence. */
  about: string;
  build(registry: Registry, facts: DiscoveryFacts): Section[];
}
