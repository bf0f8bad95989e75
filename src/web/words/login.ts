/** The words of the sign-in page. */
import type { Language } from '../language.ts';

/** Said by the script. */
export type LoginSaid = 'left';

interface LoginWords {
  title: string;
  byMailNote: string;
  inside: string;
  thisTab: string;
  leave: string;
  docs: string;
  console: string;
  agent: string;
  said: Readonly<Record<LoginSaid, string>>;
}

const en: LoginWords = {
  title: 'Sign in',
  byMailNote: 'A code comes by e-mail. There is no password.',
  inside: 'Where to go',
  thisTab: 'The sign-in holds in this tab, until it is closed.',
  leave: 'Sign out',
  docs: 'API reference',
  console: 'Console for trying the API',
  agent: 'The guide for agents',
  said: { left: 'You are signed out.' },
};

const ja: LoginWords = {
  title: 'サインイン',
  byMailNote: 'コードをメールでお送りします。パスワードはありません。',
  inside: '次の行き先',
  thisTab: 'サインインはこのタブを閉じるまで有効です。',
  leave: 'サインアウト',
  docs: 'API リファレンス',
  console: 'API を試すコンソール',
  agent: 'エージェント向けガイド',
  said: { left: 'サインアウトしました。' },
};

const zh: LoginWords = {
  title: '登录',
  byMailNote: '验证码将通过电子邮件发送，无需密码。',
  inside: '前往',
  thisTab: '登录状态仅在此标签页中保持，关闭后失效。',
  leave: '退出登录',
  docs: 'API 参考文档',
  console: 'API 试用控制台',
  agent: '智能体指南',
  said: { left: '已退出登录。' },
};

export const loginWords: Readonly<Record<Language, LoginWords>> = { en, ja, zh };
