/** Sets a release on paper. The same sheet gives the same bytes. */
import { writePlain } from '../../../../text/inline-marks.ts';
import { LINE_END, readHeading, readItem, readRow } from '../../../../text/release-blocks.ts';
import { isRightToLeft } from './levels.ts';
import { Paper, TEXT_WIDTH, type TextStyle } from './page.ts';
import { PDF_CHARS_MAX, type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

const INK = '#1a1a1a';
const GREY = '#5f6368';
const LINE = '#c4c7cc';
const ALERT = '#a3140a';

const WORDS = {
  ja: { kind: 'プレスリリース', embargo: '報道解禁日時', contact: '本件に関するお問い合わせ先' },
  zh: { kind: '新闻稿', embargo: '禁发至', contact: '媒体联系' },
  en: { kind: 'PRESS RELEASE', embargo: 'Embargo', contact: 'Media contact' },
} as const;

// Glyphs are most of a document's bytes: only the title and headings are bold.
const label: TextStyle = { weight: 'regular', size: 11, leading: 1.5, color: INK };
const small: TextStyle = { weight: 'regular', size: 9, leading: 1.5, color: GREY };
const alert: TextStyle = { weight: 'regular', size: 11, leading: 1.6, color: ALERT };
const title: TextStyle = { weight: 'bold', size: 18, leading: 1.4, color: INK };
const subtitle: TextStyle = { weight: 'regular', size: 12.5, leading: 1.5, color: GREY };

/** `images`: bytes of the sheet's pictures. Throws `TooManyPages`. */
export async function renderRelease(sheet: ReleaseSheet, images: readonly Uint8Array[] = []): Promise<ReleasePdf> {
  const { title: head, subtitle: below, body, contactInfo } = sheet;
  const characters = [head, below, body, contactInfo].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (characters > PDF_CHARS_MAX) throw new TooManyPages();
  const paper = new Paper(sheet);
  drawTop(paper, sheet);
  drawBody(paper, sheet);
  drawRows(paper, sheet);
  drawPictures(paper, sheet, images);
  drawContact(paper, sheet);
  drawMargins(paper, sheet);
  const bytes = await paper.finish();
  return { bytes, pages: paper.pages, missingGlyphs: paper.faces.missing };
}

function drawTop(paper: Paper, sheet: ReleaseSheet): void {
  const words = WORDS[sheet.language];
  if (sheet.logo !== null) paper.drawLogo(sheet.logo);
  paper.writeOneLine(sheet.kind ?? words.kind, label, 'left', TEXT_WIDTH / 2);
  if (hasText(sheet.dateline)) paper.writeOneLine(sheet.dateline, small, 'right', TEXT_WIDTH / 2);
  paper.y += label.size * label.leading;
  if (hasText(sheet.company)) {
    paper.writeOneLine(sheet.company, small, 'right');
    paper.y += small.size * small.leading;
  }
  paper.y += 5;
  paper.rule(INK, 1.2);
  paper.y += 16;
  if (hasText(sheet.embargo)) {
    paper.write(`${words.embargo}${sheet.language === 'en' ? ': ' : '：'}${sheet.embargo}`, alert);
    paper.y += 8;
  }
  for (const line of sheet.title.split(LINE_END)) paper.write(line, title);
  if (hasText(sheet.subtitle)) {
    paper.y += 4;
    for (const line of sheet.subtitle.split(LINE_END)) paper.write(line, subtitle);
  }
  paper.y += 16;
}

function drawBody(paper: Paper, { language, body }: ReleaseSheet): void {
  const isWide = language !== 'en';
  const text: TextStyle = {
    weight: 'regular',
    size: 10.5,
    leading: isWide ? 1.75 : 1.55,
    color: INK,
    isJustified: isWide,
  };
  const heading: TextStyle = { ...text, weight: 'bold', size: 11.5, isJustified: false };
  let isAfterGap = true;
  for (const line of body.trimEnd().split(LINE_END)) {
    if (line.trim() === '') {
      if (!isAfterGap) paper.y += text.size * 0.9;
      isAfterGap = true;
      continue;
    }
    const head = readHeading(line);
    const cells = readRow(line);
    if (head !== null) {
      if (!isAfterGap) paper.y += 4;
      // A heading stays with the first line of what it is above.
      paper.room((heading.size + text.size) * text.leading);
      paper.write(writePlain(head), heading);
    } else if (cells !== null) {
      paper.writeRow(cells.map(writePlain), { ...text, isJustified: false }, LINE);
    } else writeItem(paper, writePlain(line), text);
    isAfterGap = false;
  }
}

/** The lines of an item stand below its text, not below its mark. */
function writeItem(paper: Paper, line: string, style: TextStyle): void {
  const item = readItem(line);
  if (!item || isRightToLeft(line)) {
    paper.write(line, style);
    return;
  }
  const { mark, length } = item;
  const gap = paper.measure(mark.trim(), style);
  const indent = gap + (/\s$/u.test(mark) ? style.size * 0.35 : 0);
  const height = style.size * style.leading;
  paper.room(height);
  paper.writeOneLine(mark.trim(), style, 'left');
  paper.write(line.slice(length), style, indent);
}

const AMOUNT_WIDTH = 150;

function drawRows(paper: Paper, { rows = [] }: ReleaseSheet): void {
  const style: TextStyle = { ...small, size: 10, leading: 1.8, color: INK };
  const heading: TextStyle = { ...style, weight: 'bold', size: 11.5 };
  if (rows.length > 0) paper.y += 12;
  for (const [name, amount] of rows) {
    if (amount === '') {
      paper.y += 8;
      paper.room((heading.size + style.size) * style.leading);
      paper.write(name, heading);
      continue;
    }
    paper.room(style.size * style.leading);
    paper.writeOneLine(name, style, 'left', TEXT_WIDTH - AMOUNT_WIDTH);
    paper.writeOneLine(amount, style, 'right', AMOUNT_WIDTH);
    paper.y += style.size * style.leading;
  }
}

/** Each with its caption on one page. */
function drawPictures(paper: Paper, { pictures = [] }: ReleaseSheet, images: readonly Uint8Array[]): void {
  for (const [at, picture] of pictures.entries()) {
    const image = images[at];
    if (!image) continue;
    const caption = picture.caption === '' ? 0 : CAPTION_LINES * small.size * small.leading;
    paper.y += 16;
    paper.drawPicture(image, picture, caption);
    if (picture.caption === '') continue;
    paper.y += 4;
    paper.write(picture.caption, small);
  }
}

/** Lines of a caption that stay with its picture. */
const CAPTION_LINES = 2;

function drawContact(paper: Paper, { language, contactInfo }: ReleaseSheet): void {
  if (!hasText(contactInfo)) return;
  const style: TextStyle = { ...small, size: 9.5, leading: 1.6, color: INK };
  const lines = contactInfo.trim().split(LINE_END);
  // On one page when it is short.
  paper.room(40 + Math.min(lines.length, 12) * style.size * style.leading);
  paper.y += 18;
  paper.rule(LINE);
  paper.y += 10;
  paper.write(WORDS[language].contact, small);
  for (const line of lines) paper.write(line, style);
}

function drawMargins(paper: Paper, sheet: ReleaseSheet): void {
  const { header, footer } = paper.edges;
  paper.eachPage((page, pages) => {
    if (page > 1) {
      paper.y = header;
      paper.writeOneLine(sheet.title.replace(/\s+/gu, ' '), small, 'left');
      paper.y += small.size * small.leading + 4;
      paper.rule(LINE);
    }
    paper.y = footer;
    paper.rule(LINE);
    paper.y += 5;
    if (hasText(sheet.company)) paper.writeOneLine(sheet.company, small, 'left', TEXT_WIDTH - 80);
    paper.writeOneLine(`${page} / ${pages}`, small, 'right');
  });
}

const hasText = (text: string | null): text is string => text !== null && text.trim() !== '';
