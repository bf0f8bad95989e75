/** The words of `/api-benchmark/`. */
import type { Language } from '../language.ts';

const en = {
  title: 'How fast the tools are',
  lead: 'Measured on this very server, with calls of live accounts in the last {days} days. Nothing is a probe, an estimate or a figure of the vendor.',
  tools: 'Tools',
  tool: 'Tool',
  providers: 'Providers',
  provider: 'Provider',
  calls: 'Calls',
  requests: 'Requests',
  success: 'Success',
  /** Half were at most this long; 95 of a hundred were. */
  p50: 'p50',
  p95: 'p95',
  none: 'No live call has been measured in the last {days} days.',
  firstStep:
    'Figures appear a minute after the first live call. Calls of test accounts are answered by the sandbox and are not counted.',
  method: 'Method',
  methodLines: [
    'A tool is timed from the moment its call is admitted until the answer is ready: the charge, all providers that were tried, the check of the answer and the receipt are part of it; your network is not. Answers from the cache count as the calls that they are.',
    'A provider is timed for each single request, from sending it to the last byte of the reply.',
    'Durations are counted in classes, each a fifth longer than the one below it. p50 and p95 are the upper bound of the class in which half, or 95 of a hundred, of the successful ones end.',
    'Success leaves out what the caller got wrong (invalid input, no balance) and what was refused before it ran. A tool with a fallback succeeds when one of its providers does.',
    'Counts are added up over all servers of this installation once a minute, kept for {days} days by UTC date, and shown as they are.',
  ],
};

const ja: typeof en = {
  title: 'ツールの応答速度',
  lead: 'このサーバーで、過去{days}日間の本番アカウントの呼び出しを実測した値です。試験用の呼び出し、推定値、提供元の公称値は含みません。',
  tools: 'ツール',
  tool: 'ツール',
  providers: '提供元',
  provider: '提供元',
  calls: '呼び出し',
  requests: 'リクエスト',
  success: '成功率',
  p50: 'p50',
  p95: 'p95',
  none: '過去{days}日間に計測された本番の呼び出しはありません。',
  firstStep:
    '最初の本番呼び出しから1分後に数値が表示されます。テストアカウントの呼び出しはサンドボックスが応答するため、集計しません。',
  method: '計測方法',
  methodLines: [
    'ツールは、呼び出しを受け付けてから応答の準備ができるまでを計測します。課金、試みたすべての提供元、応答の検査、レシートの発行を含み、利用者側のネットワークは含みません。キャッシュからの応答も1回の呼び出しとして数えます。',
    '提供元は、リクエストごとに送信から応答の最終バイトまでを計測します。',
    '所要時間は、1段ごとに約2割ずつ長くなる階級に分けて数えます。p50とp95は、成功したもののうち半数、または100件中95件が収まる階級の上限です。',
    '成功率には、利用者側の誤り（不正な入力、残高不足）と、実行前に断ったものを含めません。代替の提供元を持つツールは、いずれかが成功すれば成功です。',
    '件数はこの環境の全サーバー分を1分ごとに合算し、UTCの日付ごとに{days}日間保持して、そのまま表示します。',
  ],
};

const zh: typeof en = {
  title: '工具的响应速度',
  lead: '以下数据来自本服务器近 {days} 天正式账户调用的实测结果，不含探测、估算或厂商公布的数字。',
  tools: '工具',
  tool: '工具',
  providers: '来源',
  provider: '来源',
  calls: '调用数',
  requests: '请求数',
  success: '成功率',
  p50: 'p50',
  p95: 'p95',
  none: '近 {days} 天内没有测到正式调用。',
  firstStep: '首次正式调用一分钟后即会出现数据。测试账户的调用由沙箱应答，不计入统计。',
  method: '测量方法',
  methodLines: [
    '工具的耗时从调用被受理起，到结果备妥为止，包括扣费、尝试过的所有来源、结果校验和收据签发，不含您自己的网络。来自缓存的结果也按一次调用计算。',
    '来源的耗时按单次请求计算，从发出请求到收到应答的最后一个字节。',
    '耗时按区间计数，每个区间约比前一个长两成。p50 和 p95 是成功调用中一半、或 95% 落入的区间上限。',
    '成功率不含调用方的错误（输入无效、余额不足），也不含执行前被拒绝的调用。有备用来源的工具，只要有一个来源成功即为成功。',
    '计数每分钟汇总一次，覆盖本系统的所有服务器，按 UTC 日期保留 {days} 天，并原样展示。',
  ],
};

export const benchmarkWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
