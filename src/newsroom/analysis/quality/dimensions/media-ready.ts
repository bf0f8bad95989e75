/** Ready for media, 5 points: contact, date, company section, image. */
import type { Article } from '../article.ts';
import { FULL_DATE, IMAGES, MAIL, PHONE } from '../patterns.ts';
import type { Wording } from '../wording/wording.ts';
import { collectRanges, findFirst, type Part, type Rating, rateParts } from './rating.ts';

export function rateMediaReady(article: Article, wording: Wording): Rating {
  const contact = findFirst(article, MAIL, PHONE);
  const date = findFirst(article, FULL_DATE);
  const about = findFirst(article, [article.lexicon.about]);
  const media = findFirst(article, IMAGES, [article.lexicon.media]);
  const parts: Part[] = [
    { key: 'contact', points: contact ? 2 : 0, max: 2 },
    { key: 'full_date', points: date ? 1 : 0, max: 1 },
    { key: 'about', points: about ? 1 : 0, max: 1 },
    { key: 'media', points: media ? 1 : 0, max: 1 },
  ];
  const rating = rateParts(parts, collectRanges(contact, date, about, media));
  const missing = parts.filter(({ points, max }) => points < max).map(({ key }) => wording.parts[key]);
  const fix = missing.length > 0 ? wording.fixes.mediaReady(wording.joinList(missing)) : null;
  return { ...rating, fix, gain: 5 - rating.raw };
}
