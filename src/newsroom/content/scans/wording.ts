/** Findings and recommendations of a health report, in the language of the releases. */
import type { Language } from '../../../text/language.ts';

export const FINDING_CODES = [
  'no_releases',
  'title_too_long',
  'title_too_short',
  'no_image',
  'no_quote',
  'no_numbers',
  'irregular_cadence',
  'long_gap',
  'hype',
  'low_nq',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

interface Words {
  text: string;
  fix: string;
}

const words = (text: string, fix: string): Words => ({ text, fix });

export const findingWords: Readonly<Record<Language, Readonly<Record<FindingCode, Words>>>> = {
  en: {
    no_releases: words('No press releases from this company were found on the site.', 'Publish your first release.'),
    title_too_long: words('Headlines are too long.', 'Keep headlines between 30 and 80 characters.'),
    title_too_short: words("Headlines are too short to say what's new.", 'Say who does what, in 30 to 80 characters.'),
    no_image: words('Some releases have no image.', 'Add an image that editors can publish.'),
    no_quote: words('Some releases have no quote.', 'Quote a person with name and title.'),
    no_numbers: words('Some releases have no figures.', 'Include at least one figure and its source.'),
    irregular_cadence: words(
      'Releases are published at irregular intervals.',
      'Plan a publishing schedule and keep it.',
    ),
    long_gap: words('There are long gaps between releases.', 'Plan news for quiet months, too.'),
    hype: words('Some releases use promotional wording.', 'State what you can prove, in plain words.'),
    low_nq: words("Some releases aren't newsworthy yet.", 'Analyze them before publishing.'),
  },
  ja: {
    no_releases: words('この会社のプレスリリースはサイトに見つかりませんでした。', '最初のリリースを配信しましょう。'),
    title_too_long: words('見出しが長すぎます。', '見出しは15～30字に収めましょう。'),
    title_too_short: words('見出しが短く、何が新しいのか伝わりません。', '誰が何をするのかを15～30字で書きましょう。'),
    no_image: words('画像のないリリースがあります。', '記事に使える画像を付けましょう。'),
    no_quote: words('コメントの引用がないリリースがあります。', '氏名と役職を添えてコメントを引用しましょう。'),
    no_numbers: words('数値のないリリースがあります。', '出典のある数値を1つ以上入れましょう。'),
    irregular_cadence: words('配信の間隔が不規則です。', '配信スケジュールを決めて続けましょう。'),
    long_gap: words('長期間配信のない時期があります。', '話題の少ない時期の発表も計画しましょう。'),
    hype: words('宣伝色の強い表現が使われています。', '裏付けのある内容を平易な言葉で書きましょう。'),
    low_nq: words('ニュースとしての価値が十分でないリリースがあります。', '配信の前に分析しましょう。'),
  },
  zh: {
    no_releases: words('该网站上没有找到这家公司的新闻稿。', '请发布第一篇新闻稿。'),
    title_too_long: words('标题过长。', '请将标题控制在 10 至 30 个字。'),
    title_too_short: words('标题过短，看不出新闻点。', '请用 10 至 30 个字写明谁做了什么。'),
    no_image: words('部分新闻稿没有图片。', '请附上媒体可以使用的图片。'),
    no_quote: words('部分新闻稿没有引语。', '请引用有姓名和职务的人士的话。'),
    no_numbers: words('部分新闻稿没有数据。', '请至少提供一个有出处的数据。'),
    irregular_cadence: words('发布间隔不规律。', '请制定发布计划并坚持执行。'),
    long_gap: words('新闻稿之间间隔过长。', '淡季也请安排新闻。'),
    hype: words('部分新闻稿使用了宣传性措辞。', '请用平实的语言陈述有依据的内容。'),
    low_nq: words('部分新闻稿的新闻性不足。', '请在发布前进行分析。'),
  },
};
