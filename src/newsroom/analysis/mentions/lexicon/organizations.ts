/** Words that mark a name as an organization's. */

const alternatives = (list: string): string =>
  list
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[()]/g, '\\$&'))
    .join('|');

/** Before the name: 株式会社コトバ. */
export const FORMS_BEFORE_JA = alternatives(`
  株式会社 合同会社 有限会社 合資会社 (株) (有) (同) 一般社団法人 一般財団法人 公益社団法人 公益財団法人 特定非営利活動法人 NPO法人 認定NPO法人
  国立大学法人 公立大学法人 国立研究開発法人 独立行政法人 地方独立行政法人 学校法人 医療法人 医療法人社団 社会福祉法人 宗教法人 農事組合法人
`);
/** Behind the name: サンプル株式会社. */
export const FORMS_AFTER_JA = alternatives('株式会社 合同会社 有限会社 (株) ホールディングス グループ');
/** The end of a name that needs no form. */
export const ENDINGS_JA = alternatives(`
  大学大学院 大学 大学病院 短期大学 高等専門学校 高等学校 協会 学会 財団 協議会 委員会 商工会議所 商店街 組合 連合会 連盟 機構 銀行 信用金庫 新聞社
  新聞 放送局 病院 研究所 研究センター 博物館 美術館 図書館 市役所 区役所 町役場 県庁 都庁 府庁 教育委員会 観光局 観光協会 農業協同組合
`);
export const GOVERNMENT_JA = alternatives(`
  経済産業省 総務省 厚生労働省 国土交通省 農林水産省 文部科学省 環境省 財務省 外務省 法務省 防衛省 内閣府 金融庁 消費者庁 観光庁 文化庁 気象庁
  特許庁 中小企業庁 デジタル庁 こども家庭庁 資源エネルギー庁 公正取引委員会 日本銀行
`);

export const ENDINGS_ZH = alternatives(`
  股份有限公司 有限责任公司 有限公司 集团 集团公司 公司 大学 学院 研究院 研究所 研究中心 实验室 协会 学会 商会 联合会 联盟 基金会 委员会 银行 医院
  出版社 报社 电视台 博物馆 图书馆 美术馆 农会 農會 总工会 總工會 公會 市政府 省政府 人民政府 工业和信息化部 教育部 科技部 商务部 财政部 卫健委 发改委 农业农村部 生态环境部
  股份有限公司 有限責任公司 集團 大學 學院 協會 學會 商會 聯合會 聯盟 基金會 委員會 銀行 醫院 博物館 圖書館 美術館 經濟部 教育局
`);
/** Words directly before the name of an organization in a Chinese sentence. */
export const LEAD_INS_ZH = alternatives(`
  近日 今日 今天 昨日 昨天 日前 本周 目前 此外 同时 据悉 据了解 宣布 表示 来自 位于 记者 联合 携手 推出 获得 成立 加入 邀请 通过 根据 关于 包括 以及 向 对 由
  与 和 及 在 是 的 了 为 从 将 被 把 于 而 并 让 给 跟 至 到 旗下 其中 全资 今年 去年 該 该 本 我 各 等 與 為 從 將 於 讓 給 對 國內 国内 多家 一家 这家 這家
`);

/** Behind a name: Acme Inc. */
export const FORMS_EN =
  'Inc|Incorporated|Ltd|Limited|LLC|LLP|Corp|Corporation|Co|Company|PLC|plc|GmbH|AG|SA|SE|BV|NV|KK|K\\.K|Pty|Holdings|Group';
export const ENDINGS_EN =
  'University|College|Institute|Academy|School|Association|Foundation|Federation|Council|Committee|Commission|Ministry|Department|Agency|Authority|Bureau|Bank|Hospital|County|Museum|Library|Society|Union|Chamber|Trust|Fund|Partners(?! [Ww]ith\\b)|Ventures|Capital|Labs|Laboratories|Technologies|Systems|Software|Solutions|Industries|Studios|Media|Press|News|Times|Airlines|Motors|Pharmaceuticals|Therapeutics|Robotics|Networks|Energy';
/** Before `of` and the rest of the name. */
export const OPENINGS_EN =
  'University|Institute|Ministry|Department|Bank|City|Town|Council|Academy|College|School|Museum|Chamber|Association|Bureau|Society|Government';
