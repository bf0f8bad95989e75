/** Words by which people are introduced: offices and titles. */

export const ROLES_JA = words(`
  代表取締役社長CEO 代表取締役社長兼CEO 代表取締役CEO 代表取締役会長 代表取締役社長 代表取締役副社長 代表取締役 取締役副社長 専務取締役
  常務取締役 社外取締役 取締役CTO 取締役COO 取締役CFO 取締役 最高経営責任者 最高技術責任者 最高執行責任者 最高財務責任者 執行役員社長 上席執行役員
  常務執行役員 執行役員 代表社員 代表理事 代表者 代表 共同創業者 創業者 創設者 副社長 社長 会長 専務 常務 本部長 副本部長 事業部長 事業本部長 統括部長
  副部長 部長 次長 課長 係長 室長 局長 支社長 支店長 工場長 所長 副所長 院長 副院長 園長 校長 館長 店長 料理長 総料理長 編集長 理事長 副理事長 専務理事
  常務理事 理事 学長 総長 学部長 研究科長 センター長 特任教授 名誉教授 准教授 教授 特任助教 助教 講師 博士 主任研究員 上席研究員 研究員 主任 主査
  頭取 組合長 実行委員長 音楽監督 学芸員 首席指揮者 指揮者 実行委員
  監督 コーチ 選手 市長 副市長 知事 副知事 区長 町長 村長 大臣 議員 弁護士 医師 獣医師 看護師 薬剤師 管理栄養士 建築家 作家 広報担当者 広報担当
  開発担当者 開発担当 担当者 開発責任者 事業責任者 責任者 プロダクトマネージャー プロジェクトマネージャー プロジェクトリーダー マネージャー ゼネラルマネージャー
  ディレクター プロデューサー デザイナー エンジニア シェフ リーダー アナリスト CEO COO CTO CFO CMO
`);

/** Behind a name only. */
export const HONORIFICS_JA = words(
  '氏 さん 様 先生 教授 准教授 社長 会長 部長 市長 知事 選手 監督 博士 議員 弁護士 医師 代表',
);

export const ROLES_ZH = words(`
  联合创始人兼首席执行官 创始人兼首席执行官 董事长兼首席执行官 董事长兼总经理 董事长兼总裁 总裁兼首席执行官 创始人兼CEO 联合创始人兼CEO 首席执行官 首席技术官
  首席运营官 首席财务官 首席科学家 首席产品官 联合创始人 创始人 董事长 副董事长 董事 总经理 副总经理 总裁 副总裁 高级副总裁 执行董事 总监 技术总监 市场总监
  产品总监 产品经理 项目经理 项目负责人 负责人 经理 主任 副主任 主席 副主席 会长 副会长 秘书长 理事长 院长 副院长 校长 副校长 所长 馆长 局长 副局长
  处长 市长 副市长 省长 部长 教授 副教授 研究员 副研究员 博士 院士 博导 工程师 设计师 分析师 发言人 新闻发言人 记者 教练 主编 店长 馆員 医生 律师
  通讯作者 第一作者 首席医学官 首席指挥 总编辑 头取 秘书 科主任
  執行長 首席執行官 技術長 營運長 財務長 創辦人 共同創辦人 董事長 總經理 副總經理 總裁 副總裁 總監 經理 主任 主席 會長 理事長 秘書長 院長 校長 所長
  館長 局長 處長 市長 部長 教授 副教授 研究員 發言人 負責人 設計師 工程師 醫師 律師 CEO CTO COO CFO
`);

export const ROLES_EN = words(
  `
  founder and chief executive officer;founder and chief executive;co-founder and chief executive officer;co-founder and chief executive
  founder and CEO;co-founder and CEO;co-founder and CTO;president and CEO;president and chief executive officer;chairman and CEO;chair and CEO
  chief executive officer;chief executive;chief technology officer;chief operating officer;chief financial officer;chief product officer
  chief marketing officer;chief scientist;chief medical officer;chief economist;chief engineer;CEO;CTO;COO;CFO;CMO;CPO;co-founder;cofounder;founder
  executive director;managing director;deputy director;associate director;creative director;medical director;director general;director
  executive vice president;senior vice president;vice president;president;chairwoman;chairman;chairperson;chair;general manager;product manager
  project manager;programme manager;program manager;manager;head of product;head of engineering;head of research;head of communications
  head of design;head of sales;head of operations;head teacher;head chef;head coach;head;lead engineer;principal engineer;principal investigator
  principal;assistant professor;associate professor;professor;lecturer;dean;provost;senior researcher;lead researcher;researcher;scientist
  senior analyst;analyst;engineer;designer;architect;editor-in-chief;editor;spokesperson;spokeswoman;spokesman;press officer;secretary general
  secretary;minister;deputy mayor;mayor;governor;senator;commissioner;councillor;ambassador;coach;captain;curator;chef;physician;surgeon
  nurse;lawyer;attorney;partner;owner;board member;trustee;coordinator;author;arts officer;economist;lead author;organiser;organizer;conductor;chief engineer
`,
  /[;\n]/,
);

/** Before a name only. */
export const TITLES_EN = words(
  'Mr. Mrs. Ms. Dr. Prof. Mr Mrs Ms Dr Prof Sir Dame Professor President Mayor Governor Minister Senator',
);

function words(list: string, separator: RegExp = /\s+/): readonly string[] {
  return list
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
