/** The words of `/status`. */

import type { Language } from '../language.ts';

const en = {
  title: 'Status',
  good: 'Every tool that is set up answers.',
  resting: 'Some tools rest after failures of their sources: {tools}.',
  lead: 'As this server sees its sources right now, for live accounts. A tool with several sources rests only when all of them do.',
  tool: 'Tool',
  tools: 'Tools',
  now: 'Now',
  states: { ready: 'Ready', resting: 'Resting', 'not-set-up': 'Not set up here' },
  pausedModels: 'Paused models: {models}',
  providers: 'Providers, the last 90 days',
  provider: 'Provider',
  providersNote:
    'Each bar is a UTC day of requests that live calls of this server sent. Its colour says how many failed by the fault of the provider. Nothing is estimated: a day without requests stays empty.',
  noProviders: 'No provider is set up for live accounts, and none has been asked in the last 90 days.',
  history: '90 days',
  success: 'Success',
  average: 'Average',
  /** Of a day: `{failures}` of `{requests}`. */
  dayText: '{failures} of {requests} failed',
  noRequests: 'no requests',
  incidents: 'Incidents',
  incidentsNote: 'Days on which at least one in twenty requests to a provider failed, of ten or more.',
  noIncidents: 'None in the last 90 days.',
  day: 'Day (UTC)',
  requests: 'Requests',
  failures: 'Failures',
  benchmark: 'How fast the tools are',
};

const ja: typeof en = {
  title: '稼働状況',
  good: '設定済みのツールはすべて応答しています。',
  resting: '提供元の障害により停止中のツールがあります：{tools}。',
  lead: '本番アカウントについて、このサーバーから見た提供元の現在の状態です。提供元が複数あるツールは、すべてが停止した場合にのみ停止します。',
  tool: 'ツール',
  tools: 'ツール',
  now: '現在',
  states: { ready: '利用可能', resting: '一時停止中', 'not-set-up': '未設定' },
  pausedModels: '一時停止中のモデル：{models}',
  providers: '提供元の過去90日間',
  provider: '提供元',
  providersNote:
    '棒1本が1日分（UTC）で、このサーバーの本番呼び出しが送ったリクエストを表します。色は提供元の責任で失敗した割合です。推定値は含みません。リクエストのない日は空白のままです。',
  noProviders: '本番アカウント用に設定された提供元はなく、過去90日間にリクエストもありません。',
  history: '90日間',
  success: '成功率',
  average: '平均',
  dayText: '{requests}件中{failures}件が失敗',
  noRequests: 'リクエストなし',
  incidents: '障害',
  incidentsNote: '1日のリクエストが10件以上あり、その5%以上が失敗した日です。',
  noIncidents: '過去90日間にはありません。',
  day: '日付（UTC）',
  requests: 'リクエスト',
  failures: '失敗',
  benchmark: 'ツールの応答速度',
};

const zh: typeof en = {
  title: '服务状态',
  good: '所有已配置的工具均正常。',
  resting: '部分工具因来源故障而暂停：{tools}。',
  lead: '以下是本服务器此刻看到的来源状态（正式账户）。有多个来源的工具，只有全部来源暂停时才会暂停。',
  tool: '工具',
  tools: '工具',
  now: '当前',
  states: { ready: '可用', resting: '暂停', 'not-set-up': '未配置' },
  pausedModels: '已暂停的模型：{models}',
  providers: '来源近 90 天的情况',
  provider: '来源',
  providersNote:
    '每个柱代表一个 UTC 日，统计本服务器正式调用发出的请求；颜色表示因来源方原因失败的比例。没有任何估算，没有请求的日子留空。',
  noProviders: '没有为正式账户配置来源，近 90 天内也没有任何请求。',
  history: '90 天',
  success: '成功率',
  average: '平均',
  dayText: '{requests} 次中失败 {failures} 次',
  noRequests: '没有请求',
  incidents: '故障',
  incidentsNote: '当日请求不少于 10 次，且其中至少 5% 失败的日子。',
  noIncidents: '近 90 天内没有。',
  day: '日期（UTC）',
  requests: '请求数',
  failures: '失败数',
  benchmark: '工具的响应速度',
};

export const statusWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
