/** A release of one page in three languages, with what is rare in each. */
import type { ReleaseSheet } from '../../../../src/newsroom/content/releases/pdf/types.ts';

export const mixed: ReleaseSheet = {
  language: 'ja',
  title: '議事録を翌朝までに三か国語で公開「Gijiroku Translate」提供開始',
  subtitle: '髙橋代表「多言語の情報公開を、すべての自治体へ」',
  dateline: '東京、2026年11月21日',
  company: '株式会社サンプル',
  embargo: '2026年11月21日 10:00（日本時間）',
  logo: null,
  body: `　株式会社サンプル（本社：東京都渋谷区、代表取締役：髙橋 一郎）は、自治体の議事録を自動で翻訳する「Gijiroku Translate」の提供を開始します。日本語・英語・中国語（简体中文）に対応し、会議の翌朝には三か国語の議事録が公開できる、という点が従来のサービスと異なります。

■サービスの特徴
・議事録のPDFを読み込むだけで、発言者ごとに要約・翻訳を行います。「専門用語が多い」「人名の読みが難しい」といった課題にも対応しました！
・料金は月額①49,800円（税込）～。㈱サンプルの既存契約者は②39,800円／月→年額契約で１０％引き。

“Every resident should be able to read what was decided,” said Ichiro Takahashi, CEO of Sample Inc. The state-of-the-art engine reduces turnaround from 14 days to one — without additional staff.

中文说明：本公司发布面向地方政府的会议记录翻译服务，务必在发布时标明来源；“我们希望让每一位居民都能读懂政府的决定”，高桥表示……`,
  contactInfo: '株式会社サンプル 広報部　担当：邊見・﨑山\nTEL 03-1234-5678\npress@sample.example',
  issuedAt: new Date('2026-11-21T00:00:00Z'),
};
