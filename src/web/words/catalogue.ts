/** The words of the catalogue: `/tools`, the page of each tool, and `/pricing`. */
import type { Coverage } from '../../kernel/tool/coverage.ts';
import type { Category } from '../../kernel/tool/tool.ts';
import type { Language } from '../language.ts';

interface CatalogueWords {
  title: string;
  lead: string;
  search: string;
  category: string;
  anyCategory: string;
  onlyFree: string;
  onlyReady: string;
  filter: string;
  nothing: string;
  showAll: string;
  tool: string;
  does: string;
  price: string;
  perCall: string;
  free: string;
  /** `120 characters of text`. */
  amountOf: string;
  units: Readonly<Record<Coverage['unit'], string>>;
  or: string;
  upTo: string;
  longerInput: string;
  categories: Readonly<Record<Category, string>>;
  state: { ready: string; resting: string; 'not-set-up': string };
  run: string;
  runNote: string;
  runFree: string;
  runPaid: string;
  input: string;
  field: string;
  kind: string;
  meaning: string;
  required: string;
  noInput: string;
  errors: string;
  answer: string;
  errorsNote: string;
  elsewhere: string;
  needsFile: string;
  reference: string;
  pricing: string;
  pricingLead: string;
  rules: readonly string[];
  calculator: string;
  callsPerMonth: string;
  calculate: string;
  /** `{total}` stands in an element of its own. */
  total: string;
  dimmed: string;
  asJson: string;
}

const en: CatalogueWords = {
  title: 'Tools',
  lead: 'Every tool takes the same key and the same balance, over MCP and REST.',
  search: 'Search',
  category: 'Category',
  anyCategory: 'All',
  onlyFree: 'Free only',
  onlyReady: 'Set up on this server only',
  filter: 'Show',
  nothing: 'No tool fits. Try another word, or fewer conditions.',
  showAll: 'Show all tools',
  tool: 'Tool',
  does: 'What it does',
  price: 'Price of a call',
  perCall: 'a call',
  free: 'free',
  amountOf: '{amount} {unit} of {field}',
  units: { characters: 'characters', bytes: 'bytes', tokens: 'tokens', seconds: 'seconds', pages: 'pages' },
  or: ' or ',
  upTo: 'Up to {covered}',
  longerInput:
    'One price covers {covered}. Each further part that is begun costs {price} more, and runs only when the call allows it with X-Max-Price.',
  state: {
    ready: 'Ready',
    resting: 'Its sources are resting after failures; try again in a few minutes.',
    'not-set-up': 'Not set up on this server for live accounts. Test accounts can call it in the sandbox.',
  },
  categories: {
    search: 'Search',
    llm: 'Language models',
    translate: 'Translation',
    weather: 'Weather',
    utility: 'Maps and places',
    finance: 'Finance',
    crypto: 'Crypto',
    data: 'Data and news',
    scrape: 'Web pages',
    vision: 'Pictures',
    audio: 'Audio',
  },
  run: 'Run it',
  runNote: 'It runs in the sandbox, with a test account and play money.',
  runFree: 'Run it, free',
  runPaid: 'Run for {price} of play money',
  input: 'Input',
  field: 'Field',
  kind: 'Type',
  meaning: 'Meaning',
  required: 'required',
  noInput: 'It takes no input.',
  errors: 'Errors that matter',
  answer: 'A sample answer',
  errorsNote: 'Nothing is charged for any of them, or it is refunded before you read them.',
  elsewhere: 'From your code',
  needsFile: 'This tool takes a file: call it from the command line.',
  reference: 'Every field and error in the reference',
  pricing: 'Pricing',
  pricingLead: 'A price is flat, in US dollars, for one call. No subscription, no minimum.',
  rules: [
    'A call is charged before it runs and refunded in full when it fails. Invalid input is never charged.',
    'A price covers the stated amount of input. More costs the price again for each unit that is started, and runs only when you allow it with a maximum price.',
    'Repeat a call with the same idempotency key, and it is charged once.',
  ],
  calculator: 'What a month costs',
  callsPerMonth: 'Calls a month',
  calculate: 'Work it out',
  total: '{calls} calls of {tool} at {price} each cost {total} a month.',
  dimmed: 'In grey: not ready on this server for live accounts. Test accounts can call those in the sandbox.',
  asJson: 'The same as JSON',
};

