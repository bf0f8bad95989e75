/** People: names next to a role, an honorific or a verb of saying. */
import type { Language } from '../../../text/language.ts';
import { findEnglishPeople } from './people-en.ts';
import { findJapanesePeople } from './people-ja.ts';
import { findChinesePeople } from './people-zh.ts';
import type { PersonMention } from './person.ts';
import { keepLongest } from './types.ts';

const READERS: Readonly<Record<Language, (plain: string) => PersonMention[]>> = {
  ja: findJapanesePeople,
  zh: findChinesePeople,
  en: findEnglishPeople,
};

/** In order, none overlapping; of two readings of one place, that with a role stays. */
export function findPeople(plain: string, language: Language): PersonMention[] {
  const people = READERS[language](plain);
  const withRole = people.filter(({ role }) => role !== null);
  return keepLongest([...withRole, ...people.filter(({ role }) => role === null)]);
}
