/** Phrases of letters to editors, shared by campaigns and pitches. They say nothing about the news itself. */
import { formatText } from '../../locales/format.ts';
import { texts } from '../../locales/texts.ts';
import type { Language } from '../../text/language.ts';

export interface LetterWords {
  subject(title: string): string;
  /** To a desk, or to a person. */
  greeting(name: string, isPerson: boolean): string;
  link: string;
  embargo(time: string): string;
  bullet: string;
}

export function readLetterWords(language: Language): LetterWords {
  const { subject, greetingPerson, greetingOutlet, link, embargo, bullet } = texts('letters', language);
  return {
    subject: (title) => formatText(subject, { title }, language),
    greeting: (name, isPerson) => formatText(isPerson ? greetingPerson : greetingOutlet, { name }, language),
    link,
    embargo: (time) => formatText(embargo, { time }, language),
    bullet,
  };
}
