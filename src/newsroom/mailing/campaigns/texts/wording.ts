/** The sentences of a campaign's mails. They say nothing of the news itself. */
import { formatText } from '../../../../locales/format.ts';
import { texts } from '../../../../locales/texts.ts';
import type { Language } from '../../../../text/language.ts';
import { type LetterWords, readLetterWords } from '../../../common/letters.ts';

interface Wording extends LetterWords {
  from(sender: string): string;
  /** Of an email about a release that was sent before. */
  followUp(sender: string): string;
  followUpSubject(title: string): string;
  whole: string;
  contact: string;
  files: string;
}

export function readCampaignWords(language: Language): Wording {
  const {
    sender: from,
    followUp,
    followUpSubject,
    whole,
    contactHeading: contact,
    filesHeading: files,
  } = texts('letters', language);
  // `Studio Inc.` ends a sentence by itself.
  const name = (text: string, sender: string) => formatText(text, { sender }, language).replace(/\.\.(?=\s|$)/, '.');
  return {
    ...readLetterWords(language),
    from: (sender) => name(from, sender),
    followUp: (sender) => name(followUp, sender),
    followUpSubject: (title) => formatText(followUpSubject, { title }, language),
    whole,
    contact,
    files,
  };
}
