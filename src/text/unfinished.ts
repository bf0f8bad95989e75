/** Finds unfinished parts of a text: placeholders of generated texts and template fields. */

const TO_CONFIRM = String.raw`【(?:要確認|待确认|待確認)(?:[:：][^【】\n]{1,60})?】|\[TO CONFIRM(?:: [^[\]\n]{1,60})?\]`;
const TO_DECIDE = String.raw`\[(?:TBD|TBC|TODO|XX+)\]|【(?:未定|調整中|TBD)】`;
/** Fields of templates that nobody has filled in. */
const TEMPLATE = String.raw`\{\{[^{}\n]{0,60}\}\}|\$\{[^{}\n]{0,60}\}|<<[^<>\n]{1,60}>>|[○〇◯●]{2,}|\[(?:your |insert )?(?:name|company|outlet|media|date|title|link|url)(?: name| here)?\]|【(?:会社名|媒体名|氏名|日付|日時|公司名称|媒体名称|姓名|日期)】|lorem ipsum`;

const UNFINISHED = new RegExp([TO_CONFIRM, TO_DECIDE, TEMPLATE].join('|'), 'giu');

/** As they stand in the text, each once. Linear in its length. */
export const listUnfinished = (text: string): string[] => [
  ...new Set([...text.matchAll(UNFINISHED)].map(([found]) => found)),
];

/** The first of them. */
export const findUnfinished = (text: string): string | undefined => text.match(UNFINISHED)?.[0];
