/** Names by which an article mentions a release: those of its issuer, and the distinctive words of its title. */
import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { findQuotations } from '../../../text/quotation.ts';
import { FORMS_AFTER_JA, FORMS_BEFORE_JA, FORMS_EN } from '../../analysis/mentions/lexicon/organizations.ts';
import { STOP_WORDS } from '../../analysis/mentions/lexicon/stop-words.ts';
import { findPlaces } from '../../analysis/mentions/places.ts';
import { findProducts } from '../../analysis/mentions/products.ts';

const FORMS_ZH = '股份有限公司|有限责任公司|有限責任公司|有限公司|集团|集團';
const FORM_BEFORE = new RegExp(`^(?:${FORMS_BEFORE_JA})`, 'u');
const FORM_AFTER = new RegExp(`(?:${FORMS_AFTER_JA}|${FORMS_ZH}|[, ]+(?:${FORMS_EN})\\.?)$`, 'iu');

/** Without its legal form, folded: `株式会社サンプル` → `サンプル`. */
export function foldIssuer(name: string): string {
  const plain = foldText(name).plain.trim();
  return plain.replace(FORM_BEFORE, '').replace(FORM_AFTER, '').trim().toLowerCase();
}

/** A shorter name is in every text. */
const NAME_WEIGHT_MIN = 4;

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Length of a text; a Chinese character or kana says as much as two letters. */
export const weigh = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);

/** Folded; names that are everyday words or too short are left out. */
export const listIssuerNames = (names: readonly (string | null)[]): string[] => [
  ...new Set(
    names
      .flatMap((name) => (name === null ? [] : foldIssuer(name)))
      .filter((name) => weigh(name) >= NAME_WEIGHT_MIN && !isEveryday(name)),
  ),
];

const isEveryday = (word: string): boolean => Object.values(STOP_WORDS).some((words) => words.has(word));

/** Letters of a company, a format or a trade that are in many titles. */
const COMMON_LATIN = new Set(
  'ai api app apps awards b2b b2c bpo ceo cfo coo cto crm csr cto day diy dx ec eco erp esg expo fair faq forum gpt ict iot ipo iso japan led llm news nft ngo npo online open osaka pdf pr saas sdgs seo shop sns store summit tokyo tv vol vr ar web week world'.split(
    ' ',
  ),
);
const COMMON_KATAKANA = new Set(
  'アプリケーション アンケート イノベーション イベント インターネット インターン インタビュー ウェビナー エネルギー オープン オリジナル オンライン カンファレンス キャンペーン グローバル クラウド クラウドファンディング コミュニティ コラボレーション コンサルティング コンテンツ コンテスト サービス サポート サステナブル システム シリーズ スタート スタートアップ セキュリティ セミナー ソフトウェア ソリューション デザイン デジタル トレーニング パートナー パートナーシップ パッケージ ビジネス プラットフォーム プラン プレゼント プロジェクト プログラム プロモーション ホームページ マーケティング マネジメント メディア メニュー モデル ユーザー ライブ ランキング リニューアル リリース レポート ワークショップ ワークスタイル'.split(
    ' ',
  ),
);

/** In titles that don't capitalize every word, a capital marks a name. */
const SENTENCE_CASE_SHARE = 0.5;
const TERM_WEIGHT_MIN = 3;
const QUOTED_MAX = 40;

/** Names of products in the title, what it quotes, and words that only a name is written like; folded. */
export function listTitleTerms(title: string, language: Language, issuerNames: readonly string[]): string[] {
  const { plain } = foldText(title);
  const products = findProducts(plain, language).map(({ start, end }) => plain.slice(start, end));
  const quoted = findQuotations(title).flatMap(({ text }) => (text.length > QUOTED_MAX ? [] : foldText(text).plain));
  const katakana = (plain.match(/[\u30a1-\u30fa\u30fc]{5,}/g) ?? []).filter((word) => !COMMON_KATAKANA.has(word));
  const terms = [...products, ...quoted, ...katakana, ...listLatinNames(plain, language)];
  const places = findPlaces(plain, language).map(({ start, end }) => plain.slice(start, end).toLowerCase());
  return [...new Set(terms.map((term) => term.trim().toLowerCase()))].filter(
    (term) =>
      weigh(term) >= TERM_WEIGHT_MIN &&
      !isEveryday(term) &&
      !places.includes(term) &&
      !issuerNames.some((name) => name.includes(term)),
  );
}

const LATIN = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9'’+-]{2,}(?![\p{L}\p{N}])/gu;

function listLatinNames(plain: string, language: Language): string[] {
  if (language !== 'en') {
    // Between Japanese or Chinese characters a Latin word is a name, or one of a few everyday ones.
    const words = plain.match(/[A-Za-z][A-Za-z0-9'’+-]{2,}/g) ?? [];
    return words.filter((word) => !COMMON_LATIN.has(word.toLowerCase()));
  }
  const words = [...plain.matchAll(LATIN)];
  const long = words.filter(([word]) => word.length > 3);
  const capitals = long.filter(([word]) => /^[A-Z]/.test(word)).length;
  const isSentence = long.length > 0 && capitals / long.length <= SENTENCE_CASE_SHARE;
  return words.flatMap(([word], at) => {
    if (COMMON_LATIN.has(word.toLowerCase())) return [];
    const isMixed = /[a-z][A-Z]|[A-Za-z]\d/.test(word);
    const isName = isSentence && at > 0 && /^[A-Z][a-z]{2,}/.test(word);
    return isMixed || isName ? [word] : [];
  });
}
