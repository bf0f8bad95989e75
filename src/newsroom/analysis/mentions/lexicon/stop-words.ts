/** Words that are no keyword of any text. */
import type { Language } from '../../../../text/language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  ja: list(`
    当社 同社 弊社 本社 会社 株式会社 代表 代表取締役 代表取締役社長 社長 今回 以下 以上 時間 場合 本件 問い合わせ 開始 提供 実施 発表 会社名 会社概要 所在地 設立 概要
    背景 目的 特長 特徴 内容 詳細 情報 対象 予定 可能 必要 利用 使用 活用 対応 展開 一部 全国 国内 日本 今後 現在 今年 昨年 毎年 本日 関連 各種 同様 結果 回答 平均
    年間 月額 料金 価格 税込 税抜 先行 導入 作成 開発 TEL FAX URL Email Mail https http www co jp com example press info ため こと もの コメント サービス リリース
    プレスリリース ニュースリリース 報道 関係者 各位 部長 課長 担当 広報 広報担当 広報担当者 会長 取締役 東京都 一社 数社 理由 中身 自分 皆様 世界 社会 際
  `),
  zh: list(`
    公司 我们 我們 他们 可以 已经 已經 进行 進行 表示 宣布 正式 目前 近日 今天 同时 同時 以及 通过 透過 提供 推出 使用 利用 其中 一个 一個 这个 這個 没有 沒有 为了 為了
    对于 關於 关于 由于 由於 因此 但是 如果 以上 以下 需要 能够 能夠 成为 成為 相关 相關 各种 包括 以来 未来 未來 全国 全國 中国 记者 報道 报道 联系 聯絡 方式 媒体 媒體
    电话 電話 邮箱 首席 执行官 執行長 总部 总经理 總經理 有限公司 位于 将于 將於 平均 预计 預計 首年 达到 達到 时间 時間 小时 小時 每周 每月 这项 這項 这些 一起 终于 再
  `),
  en: list(`
    a about above after again against all almost also although am among an and another any are as at away be became because been before being below between both but by came can
    cannot could day days did do does doing don done down during each either else even ever every few first for found from further get gets give go had has have having he help
    her here hers him his how however i if in inc include includes including into is it its itself just last ltd made make makes many may me might more most much must my near new no
    nor not now of off on once one only onto or other others our out over own part per rather s said same say says she should since so some still such t than that the their them
    then there these they this those three through to today together too two under until up upon us use used uses using very via was way we week well were what when where which
    while who whom whose why will with within without would year years yesterday yet you your million billion percent about contact press media email tel www http https com org
    example announced announce announces launch launches launched release released told tell company companies people time times month months monday tuesday wednesday thursday
    friday saturday sunday january february march april june july august september october november december jan feb mar apr jun jul aug sep oct nov dec mr mrs ms dr chief
    executive officer director manager president ceo
  `),
};
