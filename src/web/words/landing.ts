/** The words of `/`. */
import type { Language } from '../language.ts';

interface LandingWords {
  headline: string;
  lead: string;
  tryTitle: string;
  tryNote: string;
  tryAction: string;
  tryLanguage: string;
  tryText: string;
  sameElsewhere: string;
  keyNote: string;
  proofsTitle: string;
  proofs: readonly { title: string; text: string; href: string; link: string }[];
  pricesTitle: string;
  tool: string;
  price: string;
  does: string;
  free: string;
  allPrices: string;
  newsroomTitle: string;
  newsroom: string;
  moreTitle: string;
  startReading: string;
  allTools: string;
  signIn: string;
  specimen: string;
  openNewsroom: string;
  further: readonly { href: string; title: string; text: string }[];
}

const en: LandingWords = {
  headline: 'One key and one prepaid balance for every tool your agent calls.',
  lead: 'Farebox is a self-hosted gateway for MCP and REST. Each call is charged before it leaves, refunded in full if it fails, and answered with a signed receipt.',
  tryTitle: 'Try it',
  tryNote:
    'One click makes a test account with play money, runs a paid call in the sandbox and shows what it cost. Nothing to sign up for.',
  tryAction: 'Run a paid call for {price}',
  tryLanguage: 'Translate into',
  tryText: 'Text',
  sameElsewhere: 'The same call elsewhere',
  keyNote: 'Put your own key in place of <apiKey>. A test key comes from the command below.',
  proofsTitle: 'Three things you can check',
  proofs: [
    {
      title: 'A charge is durable before the call goes out',
      text: 'The balance is debited and synced to disk first. A crash at any moment leaves a charge with a call, or neither.',
      href: '/docs/money',
      link: 'How charging works',
    },
    {
      title: 'A failed call costs nothing',
      text: 'Time-outs, empty answers and broken upstreams are refunded by themselves, before you read the error.',
      href: '/docs/sandbox',
      link: 'Make one fail in the sandbox',
    },
    {
      title: 'A receipt proves itself',
      text: 'Each one is signed with Ed25519. Verify it here after the run, or anywhere with the published key.',
      href: '/docs/receipts',
      link: 'How to verify one',
    },
  ],
  pricesTitle: 'What calls cost',
  tool: 'Tool',
  price: 'Price of a call',
  does: 'What it does',
  free: 'free',
  allPrices: 'All tools and prices',
  newsroomTitle: 'And a newsroom',
  newsroom:
    'The same key scores and improves press releases in English, Japanese and Chinese, and prints them as PDF. It invents no facts: whatever is not in your text is marked.',
  moreTitle: 'Go on',
  startReading: 'Read the first guide',
  allTools: 'See all tools',
  signIn: 'Sign in',
  specimen: 'Specimen',
  openNewsroom: 'Open the newsroom',
  further: [
    {
      href: '/docs',
      title: 'Docs',
      text: 'Guides first, then every operation with its fields, errors and an example.',
    },
    { href: '/docs/console', title: 'Console', text: 'Send any request from the browser.' },
    { href: '/docs/mcp', title: 'MCP clients', text: 'The same tools in Claude Code, Cursor, VS Code and others.' },
    { href: '/agent', title: 'For agents', text: 'One page that an agent reads before its first call.' },
    { href: '/openapi.yaml', title: 'OpenAPI', text: 'Every operation as OpenAPI 3.1, to generate clients from.' },
    { href: '/status', title: 'Status', text: 'Which tools answer now, and how the last 90 days were.' },
  ],
};

