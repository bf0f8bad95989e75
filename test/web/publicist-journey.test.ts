/** A PR manager in Japan: from the company's details to a follow-up and the report of a campaign. */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, settle } from '../harness/browser.ts';
import { mailingEnv } from '../harness/mailing.ts';
import { codeIn, decoded, waitFor } from '../harness/outbox.ts';
import { type ScriptedServer, startScriptedServer } from '../harness/scripted-smtp.ts';
import { BROWSER } from '../tools/campaign/world.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { lookAt } from './look.ts';

const JOURNEY_MS_MAX = 300_000;
const STEP_MS_MAX = 20_000;
const OPEN_MS_MAX = 60_000;
const MANAGER = 'koho@sample-works.co.jp';
const HEADLINE = '株式会社サンプル、提灯の工房を12月1日に大阪・北浜で開設';
const BODY = [
  '株式会社サンプル（本社：大阪市、代表取締役：森あや）は、2026年12月1日、大阪・北浜に提灯づくりの工房を開設します。定員は1日120名、参加費は**無料**です。',
  '■ 開設の背景',
  '北浜商店会の調査では、10月の来街者は前年同月比38%増の4,200人でした。詳しくは https://sample-works.co.jp/note をご覧ください。',
  '■ 概要',
  '・開館時間：10時〜18時\n・定休日：【要確認：定休日】',
  '| 教室 | 所要時間 |\n|---|---|\n| 丸提灯 | 90分 |\n| 弓張提灯 | 120分 |',
  'お申し込みは[予約ページ](https://sample-works.co.jp/yoyaku)へ。',
].join('\n\n');
/** As a spreadsheet in Japan writes it; the last row has no address that works. */
const CONTACTS = [
  '氏名,メールアドレス,媒体名,役職',
  '佐藤花子,hanako@mihon-shimbun.co.jp,見本新聞,記者',
  '鈴木一郎,ichiro@reiji-keizai.co.jp,例示経済,デスク',
  '高橋二郎,jiro@,架空通信,記者',
].join('\r\n');

