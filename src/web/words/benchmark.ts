/** The words of `/api-benchmark/`. */
import type { Language } from '../language.ts';

const en = {
  title: 'Benchmarks',
  lead: 'Latency and success rate of live calls on this server over the last {days} days. All numbers come from real calls; no synthetic probes, no vendor figures.',
  tools: 'Tools',
  tool: 'Tool',
  providers: 'Providers',
  provider: 'Provider',
  calls: 'Calls',
  requests: 'Requests',
  success: 'Success rate',
  p50: 'p50',
  p95: 'p95',
  none: 'No live calls in the last {days} days.',
  firstStep: 'Numbers appear one minute after the first live call. Sandbox calls are not counted.',
  method: 'Methodology',
  methodLines: [
    'Tools are timed from the moment a call is accepted until the response is ready. This includes the charge, every provider tried, response validation and the receipt, but not your network. Cached responses count as calls.',
    'Providers are timed per request, from sending it to the last byte of the response.',
    'Durations are grouped into buckets, each about 20% wider than the previous one. p50 and p95 are the upper bounds of the buckets that contain 50% and 95% of successful calls.',
    'Success rate excludes caller errors (invalid input, insufficient balance) and calls refused before they ran. A tool with fallbacks succeeds when any of its providers does.',
    'Counts from all servers of this installation are added up once a minute, kept for {days} days by UTC date, and shown unchanged.',
  ],
};

const ja: typeof en = {
  title: '応答速度の計測',
  lead: 'このサーバーで過去{days}日間に行われた本番の呼び出しの応答時間と成功率です。数値はすべて実際の呼び出しに基づき、試験用の呼び出しや提供元の公称値は含みません。',
  tools: 'ツール',
  tool: 'ツール',
  providers: 'プロバイダー',
  provider: 'プロバイダー',
  calls: '呼び出し',
  requests: 'リクエスト',
  success: '成功率',
  p50: 'p50',
  p95: 'p95',
  none: '過去{days}日間に本番の呼び出しはありません。',
  firstStep: '最初の本番の呼び出しから1分後に数値が表示されます。サンドボックスの呼び出しは集計しません。',
  method: '計測方法',
  methodLines: [
    'ツールは、呼び出しを受け付けてからレスポンスの準備が整うまでを計測します。課金、試行したすべてのプロバイダー、レスポンスの検証、レシートの発行を含み、利用者側のネットワークは含みません。キャッシュからの応答も1回の呼び出しとして数えます。',
    'プロバイダーは、リクエストごとに、送信からレスポンスの最終バイトを受信するまでを計測します。',
    '所要時間は、約2割ずつ広がる区間に分けて集計します。p50とp95は、成功した呼び出しの50%と95%が収まる区間の上限です。',
    '成功率には、利用者側のエラー（不正な入力、残高不足）と、実行前に拒否された呼び出しを含みません。代替プロバイダーのあるツールは、いずれかが成功すれば成功とみなします。',
    '件数は、この環境の全サーバー分を1分ごとに合算し、UTCの日付ごとに{days}日間保持して、そのまま表示します。',
  ],
};

const zh: typeof en = {
  title: '性能实测',
  lead: '本服务器近 {days} 天正式调用的延迟与成功率。所有数据均来自真实调用，不含探测请求或厂商公布的数字。',
  tools: '工具',
  tool: '工具',
  providers: '服务商',
  provider: '服务商',
  calls: '调用数',
  requests: '请求数',
  success: '成功率',
  p50: 'p50',
  p95: 'p95',
  none: '近 {days} 天内没有正式调用。',
  firstStep: '首次正式调用一分钟后即会显示数据。沙箱调用不计入统计。',
  method: '统计方法',
  methodLines: [
    '工具的耗时从受理调用起，到响应就绪为止，包括扣费、尝试过的所有服务商、响应校验和签发收据，不含您自己的网络。缓存命中也计为一次调用。',
    '服务商的耗时按单次请求计算，从发出请求到收到响应的最后一个字节。',
    '耗时按区间统计，每个区间约比前一个宽 20%。p50 和 p95 是 50% 和 95% 的成功调用所在区间的上限。',
    '成功率不含调用方的错误（输入无效、余额不足）和执行前被拒绝的调用。有备用服务商的工具，任一服务商成功即为成功。',
    '计数每分钟汇总一次，覆盖本系统的所有服务器，按 UTC 日期保留 {days} 天，并原样展示。',
  ],
};

export const benchmarkWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