const ja: LandingWords = {
  headline: 'エージェントが使うすべてのツールを、1 本のキーと 1 つの前払い残高で。',
  lead: 'Farebox は MCP と REST に対応したセルフホスト型のゲートウェイです。呼び出しの前に料金を確定し、失敗すれば全額を返金し、署名付きの領収書をお渡しします。',
  tryTitle: '試してみる',
  tryNote:
    'クリックひとつでテスト用アカウントを作り、サンドボックスで有料の呼び出しを実行して料金を表示します。登録は不要で、実際のお金は使いません。',
  tryAction: '{price} の呼び出しを実行',
  tryLanguage: '翻訳先の言語',
  tryText: 'テキスト',
  sameElsewhere: '同じ呼び出しを別の方法で',
  keyNote: '<apiKey> をご自分のキーに置き換えてください。テスト用のキーは次のコマンドで作れます。',
  proofsTitle: 'ご自分で確かめられる 3 つのこと',
  proofs: [
    {
      title: '料金は送信前に確実に記録',
      text: '残高から引き落とし、ディスクに書き込んでから送信します。どの瞬間に停止しても、料金だけが残ることはありません。',
      href: '/docs/money',
      link: '課金の仕組み',
    },
    {
      title: '失敗した呼び出しは無料',
      text: 'タイムアウト、空の応答、上流の障害は、エラーをお返しする前に自動で返金されます。',
      href: '/docs/sandbox',
      link: 'サンドボックスで失敗させてみる',
    },
    {
      title: '領収書はそれ自体が証拠',
      text: 'すべて Ed25519 で署名されています。実行後にこの場で、または公開鍵を使ってどこでも検証できます。',
      href: '/docs/receipts',
      link: '検証のしかた',
    },
  ],
  pricesTitle: '料金の例',
  tool: 'ツール',
  price: '1 回の料金',
  does: '内容',
  free: '無料',
  allPrices: 'すべてのツールと料金',
  newsroomTitle: 'ニュースルームも',
  newsroom:
    '同じキーで、英語・日本語・中国語のプレスリリースを採点・改善し、PDF にできます。事実を創作することはなく、元の文章にない内容には印を付けます。',
  moreTitle: '次に読む',
  startReading: '最初のガイドを読む',
  allTools: 'すべてのツールを見る',
  signIn: 'サインイン',
  specimen: '見本',
  openNewsroom: 'ニュースルームを開く',
  further: [
    {
      href: '/docs',
      title: 'ドキュメント',
      text: 'まずはガイド、続いて全操作の項目・エラー・例を載せたリファレンス。',
    },
    { href: '/docs/console', title: 'コンソール', text: 'どのリクエストもブラウザーから送れます。' },
    {
      href: '/docs/mcp',
      title: 'MCP クライアント',
      text: 'Claude Code、Cursor、VS Code などから同じツールを使えます。',
    },
    { href: '/agent', title: 'エージェント向け', text: 'エージェントが最初の呼び出しの前に読む 1 ページ。' },
    { href: '/openapi.yaml', title: 'OpenAPI', text: '全操作の OpenAPI 3.1。クライアントの生成に使えます。' },
    { href: '/status', title: '稼働状況', text: '各ツールの現在の状態と、過去 90 日間の記録。' },
  ],
};

const zh: LandingWords = {
  headline: '一个密钥、一份预付余额，调用智能体所需的全部工具。',
  lead: 'Farebox 是可自行部署的 MCP 与 REST 网关。每次调用先扣费再发出，失败则全额退款，并附上签名收据。',
  tryTitle: '立即试用',
  tryNote: '点击一次即可创建测试账户，在沙盒中运行一次付费调用并显示费用。无需注册，使用的是虚拟资金。',
  tryAction: '运行一次 {price} 的付费调用',
  tryLanguage: '目标语言',
  tryText: '文本',
  sameElsewhere: '用其他方式发出同样的调用',
  keyNote: '请将 <apiKey> 替换为您自己的密钥。用下面的命令可以获得测试密钥。',
  proofsTitle: '三件可以自行验证的事',
  proofs: [
    {
      title: '先落盘扣费，再发出调用',
      text: '余额先扣除并写入磁盘。无论何时崩溃，都不会出现只扣费而没有调用的情况。',
      href: '/docs/money',
      link: '计费方式',
    },
    {
      title: '失败的调用不收费',
      text: '超时、空结果和上游故障会自动退款，在您看到错误之前就已完成。',
      href: '/docs/sandbox',
      link: '在沙盒中制造一次失败',
    },
    {
      title: '收据可自证真伪',
      text: '每张收据都有 Ed25519 签名。可在运行后当场验证，也可用公开的密钥在任何地方验证。',
      href: '/docs/receipts',
      link: '如何验证',
    },
  ],
  pricesTitle: '调用价格',
  tool: '工具',
  price: '每次价格',
  does: '用途',
  free: '免费',
  allPrices: '全部工具与价格',
  newsroomTitle: '还有新闻编辑室',
  newsroom: '同一个密钥即可为英文、日文和中文新闻稿评分、改进并生成 PDF。它不会编造事实：原文中没有的内容都会被标出。',
  moreTitle: '继续了解',
  startReading: '阅读第一篇指南',
  allTools: '查看全部工具',
  signIn: '登录',
  specimen: '样张',
  openNewsroom: '打开新闻室',
  further: [
    { href: '/docs', title: '文档', text: '先是指南，然后是每个操作的字段、错误和示例。' },
    { href: '/docs/console', title: '调试台', text: '在浏览器中发送任意请求。' },
    { href: '/docs/mcp', title: 'MCP 客户端', text: '在 Claude Code、Cursor、VS Code 等客户端中使用同样的工具。' },
    { href: '/agent', title: '面向智能体', text: '智能体在第一次调用之前阅读的一页。' },
    { href: '/openapi.yaml', title: 'OpenAPI', text: '以 OpenAPI 3.1 描述的全部操作，可用于生成客户端。' },
    { href: '/status', title: '服务状态', text: '各工具目前的状态，以及过去 90 天的记录。' },
  ],
};

export const landingWords: Readonly<Record<Language, LandingWords>> = { en, ja, zh };
