/** The words of `/terms`. */
import type { Language } from '../language.ts';

const en = {
  title: 'Terms',
  lead: "Farebox is free software. Your use of this server is governed by its operator's terms.",
  terms: "Operator's terms",
  /** Before their address. */
  published: 'Read them at',
  unpublished: "This server's operator hasn't published any terms.",
  contact: 'Operator',
  noContact: "The operator hasn't provided contact details.",
  charges: 'What the software guarantees',
  chargesText:
    'Every call is charged before it is sent, returned with a signed receipt, and refunded automatically if it fails. You are never charged twice for the same call.',
  howCharged: 'See pricing',
  /** Of the software, not of its operator. */
  licence: 'The software is licensed under the MIT License, without warranty.',
};

const ja: typeof en = {
  title: '利用規約',
  lead: 'Fareboxは自由ソフトウェアです。このサーバーの利用には、運営者の規約が適用されます。',
  terms: '運営者の利用規約',
  published: '次のページをご覧ください：',
  unpublished: 'このサーバーの運営者は利用規約を公開していません。',
  contact: '運営者',
  noContact: '運営者の連絡先は登録されていません。',
  charges: 'ソフトウェアが保証すること',
  chargesText:
    '料金は呼び出しの前に引き落とされ、署名付きのレシートとともに結果が返されます。失敗した呼び出しは自動的に返金されます。同じ呼び出しに二重に課金されることはありません。',
  howCharged: '料金を見る',
  licence: 'ソフトウェアはMITライセンスで提供され、無保証です。',
};

const zh: typeof en = {
  title: '使用条款',
  lead: 'Farebox 是自由软件。使用本服务器须遵守其运营方的条款。',
  terms: '运营方的使用条款',
  published: '请查阅',
  unpublished: '本服务器的运营方尚未公布使用条款。',
  contact: '运营方',
  noContact: '运营方未提供联系方式。',
  charges: '软件的保证',
  chargesText: '每次调用先扣费再发出，返回结果时附签名收据；调用失败自动退款。同一次调用绝不重复扣费。',
  howCharged: '查看价格',
  licence: '软件以 MIT 许可证发布，不提供任何担保。',
};

export const termsWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