const ja: CatalogueWords = {
  title: 'ツール',
  lead: 'どのツールも、同じキーと同じ残高で、MCP からも REST からも使えます。',
  search: '検索',
  category: '分類',
  anyCategory: 'すべて',
  onlyFree: '無料のみ',
  onlyReady: 'このサーバーで使えるもののみ',
  filter: '表示',
  nothing: '該当するツールがありません。別の言葉を試すか、条件を減らしてください。',
  showAll: 'すべてのツールを表示',
  tool: 'ツール',
  does: '内容',
  price: '1 回の料金',
  perCall: '1 回あたり',
  free: '無料',
  amountOf: '{field} {amount} {unit}',
  units: { characters: '文字', bytes: 'バイト', tokens: 'トークン', seconds: '秒', pages: 'ページ' },
  or: '、または ',
  upTo: '{covered}まで',
  longerInput:
    '1 回の料金に含まれるのは {covered}までです。それを超えると、同じ量ごとに {price} が加算されます。X-Max-Price で上限額を許可した場合にのみ実行されます。',
  state: {
    ready: '利用可能',
    resting: '提供元が障害のため一時停止中です。数分後にもう一度お試しください。',
    'not-set-up': 'このサーバーの本番アカウントでは未設定です。テストアカウントはサンドボックスで呼び出せます。',
  },
  categories: {
    search: '検索',
    llm: '言語モデル',
    translate: '翻訳',
    weather: '天気',
    utility: '地図・場所',
    finance: '金融',
    crypto: '暗号資産',
    data: 'データ・ニュース',
    scrape: 'ウェブページ',
    vision: '画像',
    audio: '音声',
  },
  run: '実行する',
  runNote: 'テスト用アカウントを使い、サンドボックスで実行します。実際のお金は使いません。',
  runFree: '無料で実行',
  runPaid: 'テスト残高の {price} で実行',
  input: '入力',
  field: '項目',
  kind: '型',
  meaning: '意味',
  required: '必須',
  noInput: '入力はありません。',
  errors: '主なエラー',
  answer: '応答の例',
  errorsNote: 'いずれの場合も料金はかかりません。かかった場合は、エラーをお返しする前に返金済みです。',
  elsewhere: 'コードから呼び出す',
  needsFile: 'このツールはファイルを受け取ります。コマンドラインから呼び出してください。',
  reference: 'すべての項目とエラー（リファレンス）',
  pricing: '料金',
  pricingLead: '料金は 1 回の呼び出しごとの定額（米ドル）です。月額料金や最低利用額はありません。',
  rules: [
    '料金は実行前に引き落とされ、失敗すれば全額返金されます。入力の誤りには料金がかかりません。',
    '料金には表示された量の入力が含まれます。それを超えると 1 単位ごとに同じ料金がかかり、上限額で許可された場合にのみ実行されます。',
    '同じ冪等キーで繰り返した呼び出しの料金は 1 回分だけです。',
  ],
  calculator: '1 か月の料金',
  callsPerMonth: '1 か月の呼び出し回数',
  calculate: '計算する',
  total: '{tool} を 1 回 {price} で {calls} 回呼び出すと、1 か月で {total} です。',
  dimmed: '灰色：このサーバーの本番アカウントではまだ使えません。テストアカウントはサンドボックスで呼び出せます。',
  asJson: 'JSON で見る',
};

const zh: CatalogueWords = {
  title: '工具',
  lead: '所有工具使用同一个密钥和同一份余额，可通过 MCP 或 REST 调用。',
  search: '搜索',
  category: '类别',
  anyCategory: '全部',
  onlyFree: '仅免费',
  onlyReady: '仅本服务器可用',
  filter: '显示',
  nothing: '没有符合条件的工具。请换一个词，或减少条件。',
  showAll: '显示全部工具',
  tool: '工具',
  does: '用途',
  price: '每次价格',
  perCall: '每次调用',
  free: '免费',
  amountOf: '{field} {amount} {unit}',
  units: { characters: '个字符', bytes: '字节', tokens: '个 token', seconds: '秒', pages: '页' },
  or: '，或 ',
  upTo: '含 {covered}',
  longerInput:
    '一次价格包含 {covered}。超出后，每开始一份同样的用量加收 {price}，且只有在调用通过 X-Max-Price 允许时才会运行。',
  state: {
    ready: '可用',
    resting: '其来源因故障暂停，请几分钟后重试。',
    'not-set-up': '本服务器未为正式账户配置此工具。测试账户可在沙盒中调用。',
  },
  categories: {
    search: '搜索',
    llm: '语言模型',
    translate: '翻译',
    weather: '天气',
    utility: '地图与地点',
    finance: '金融',
    crypto: '加密货币',
    data: '数据与新闻',
    scrape: '网页',
    vision: '图像',
    audio: '音频',
  },
  run: '运行',
  runNote: '使用测试账户和虚拟资金在沙盒中运行。',
  runFree: '免费运行',
  runPaid: '以虚拟资金 {price} 运行',
  input: '输入',
  field: '字段',
  kind: '类型',
  meaning: '含义',
  required: '必填',
  noInput: '无需输入。',
  errors: '主要错误',
  answer: '返回示例',
  errorsNote: '这些情况都不收费；已扣的费用会在您看到错误之前退还。',
  elsewhere: '在代码中调用',
  needsFile: '此工具需要文件，请从命令行调用。',
  reference: '参考文档中的全部字段和错误',
  pricing: '价格',
  pricingLead: '每次调用一口价，以美元计。没有月费，也没有最低消费。',
  rules: [
    '费用在运行前扣除，失败则全额退还。输入有误不收费。',
    '价格包含所示的输入量。超出部分每开始一个单位再收一次费用，且仅在您设定的最高价允许时才会运行。',
    '使用相同的幂等键重复调用，只收费一次。',
  ],
  calculator: '每月费用',
  callsPerMonth: '每月调用次数',
  calculate: '计算',
  total: '{tool} 每次 {price}，每月调用 {calls} 次，共 {total}。',
  dimmed: '灰色：本服务器的正式账户暂不可用。测试账户可在沙盒中调用。',
  asJson: '以 JSON 查看',
};

export const catalogueWords: Readonly<Record<Language, CatalogueWords>> = { en, ja, zh };
