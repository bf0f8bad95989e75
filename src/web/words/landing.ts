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
}

const en: LandingWords = {
  headline: 'One key and one prepaid balance for every tool your agent calls.',
  lead: 'Farebox is a self-hosted gateway for MCP and REST. Each call is charged before it leaves, refunded in full if it fails, and answered with a signed receipt.',
  tryTitle: 'Try it',
  tryNote:
    'One click makes a test account with play money, runs a paid call in the sandbox and shows what it cost. Nothing to sign up for.',
  tryAction: 'Run a paid call',
  tryLanguage: 'Translate into',
  tryText: 'Text',
  sameElsewhere: 'The same call elsewhere',
  keyNote: 'Put your own key in place of <apiKey>. A test key comes from the command below.',
  proofsTitle: 'Three things you can check',
  proofs: [
    {
      title: 'A charge is durable before the call goes out',
      text: 'The balance is debited and synced to disk first. A crash at any moment leaves a charge with a call, or neither.',
      href: '/docs?q=receipt',
      link: 'How charging works',
    },
    {
      title: 'A failed call costs nothing',
      text: 'Time-outs, empty answers and broken upstreams are refunded by themselves, before you read the error.',
      href: '/agent',
      link: 'Errors and refunds',
    },
    {
      title: 'A receipt proves itself',
      text: 'Each one is signed with Ed25519. Verify it here after the run, or anywhere with the published key.',
      href: '/.well-known/jwks.json',
      link: 'The published key',
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
};

const ja: LandingWords = {
  headline: 'エージェントが使うすべてのツールを、1 本のキーと 1 つの前払い残高で。',
  lead: 'Farebox は MCP と REST に対応したセルフホスト型のゲートウェイです。呼び出しの前に料金を確定し、失敗すれば全額を返金し、署名付きの領収書をお渡しします。',
  tryTitle: '試してみる',
  tryNote:
    'クリックひとつでテスト用アカウントを作り、サンドボックスで有料の呼び出しを実行して料金を表示します。登録は不要で、実際のお金は使いません。',
  tryAction: '有料の呼び出しを実行',
  tryLanguage: '翻訳先の言語',
  tryText: 'テキスト',
  sameElsewhere: '同じ呼び出しを別の方法で',
  keyNote: '<apiKey> をご自分のキーに置き換えてください。テスト用のキーは次のコマンドで作れます。',
  proofsTitle: 'ご自分で確かめられる 3 つのこと',
  proofs: [
    {
      title: '料金は送信前に確実に記録',
      text: '残高から引き落とし、ディスクに書き込んでから送信します。どの瞬間に停止しても、料金だけが残ることはありません。',
      href: '/docs?q=receipt',
      link: '課金の仕組み',
    },
    {
      title: '失敗した呼び出しは無料',
      text: 'タイムアウト、空の応答、上流の障害は、エラーをお返しする前に自動で返金されます。',
      href: '/agent',
      link: 'エラーと返金',
    },
    {
      title: '領収書はそれ自体が証拠',
      text: 'すべて Ed25519 で署名されています。実行後にこの場で、または公開鍵を使ってどこでも検証できます。',
      href: '/.well-known/jwks.json',
      link: '公開鍵',
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
};

const zh: LandingWords = {
  headline: '一个密钥、一份预付余额，调用智能体所需的全部工具。',
  lead: 'Farebox 是可自行部署的 MCP 与 REST 网关。每次调用先扣费再发出，失败则全额退款，并附上签名收据。',
  tryTitle: '立即试用',
  tryNote: '点击一次即可创建测试账户，在沙盒中运行一次付费调用并显示费用。无需注册，使用的是虚拟资金。',
  tryAction: '运行一次付费调用',
  tryLanguage: '目标语言',
  tryText: '文本',
  sameElsewhere: '用其他方式发出同样的调用',
  keyNote: '请将 <apiKey> 替换为您自己的密钥。用下面的命令可以获得测试密钥。',
  proofsTitle: '三件可以自行验证的事',
  proofs: [
    {
      title: '先落盘扣费，再发出调用',
      text: '余额先扣除并写入磁盘。无论何时崩溃，都不会出现只扣费而没有调用的情况。',
      href: '/docs?q=receipt',
      link: '计费方式',
    },
    {
      title: '失败的调用不收费',
      text: '超时、空结果和上游故障会自动退款，在您看到错误之前就已完成。',
      href: '/agent',
      link: '错误与退款',
    },
    {
      title: '收据可自证真伪',
      text: '每张收据都有 Ed25519 签名。可在运行后当场验证，也可用公开的密钥在任何地方验证。',
      href: '/.well-known/jwks.json',
      link: '公开的密钥',
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
};

export const landingWords: Readonly<Record<Language, LandingWords>> = { en, ja, zh };
