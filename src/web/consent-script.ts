/** The script of the consent page, a file of its own: the content security policy allows no inline scripts. */
import type { WebDocument } from '../kernel/web-document.ts';

/** What the page says in other languages, and what only the script says. English stands in the page. */
const WORDS = `
const words = {
  ja: {
    title: 'アカウントへのアクセス',
    asks: 'があなたのアカウントへのアクセスを求めています。ご自身で今始めた場合だけ進んでください。',
    from: '名称の保証', unknown: 'この名称を保証する者はいません', to: '応答の送り先', at: '使える場所',
    device: 'この端末上のプログラム', can: 'できるようになること',
    'scope-tools': 'ツールを呼び出し、残高から支払う。残高・履歴・領収書を見る',
    'scope-account': '会社の情報・メンバー・プランを見て変更する（キーは作れません）',
    'scope-newsroom': 'ニュースルームでの作業：分析、プレスリリース、メディアリスト、キャンペーン',
    account: 'あなたのアカウント', signed: 'サインイン中：', leave: '別のアカウントを使う', email: 'メールアドレス',
    sent: 'このアドレスにコードを送りました。', code: 'メールに届いたコード', send: 'コードを送る', again: 'もう一度送る',
    'by-key': 'メールを使わない：アカウントのルートキーを使う', key: 'ルートキー',
    'key-note': 'キーは所有の確認のためこのサーバーにだけ送られます。プログラムには渡りません。',
    limits: '使ってよい金額（USD）', perDay: '1日あたり', total: '合計', perCall: '1回あたり',
    'limits-note': '空欄は上限なし。アクセスを終えるには、プログラム名のキーを削除します。',
    allow: '許可する', deny: '拒否する', done: '完了しました。プログラムに戻ってください。このページは閉じて構いません。',
    'need-email': 'メールアドレスを入力してください。', 'need-code': 'メールに届いたコードを入力してください。',
    'bad-limit': '金額は 0 以上の数で入力してください。', failed: 'サーバーに届きませんでした。もう一度お試しください。',
    'signed-out': 'サインインの期限が切れました。もう一度サインインしてください。',
  },
  zh: {
    title: '访问您的账户',
    asks: '请求访问您的账户。只有在您刚刚亲自发起时才继续。',
    from: '名称担保', unknown: '没有人为此名称担保', to: '答复发送至', at: '适用范围',
    device: '本设备上的程序', can: '它将能够',
    'scope-tools': '调用工具并从余额付款；查看余额、记录和收据',
    'scope-account': '查看并更改公司资料、成员和套餐（不能创建密钥）',
    'scope-newsroom': '在新闻室工作：分析、新闻稿、媒体名单、活动',
    account: '您的账户', signed: '已登录：', leave: '使用其他账户', email: '电子邮箱',
    sent: '验证码已发送到此邮箱。', code: '邮件中的验证码', send: '发送验证码', again: '重新发送',
    'by-key': '不用邮箱登录：使用账户的根密钥', key: '根密钥',
    'key-note': '密钥只发送给本服务器，以证明账户属于您。程序不会得到它。',
    limits: '可花费金额（USD）', perDay: '每天', total: '总计', perCall: '单次调用',
    'limits-note': '留空表示不限。要结束访问，请删除以该程序命名的密钥。',
    allow: '允许', deny: '拒绝', done: '已完成。请回到程序，此页面可以关闭。',
    'need-email': '请输入电子邮箱。', 'need-code': '请输入邮件中的验证码。',
    'bad-limit': '金额必须是不小于 0 的数字。', failed: '无法连接服务器，请重试。',
    'signed-out': '登录已过期，请重新登录。',
  },
  en: {
    again: 'Send another code', done: 'Done. Go back to the program; you can close this page.',
    'need-email': 'Enter your e-mail address.', 'need-code': 'Enter the code from the mail.',
    'bad-limit': 'Enter an amount of 0 or more.', failed: 'The server could not be reached. Try again.',
    'signed-out': 'Your sign-in has ended. Sign in again.',
  },
};
`;

