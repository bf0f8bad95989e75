/** Extracts entities from a part of a message: money, URLs, directions and lists. */
import { findFields, findSelector } from './markup.ts';
import type { Reading } from './message.ts';
import { type CurrencyAt, findCoins, findCurrencies } from './money.ts';
import type { Span } from './spans.ts';

/** Subjects of a part of a message besides its words. */
export interface Facts {
  currencies: readonly CurrencyAt[];
  coins: readonly { id: string; start: number; end: number }[];
  spans: readonly Span[];
  images: readonly Span[];
  sounds: readonly Span[];
  pages: readonly Span[];
  hasText: boolean;
  /** From where to where. */
  hasJourney: boolean;
  /** A CSS selector is written beside the address of a page. */
  selector: boolean;
  /** Several things are named beside the address of a page. */
  hasList: boolean;
}

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|tiff?|avif|heic|svg)(?:[?#]|$)/i;
const SOUND = /\.(?:mp3|wav|flac|ogg|oga|m4a|webm|aac|opus|mp4|mpga|amr|wma|mov)(?:[?#]|$)/i;

export function isImage({ value }: Span): boolean {
  return IMAGE.test(readPath(value));
}

export function isSound({ value }: Span): boolean {
  return SOUND.test(readPath(value));
}

const readPath = (url: string): string => url.replace(/[?#].*$/, '');

const JOURNEY = [
  /how far (?:away )?(?:is )?[^.;!?]{2,60}? from [^ .;!?]/,
  /(?:on foot|by (?:car|bike|bicycle|taxi)|walking|driving|cycling)[,:]? [^.;!?]{1,60}? to [^ .;!?]/,
  /[^ .;!?] to [^.;!?]{1,60}? (?:on foot|by (?:car|bike|bicycle|taxi))(?![a-z])/,
  /(?:^|[^a-z])from [^,.;!?]{1,80}? (?:to|towards|till|until) [^,.;!?]/,
  /(?:^|[^a-z])(?:to|reach) [^,.;!?]{2,60}? from [^,.;!?]/,
  /(?:^|[^a-z])between [^,.;!?]{1,80}? and [^,.;!?]/,
  /(?:directions|distance|route|drive|driving|walk|walking|cycling|ride)[^.;!?]{0,20}[ ,:][^ .;!?][^.;!?]{0,60}? to [^ .;!?]/,
  /から.{1,40}?(?:まで|へ|に(?:行|向|着|歩))/s,
  /まで.{1,40}?から/s,
  /から.{1,24}?(?:って|つて|は|、)?(?:歩|徒歩|车で|車で|自転车|自転車)/s,
  /(?:i'm|i am|we're|we are|starting|start|currently|staying) (?:at|in|from) [^.;!?]{2,60}?(?:[,.]| and| -)[^.;!?]{0,40}? (?:to|reach|be at|be in) [^ .;!?]/,
  /[\p{L}\ufffc]{1,20}と[\p{L}\ufffc]{1,20}?(?:の间|间の)/u,
  /[\p{L}\ufffc] ?(?:→|->|⇒|=>) ?[\p{L}\ufffc]/u,
  /[\p{L}\ufffc]{1,20}発[、,・ ]{0,2}[\p{L}\ufffc]{1,20}?(?:行き|行|着)/u,
  /[\p{L}\ufffc]{1,20}发[、,・ ]{0,2}[\p{L}\ufffc]{1,20}?行き/u,
  /(?:出発|起点|出发地).{1,30}?(?:目的地|到着|行き先|终点)/s,
  /(?:从|由|自).{1,30}?(?:到|去|至|往|前往|走到|开到|骑到)/s,
  /[\p{L}\ufffc]{2,15}(?:到|至)[\p{L}\ufffc]{2,20}?(?:怎么|打车|坐车|自驾|骑车|要多|多远|多久|多少|开车|走路|步行|骑|有多|路线|的路|需要|距离|大概|几)/su,
];

export function readFacts(reading: Reading, start: number, end: number): Facts {
  const spans = reading.spans.filter((span) => span.start >= start && span.end <= end);
  const urls = spans.filter(({ kind }) => kind === 'url');
  const part = reading.command.slice(start, end);
  // Data is long and holds no words: one mark of it does.
  const short = part.replace(/\ufffc{2,}/g, '\ufffc\ufffc');
  const pages = urls.filter((url) => !isImage(url) && !isSound(url));
  const hasPage = pages.length === 1;
  return {
    currencies: findCurrencies(reading, start, end),
    coins: findCoins(reading, start, end),
    spans,
    images: urls.filter(isImage),
    sounds: urls.filter(isSound),
    pages,
    hasText:
      spans.some(({ kind }) => kind === 'quote') || (reading.pasted !== null && reading.pasted.start >= start - 2),
    hasJourney: JOURNEY.some((form) => form.test(short)),
    selector: hasPage && findSelector(reading.command, start, end, false) !== null,
    hasList: hasPage && findFields(reading, start, end).length > 1,
  };
}
