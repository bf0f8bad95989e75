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
    no_releases: words('The site lists no release of this company.', 'Publish a first release.'),
    title_too_long: words('Headlines are too long to be read at a glance.', 'Keep them between 30 and 80 characters.'),
    title_too_short: words(
      'Headlines are too short to say what is new.',
      'Name who does what, in 30 to 80 characters.',
    ),
    no_image: words('Releases come without an image.', 'Add a picture that editors may print.'),
    no_quote: words('Nobody is quoted.', 'Quote a person by name and role.'),
    no_numbers: words('Releases come without figures.', 'Give at least one figure with its source.'),
    irregular_cadence: words('Releases come at irregular times.', 'Plan a rhythm and keep it.'),
    long_gap: words('There are long times without any release.', 'Plan news for quiet months, too.'),
    hype: words('Releases use words of advertising.', 'Say what can be proved, in plain words.'),
    low_nq: words('Releases are not ready to be news.', 'Have them analysed before they go out.'),
  },
  ja: {
    no_releases: words('この企業のプレスリリースがサイトに見つかりません。', 'まず一本、配信しましょう。'),
    title_too_long: words('見出しが長く、一目で読めません。', '15〜30字に収めましょう。'),
    title_too_short: words('見出しが短く、何が新しいのか伝わりません。', '誰が何をするのかを15〜30字で書きましょう。'),
    no_image: words('画像のないリリースがあります。', '記事に使える画像を添えましょう。'),
    no_quote: words('発言の引用がないリリースがあります。', '氏名と役職を添えて発言を引用しましょう。'),
    no_numbers: words('数字のないリリースがあります。', '出典のある数字を一つは入れましょう。'),
    irregular_cadence: words('配信の間隔が不規則です。', '配信の予定を立て、間隔を保ちましょう。'),
    long_gap: words('長く配信のない期間があります。', '話題の少ない月の発表も計画しましょう。'),
    hype: words('宣伝の言葉が使われています。', '証明できることを平易な言葉で書きましょう。'),
    low_nq: words('ニュースとしての準備が足りないリリースがあります。', '配信の前に分析にかけましょう。'),
  },
  zh: {
    no_releases: words('该网站没有这家公司的新闻稿。', '先发布第一篇新闻稿。'),
    title_too_long: words('标题过长，无法一眼读完。', '请控制在10至30个字。'),
    title_too_short: words('标题过短，看不出新闻点。', '请用10至30个字写明谁做了什么。'),
    no_image: words('有的新闻稿没有图片。', '请附上媒体可以使用的图片。'),
    no_quote: words('有的新闻稿没有引述任何人的话。', '请引述有姓名和职务的人。'),
    no_numbers: words('有的新闻稿没有数字。', '请至少给出一个有来源的数字。'),
    irregular_cadence: words('发布的间隔不规律。', '请制定发布计划并保持节奏。'),
    long_gap: words('有较长时间没有发布新闻稿。', '淡季也请安排新闻。'),
    hype: words('使用了广告式的词语。', '请用平实的语言写可以证明的内容。'),
    low_nq: words('有的新闻稿还不具备新闻性。', '发布之前请先进行分析。'),
  },
};
