/** The categories of texts and their names. */
import type { Language } from '../../../../text/language.ts';

export const CATEGORY_LABELS = {
  it: { ja: 'IT・テクノロジー', zh: '科技', en: 'IT and technology' },
  business: { ja: 'ビジネス', zh: '商业', en: 'Business' },
  food: { ja: 'グルメ・食品', zh: '餐饮食品', en: 'Food and drink' },
  lifestyle: { ja: 'ライフスタイル', zh: '生活方式', en: 'Lifestyle' },
  fashion: { ja: 'ファッション', zh: '时尚', en: 'Fashion' },
  beauty: { ja: 'ビューティー', zh: '美容', en: 'Beauty' },
  travel: { ja: '旅行・観光', zh: '旅游', en: 'Travel' },
  sports: { ja: 'スポーツ', zh: '体育', en: 'Sports' },
  entertainment: { ja: 'エンターテインメント', zh: '娱乐', en: 'Entertainment' },
  education: { ja: '教育', zh: '教育', en: 'Education' },
  health: { ja: '医療・健康', zh: '医疗健康', en: 'Health' },
  finance: { ja: '金融', zh: '金融', en: 'Finance' },
  realestate: { ja: '不動産・住まい', zh: '房地产', en: 'Real estate' },
  local: { ja: '地域', zh: '地方', en: 'Local news' },
  society: { ja: '社会', zh: '社会', en: 'Society' },
  environment: { ja: '環境', zh: '环境', en: 'Environment' },
  mobility: { ja: '自動車・モビリティ', zh: '汽车出行', en: 'Mobility' },
  manufacturing: { ja: '製造・ものづくり', zh: '制造业', en: 'Manufacturing' },
  games: { ja: 'ゲーム', zh: '游戏', en: 'Games' },
  other: { ja: 'その他', zh: '其他', en: 'Other' },
} as const satisfies Record<string, Record<Language, string>>;

export type CategoryKey = keyof typeof CATEGORY_LABELS;

/** Words of a category, apart by white space (`;` in English); `word*2` counts twice, since it says little else. */
export type CategoryWords = Readonly<Record<Exclude<CategoryKey, 'other'>, string>>;
