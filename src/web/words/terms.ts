/** The words of `/terms`. */
import type { Language } from '../language.ts';

const en = {
  title: 'Terms',
  lead: 'Farebox is free software. What holds between you and this server is agreed with whoever runs it.',
  terms: 'Terms of the operator',
  /** Before their address. */
  published: 'They are published at',
  unpublished: 'The operator of this server has published none.',
  contact: 'Who runs this server',
  noContact: 'The operator has left no address.',
  charges: 'What the software sees to',
  chargesText:
    'A call is charged before it goes out, answered with a signed receipt, and refunded by itself when it fails. Nothing is charged twice.',
  howCharged: 'Prices',
  /** Of the software, not of whoever runs it. */
  licence: 'The software is under the MIT licence, without warranty.',
};

const ja: typeof en = {
  title: '利用規約',
  lead: 'Farebox は自由ソフトウェアです。このサーバーの利用条件は、運営者との間で決まります。',
  terms: '運営者の利用規約',
  published: '次の場所に掲載されています。',
  unpublished: 'このサーバーの運営者は利用規約を掲載していません。',
  contact: 'このサーバーの運営者',
  noContact: '運営者の連絡先は登録されていません。',
  charges: 'ソフトウェアが守ること',
  chargesText:
    '料金は呼び出しの前に引き落とされ、署名付きの領収書とともに結果が返ります。失敗した呼び出しは自動で返金され、二重に請求されることはありません。',
  howCharged: '料金',
  licence: 'ソフトウェアは MIT ライセンスで提供され、無保証です。',
};

const zh: typeof en = {
  title: '使用条款',
  lead: 'Farebox 是自由软件。使用本服务器的条件由您与其运营者约定。',
  terms: '运营者的使用条款',
  published: '公布于',
  unpublished: '本服务器的运营者没有公布使用条款。',
  contact: '本服务器的运营者',
  noContact: '运营者没有留下联系方式。',
  charges: '软件所保证的',
  chargesText: '每次调用先扣费后发出，返回结果时附带签名收据；失败的调用会自动退款，不会重复扣费。',
  howCharged: '价格',
  licence: '软件以 MIT 许可证发布，不提供任何担保。',
};

export const termsWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
