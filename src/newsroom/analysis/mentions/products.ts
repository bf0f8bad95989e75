/** Products, services and events: names in quotation marks next to a word for one, and what English texts launch. */
import type { Language } from '../../../text/language.ts';
import { findPairs } from '../../../text/quotation.ts';
import { keepLongest, type Mention } from './types.ts';

const NAME_MAX = 40;
const KIND_JA =
  /(?:サービス|アプリ|システム|プラットフォーム|ツール|ソフトウェア|ソフト|製品|商品|シリーズ|ブランド|プロジェクト|プログラム|イベント|キャンペーン|展|祭|フェア|フェスタ|セミナー|講座|書籍|ゲーム|映画|メニュー|機能|モデル|ロボット|施設|店舗|カフェ|サイト|メディア|プラン|AI|SaaS|クラウド|事業)(?:の)?$/;
const VERB_JA =
  /^(?:[((][^))\n]{0,40}[))])?(?:\s?の(?:提供|販売|発売|公開|先行販売|予約|受付|募集|サービス|運営|開発|配信|ベータ版|β版|正式版|新機能|最新版)|(?:を|が|は)[^。「」\n]{0,30}(?:発売|提供|公開|リリース|開始|販売|開催|開設|オープン|開発|導入|搭載|運営|配信|発表|実施))/;
const KIND_ZH =
  /(?:产品|平台|系统|软件|应用|服务|工具|品牌|项目|计划|活动|机器人|助手|模型|方案|解决方案|手机|汽车|游戏|电影|新品|系列|App|APP|展览|大会|產品|系統|軟體|服務|專案|計畫|活動)$/;
const LAUNCH_ZH =
  /(?:推出|发布|上线|开售|发售|打造|研发|开发|举办|推行|启动|正式发布|發布|上線|開發|舉辦|啟動)[^,。;:\n]{0,20}$/;
const SPEECH_END = /[。!?,.]$/;
const NEAR = 30;

const CAP = "(?:\\p{Lu}|\\d)[\\p{L}\\d'’+.-]{0,24}";
const SEQUENCE = `\\p{Lu}[\\p{L}\\d'’+-]{1,24}(?: (?:of |for )?${CAP}){0,3}`;
const LAUNCHED = new RegExp(
  `\\b(?:launch(?:es|ed|ing)?|unveil(?:s|ed|ing)?|introduc(?:es|ed|ing)|releas(?:es|ed|ing)|debut(?:s|ed)?|rolls? out|rolled out|the launch of|the release of|called|named|known as) (?:the |its |a |an )?(${SEQUENCE})`,
  'gu',
);
const MARKED = new RegExp(`(${SEQUENCE}) ?[®™]`, 'gu');
const NOT_A_PRODUCT =
  /^(?:The|A|An|Its|Our|New|In|On|At|Today|January|February|March|April|May|June|July|August|September|October|November|December|Mr|Ms|Dr|AI|Monday|Tuesday|Wednesday|Thursday|Friday)$/;

/** In order, none overlapping. In Japanese and Chinese without the marks around the name. */
export function findProducts(plain: string, language: Language): Mention[] {
  return keepLongest([...findQuoted(plain, language), ...findLaunched(plain)]);
}

function findQuoted(plain: string, language: Language): Mention[] {
  return findPairs(plain).flatMap(({ open, close }) => {
    const name = plain.slice(open + 1, close);
    if (name.length > NAME_MAX || name.trim() !== name || name === '' || SPEECH_END.test(name)) return [];
    if (/^[(《]/.test(plain.charAt(open)) && !(plain.charAt(open) === '《' && language === 'zh')) return [];
    const before = plain.slice(Math.max(0, open - NEAR), open);
    const after = plain.slice(close + 1, close + 1 + NEAR);
    const isProduct =
      language === 'ja' ? KIND_JA.test(before) || VERB_JA.test(after) : KIND_ZH.test(before) || LAUNCH_ZH.test(before);
    return isProduct ? [{ start: open + 1, end: close }] : [];
  });
}

function findLaunched(plain: string): Mention[] {
  return [LAUNCHED, MARKED].flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const name = match[1] ?? '';
      if (NOT_A_PRODUCT.test(name.split(' ')[0] ?? '')) return [];
      const start = match.index + match[0].indexOf(name);
      return [{ start, end: start + name.length }];
    }),
  );
}
