/** Odd feeds as publishers serve them, each with what a reader must make of it. */
import { dates } from './dates.ts';
import type { FeedCase } from './forms.ts';
import { cut, junk, links } from './structure.ts';
import { encodings, kinds, titles } from './texts.ts';

export const corpus: readonly FeedCase[] = [...junk, ...cut, ...links, ...titles, ...kinds, ...encodings, ...dates];
