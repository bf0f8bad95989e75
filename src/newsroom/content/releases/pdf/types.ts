/** Types of a release's printed layout. Rules: newsroom.md §4.5. */
import type { PictureLimits } from '../../../../lib/picture.ts';
import type { Language } from '../../../../text/language.ts';

/** Everything that stands on the page, as it stands there: times and dates are written out by the caller. */
export interface ReleaseSheet {
  /** Decides the labels, and which of the faces comes first: Chinese and Japanese share code points with different forms. */
  language: Language;
  /** In place of the words “press release”. */
  kind?: string;
  title: string;
  subtitle: string | null;
  /** Date of issue, with the place where one is known. */
  dateline: string | null;
  /** Who issues the release. */
  company: string | null;
  /** The company's, as a `data:` address of a PNG or JPEG. */
  logo: string | null;
  /** A blank line is a gap; `■…`, `【…】` and `## …` are headings; `・`, `- ` and `1.` begin items; `| … |` are rows. */
  body: string;
  /** Below the text: a name at the left edge, an amount at the right one. An empty amount makes the name a heading. */
  rows?: readonly (readonly [string, string])[];
  /** Below the text. Their bytes come with the sheet, in the same order. */
  pictures?: readonly SheetPicture[];
  contactInfo: string | null;
  /** Until when nobody may publish, written out; null without an embargo. */
  embargo: string | null;
  /** Date of the document in its properties: the same input gives the same bytes. */
  issuedAt: Date;
}

export interface SheetPicture {
  /** Of its bytes. */
  hash: string;
  /** As it is shown. Pixels. */
  width: number;
  height: number;
  /** Empty: none. */
  caption: string;
}

export interface ReleasePdf {
  bytes: Uint8Array;
  pages: number;
  /** Different characters that no face has, drawn as a box, and variants that no face has, drawn in their usual form. */
  missingGlyphs: number;
}

/** Raised with every change of the page's look: part of the ETag. */
export const PDF_TEMPLATE = 4;

/** A release of more pages, or of more characters than could stand on them, is not printed. */
export const PDF_PAGES_MAX = 100;
export const PDF_CHARS_MAX = 300_000;

const LOGO_SIDE_MAX = 1_600;
export const LOGO_LIMITS: PictureLimits = {
  bytesMax: 512 * 1024,
  sideMax: LOGO_SIDE_MAX,
  pixelsMax: LOGO_SIDE_MAX ** 2,
  pngPixelsMax: LOGO_SIDE_MAX ** 2,
  keepsTransparency: true,
};

/** The release does not fit on `PDF_PAGES_MAX` pages. */
export class TooManyPages extends Error {}
