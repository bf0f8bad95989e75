/** The sentences of a campaign's mails. They say nothing of the news itself. */
import { formatText } from '../../../../locales/format.ts';
import { texts } from '../../../../locales/texts.ts';
import type { Language } from '../../../../text/language.ts';
import { type LetterWords, readLetterWords } from '../../../common/letters.ts';

interface Wording extends LetterWords {
  from(sender: string): string;
  whole: string;
  contact: string;
}

export function readCampaignWords(language: Language): Wording {
  const { sender: from, whole, contactHeading: contact } = texts('letters', language);
  return {
    ...readLetterWords(language),
    // `Studio Inc.` ends a sentence by itself.
    from: (sender) => formatText(from, { sender }, language).replace(/\.\.$/, '.'),
    whole,
    contact,
  };
}