const SCRIPT = `
const $ = (id) => document.getElementById(id);
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in words) ?? 'en';
const say = (word) => words[language][word] ?? words.en[word];
/** Where a session waits while this tab is open; the root key is kept nowhere. */
const SESSION = 'farebox.session';

function translate() {
  if (language === 'en') return;
  document.documentElement.lang = language;
  document.querySelector('h1').textContent = say('title');
  for (const element of document.querySelectorAll('[data-w]')) {
    const text = say(element.dataset.w);
    if (text) element.textContent = text;
  }
}

/** A fault in words for the reader, at the field that it is about. */
class Fault extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

async function ask(method, path, body, bearer) {
  const headers = { ...(body && { 'Content-Type': 'application/json' }), ...(bearer && { Authorization: 'Bearer ' + bearer }) };
  let reply;
  try {
    reply = await fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: 'omit', cache: 'no-store' });
  } catch {
    throw new Fault(say('failed'));
  }
  const answer = await reply.json().catch(() => ({}));
  if (reply.ok) return answer;
  const fault = new Fault(answer.error_description ?? (typeof answer.detail === 'string' ? answer.detail : say('failed')));
  fault.status = reply.status;
  throw fault;
}

function showSession(email, company) {
  $('who').textContent = email + (company ? ' (' + company + ')' : '');
  $('signed-in').hidden = false;
  $('sign-in').hidden = true;
}

function leave() {
  sessionStorage.removeItem(SESSION);
  $('signed-in').hidden = true;
  $('sign-in').hidden = false;
  $('code-step').hidden = true;
  $('code').value = '';
}

function keep({ token, user, company }) {
  sessionStorage.setItem(SESSION, token);
  showSession(user.email, company.name);
  return token;
}

async function sendCode() {
  const email = $('email').value.trim();
  if (!email.includes('@')) throw new Fault(say('need-email'), 'email');
  const answer = await ask('POST', '/auth/send-code', { email });
  if (answer.token) return void keep(answer);
  $('code-step').hidden = false;
  $('send').textContent = say('again');
  $('code').focus();
}

/** The bearer token that consents: a session, or the root key. Null when something had to be done first. */
async function bearer() {
  const session = sessionStorage.getItem(SESSION);
  if (session) return session;
  const key = $('key').value.trim();
  if ($('by-key').open && key) return key;
  if ($('code-step').hidden) {
    await sendCode();
    return sessionStorage.getItem(SESSION);
  }
  const code = $('code').value.trim();
  if (!code) throw new Fault(say('need-code'), 'code');
  return keep(await ask('POST', '/auth/verify', { email: $('email').value.trim(), code }));
}

function limits() {
  const caps = {};
  for (const id of ['perDay', 'total', 'perCall']) {
    const text = $(id).value.trim().replace(',', '.');
    if (text === '') continue;
    if (!/^\\d{1,6}(\\.\\d{1,6})?$/.test(text)) throw new Fault(say('bad-limit'), id);
    caps[id] = Number(text);
  }
  return caps;
}

async function allow() {
  const caps = limits();
  const token = await bearer();
  if (token === null) return;
  try {
    const request = $('consent').dataset.request;
    const { redirectTo } = await ask('POST', '/oauth/authorize', { request, caps }, token);
    $('key').value = '';
    $('consent').hidden = true;
    const done = document.createElement('p');
    done.textContent = say('done');
    done.setAttribute('role', 'status');
    $('consent').after(done);
    location.assign(redirectTo);
  } catch (fault) {
    if (fault.status === 401 && sessionStorage.getItem(SESSION)) {
      leave();
      fault.message = say('signed-out');
    }
    throw fault;
  }
}

/** Runs one step at a time, and says what went wrong. */
function step(run) {
  return async (event) => {
    event.preventDefault();
    if ($('allow').disabled) return;
    $('fault').textContent = '';
    $('allow').disabled = $('send').disabled = true;
    try {
      await run();
    } catch (fault) {
      $('fault').textContent = fault.message;
      if (fault.field) $(fault.field).focus();
      else $('fault').scrollIntoView({ block: 'nearest' });
    } finally {
      $('allow').disabled = $('send').disabled = false;
    }
  };
}

translate();
$('consent').addEventListener('submit', step(allow));
$('send').addEventListener('click', step(sendCode));
$('leave').addEventListener('click', leave);
const kept = sessionStorage.getItem(SESSION);
if (kept) {
  ask('GET', '/auth/me', undefined, kept).then(({ user, company }) => showSession(user.email, company.name), leave);
}
`;

export const consentScript: WebDocument = {
  path: '/oauth/consent.js',
  title: 'Script of the consent page',
  type: 'text/javascript; charset=utf-8',
  hasCors: false,
  read: () => `'use strict';${WORDS}${SCRIPT}`,
};
