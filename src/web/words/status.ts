/** The words of `/status`. */

import type { Language } from '../language.ts';
import type { ToolState } from '../page-facts.ts';

interface StatusWords {
  title: string;
  good: string;
  resting: string;
  lead: string;
  tool: string;
  now: string;
  states: Readonly<Record<ToolState, string>>;
}

const en: StatusWords = {
  title: 'Status',
  good: 'Every tool that is set up answers.',
  resting: 'Some tools rest after failures of their sources: {tools}.',
  lead: 'As this server sees its sources right now, for live accounts. A tool with several sources rests only when all of them do.',
  tool: 'Tool',
  now: 'Now',
  states: { ready: 'Ready', resting: 'Resting', 'not-set-up': 'Not set up here' },
};

const ja: StatusWords = {
  title: '稼働状況',
  good: '設定済みのツールはすべて応答しています。',
  resting: '提供元の障害により停止中のツールがあります：{tools}。',
  lead: '本番アカウントについて、このサーバーから見た提供元の現在の状態です。提供元が複数あるツールは、すべてが停止した場合にのみ停止します。',
  tool: 'ツール',
  now: '現在',
  states: { ready: '利用可能', resting: '一時停止中', 'not-set-up': '未設定' },
};

const zh: StatusWords = {
  title: '服务状态',
  good: '所有已配置的工具均正常。',
  resting: '部分工具因来源故障而暂停：{tools}。',
  lead: '以下是本服务器此刻看到的来源状态（正式账户）。有多个来源的工具，只有全部来源暂停时才会暂停。',
  tool: '工具',
  now: '当前',
  states: { ready: '可用', resting: '暂停', 'not-set-up': '未配置' },
};

export const statusWords: Readonly<Record<Language, StatusWords>> = { en, ja, zh };