describe.skipIf(!hasChromium)('日本の広報担当者', { timeout: JOURNEY_MS_MAX }, () => {
  let world: BrowserWorld;
  let smtp: ScriptedServer;
  let tab: Page;
  beforeAll(async () => {
    smtp = await startScriptedServer();
    world = await openBrowserWorld({ ...mailingEnv, SMTP_URL: smtp.url, DEMO_DATA: 'off' });
    tab = world.browser.tab;
    tab.setDefaultTimeout(STEP_MS_MAX);
    await tab.context().addCookies([{ name: 'lang', value: 'ja', url: world.server.url }]);
  });
  afterAll(async () => {
    await world?.close();
    await smtp?.close();
  });

  const press = (name: string | RegExp): Promise<void> => tab.getByRole('button', { name, exact: true }).click();

  async function download(link: Locator): Promise<Buffer> {
    const [file] = await Promise.all([tab.waitForEvent('download'), link.click()]);
    return await readFile(await file.path());
  }

  async function findMail(to: string, subject: string): Promise<Email> {
    return await waitFor(async () => {
      const mails = await Promise.all(
        smtp.accepted.filter((one) => one.to === to).map(({ raw }) => PostalMime.parse(raw)),
      );
      return mails.findLast((mail) => mail.subject?.startsWith(subject));
    });
  }

  it('サインインして、会社情報を登録する', async () => {
    await tab.goto(`${world.server.url}/login?next=/app`);
    await lookAt(world, 'pr-01-login');
    await tab.getByLabel('メールアドレス').fill(MANAGER);
    await press('コードをメールで受け取る');
    const mail = await waitFor(async () => smtp.accepted.find(({ to }) => to === MANAGER)?.raw);
    await tab.getByLabel('コード', { exact: true }).fill(codeIn(decoded(mail)));
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${world.server.url}/app`);
    await lookAt(world, 'pr-02-start');
    await tab.getByRole('link', { name: '会社とチーム' }).first().click();
    await tab.getByLabel('会社名', { exact: true }).fill('株式会社サンプル');
    await tab.getByLabel('差出人名').fill('株式会社サンプル 広報');
    await tab.getByLabel('差出人アドレス').fill(MANAGER);
    await tab.getByLabel('所在地（メールのフッターに表示）').fill('大阪市中央区北浜1-2-3');
    await tab.getByRole('button', { name: '保存', exact: true }).first().click();
    await tab.getByText('保存しました').first().waitFor();
    await lookAt(world, 'pr-03-company');
  });

  it('リリースを書き、保存し、要確認の箇所を直す', async () => {
    await tab.getByRole('link', { name: 'リリース', exact: true }).first().click();
    await tab.getByRole('link', { name: 'リリースを書く' }).click();
    await tab.getByLabel('見出し').fill(HEADLINE);
    await tab.getByLabel('本文').fill(BODY);
    await tab.locator('.editor .dial').waitFor();
    await lookAt(world, 'pr-04-written');
    await press('保存');
    await tab.getByRole('status').getByText('保存しました', { exact: true }).waitFor();
    expect(tab.url()).toMatch(/releases\?id=\d+$/);
    // A draft is saved by itself from here on, also when it is left in between.
    await tab.getByLabel('問い合わせ先').fill('広報 森 koho@sample-works.co.jp');
    await tab.getByRole('status').getByText('保存しました', { exact: true }).waitFor();
    await tab.reload();
    expect(await tab.getByLabel('問い合わせ先').inputValue()).toContain('広報 森');
    await press('フィードに公開');
    await tab.getByText('要確認の箇所が残っています：【要確認：定休日】').waitFor();
    await lookAt(world, 'pr-05-preflight');
    await tab.getByLabel('本文').fill(BODY.replace('【要確認：定休日】', '月曜日'));
    await tab.getByText('要確認の箇所はありません').waitFor();
    await tab.getByRole('status').getByText('保存しました', { exact: true }).waitFor();
    await tab.getByText('プレビュー', { exact: true }).click();
    await tab.locator('.release-body td', { hasText: '弓張提灯' }).waitFor();
    await lookAt(world, 'pr-05-preview');
    const pdf = await download(tab.getByRole('link', { name: 'PDF' }));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    if (process.env.JOURNEY_PICTURES) await writeFile(`${process.env.JOURNEY_PICTURES}/release.pdf`, pdf);
    await press('公開する');
    await tab.getByText('公開URL').waitFor();
    await tab.getByRole('link', { name: /^\/v1\/articles\// }).click();
    expect(await tab.locator('.release-body strong').textContent()).toBe('無料');
    expect(await tab.locator('.release-body th').allTextContents()).toEqual(['教室', '所要時間']);
    await lookAt(world, 'pr-05-public');
    await tab.goto(`${world.server.url}/app`);
  });

  it('連絡先をCSVからインポートし、リストにする', async () => {
    await tab.getByRole('link', { name: '連絡先', exact: true }).first().click();
    const file = { name: '名簿.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTACTS) };
    await tab.getByLabel('CSVファイル').setInputFiles(file);
    await tab.getByLabel('全行に付けるタグ').fill('大阪');
    await press('内容を確認');
    await tab.getByText('追加2件、更新0件、登録済み0件、インポートできない行1件').waitFor();
    await lookAt(world, 'pr-06-import');
    await press('2件をインポート');
    await tab.getByText('追加2件、更新0件、登録済み0件、未インポート1件').waitFor();
    await tab.getByRole('link', { name: '佐藤花子' }).waitFor();
    await lookAt(world, 'pr-07-contacts');
    await tab.goto(`${world.server.url}/app/contacts?tag=${encodeURIComponent('大阪')}`);
    await press('リストを作成');
    await tab.getByText('2件をリストに追加しました。').waitFor();
    await lookAt(world, 'pr-08-list');
    await tab.getByRole('link', { name: '配信を作成' }).click();
  });

  it('配信を作成し、ひな形で整えて送信する', async () => {
    await tab.getByLabel('社内用の名前').fill('工房の開設');
    await lookAt(world, 'pr-09-new-campaign');
    await press('配信を作成');
    await tab.waitForURL(/campaigns\?id=\d+/);
    await tab.getByText('2通中1通目').waitFor();
    await lookAt(world, 'pr-10-campaign');
    await tab.getByText('すべてのメールを編集').click();
    const all = tab.locator('details', { hasText: 'すべてのメールを編集' }).first();
    await all.getByLabel('件名').fill('【リリース】提灯の工房を開設（{{outlet}}様）');
    await all.getByRole('button', { name: 'プレビュー' }).click();
    await all.getByText(/2通の下書きが変わります/).waitFor();
    await all.locator('summary', { hasText: '見本新聞' }).click();
    await lookAt(world, 'pr-11-template');
    await all.getByRole('button', { name: 'すべての下書きに適用' }).click();
    await all.getByText(/2通の下書きを変更しました/).waitFor();
    await all.getByLabel('検索する文字列').fill('ご覧ください');
    await all.getByLabel('置換後の文字列').fill('ご確認ください');
    await all.getByRole('button', { name: 'すべての下書きで置換' }).click();
    await all
      .getByText(/2通の下書きを変更しました/)
      .last()
      .waitFor();
    await lookAt(world, 'pr-12-replaced');
    await press('2通を送信');
    await tab.getByText('送信したメールは取り消せません。').waitFor();
    await lookAt(world, 'pr-13-confirm');
    await press('送信を確定');
    await tab.locator('h2').getByText('送信済み', { exact: true }).waitFor({ timeout: OPEN_MS_MAX });
    const mail = await findMail('hanako@mihon-shimbun.co.jp', '【リリース】提灯の工房を開設（見本新聞様）');
    expect(mail.from?.name).toBe('株式会社サンプル 広報');
    expect(mail.text).toContain('大阪市中央区北浜1-2-3');
    expect(mail.html).toContain('ご確認ください');
    expect(mail.html).toMatch(/<strong>無料<\/strong>[\s\S]*<th[^>]*>教室<\/th>/);
    expect(mail.html).toMatch(/<a [^>]*>予約ページ<\/a>/);
    expect(mail.text).toContain('参加費は無料です');
    expect(mail.text).toContain('予約ページ (https://sample-works.co.jp/yoyaku)');
  });

  it('開封を確かめ、未開封の宛先へフォローアップを送り、レポートを受け取る', async () => {
    const mail = await findMail('hanako@mihon-shimbun.co.jp', '【リリース】');
    const pixel = /<img src="([^"]*\/t\/[^"]*)"/.exec(mail.html ?? '')?.[1] ?? '';
    // What is opened within seconds of its sending was opened by a machine.
    const readRate = async (): Promise<string | null> => {
      await fetch(pixel.replaceAll('&amp;', '&'), { headers: { 'user-agent': BROWSER } });
      await tab.reload();
      await settle(tab);
      return await tab.locator('.figure', { hasText: '開封率' }).locator('dd').textContent();
    };
    await expect.poll(readRate, { timeout: OPEN_MS_MAX }).toMatch(/^50/);
    for (const language of ['en', 'zh', 'ja']) {
      await tab.context().addCookies([{ name: 'lang', value: language, url: world.server.url }]);
      await tab.reload();
      await lookAt(world, `pr-14-tracking-${language}`);
    }
    const pdf = await download(tab.getByRole('link', { name: 'レポート（PDF）' }));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const rows: string[][] = parse(await download(tab.getByRole('link', { name: 'レポート（CSV）' })), {
      bom: true,
      relax_column_count: true,
    });
    expect(JSON.stringify(rows)).toContain('見本新聞');
    await tab.getByLabel('対象').selectOption('not_opened');
    await press('フォローアップを作成');
    await tab.getByText('1通中1通目').waitFor();
    await lookAt(world, 'pr-15-follow-up');
    await press('1通を送信');
    await press('送信を確定');
    await tab.locator('h2').getByText('送信済み', { exact: true }).waitFor({ timeout: OPEN_MS_MAX });
    await findMail('ichiro@reiji-keizai.co.jp', '【リリース再送】');
    await lookAt(world, 'pr-16-done');
  });
});
