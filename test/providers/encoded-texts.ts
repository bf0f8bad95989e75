/** Texts in the encodings of the web, as bytes: nothing in Node writes these. */
export interface Encoded {
  text: string;
  bytes: Uint8Array;
}

const encoded = (text: string, base64: string): Encoded => ({ text, bytes: Buffer.from(base64, 'base64') });

export const encodings: Readonly<Record<string, Encoded>> = {
  shift_jis: encoded(
    'これは日本語のページです。会社は東京にあります。新しい製品を発表しました。そして、多くの人が使っています。①㈱髙～',
    'grGC6oLNk/qWe4zqgsyDeYFbg1eCxYK3gUKJ747Qgs2TjIuegsmCoILogtyCt4FCkFaCtYKikLuVaYLwlK2VXIK1gtyCtYK9gUKCu4K1gsSBQZG9gq2CzJBsgqqOZ4LBgsSCooLcgreBQodAh4ru4IFg',
  ),
  'euc-jp': encoded(
    'これは日本語のページです。会社は東京にあります。新しい製品を発表しました。そして、多くの人が使っています。',
    'pLOk7KTPxvzL3LjspM6l2qG8pbikx6S5oaOy8bzSpM/F7LX+pMukoqTqpN6kuaGjv7ekt6SkwL3JyqTyyK/JvaS3pN6kt6S/oaOkvaS3pMahosK/pK+kzr/NpKy7yKTDpMakpKTepLmhow==',
  ),
  'iso-2022-jp': encoded(
    'これは日本語のページです。会社は東京にあります。新しい製品を発表しました。そして、多くの人が使っています。',
    'GyRCJDMkbCRPRnxLXDhsJE4lWiE8JTgkRyQ5ISMycTxSJE9FbDV+JEskIiRqJF4kOSEjPzckNyQkQD1JSiRySC9JPSQ3JF4kNyQ/ISMkPSQ3JEYhIkI/JC8kTj9NJCw7SCRDJEYkJCReJDkhIxsoQg==',
  ),
  gb18030: encoded(
    '这是一个中文的页面。我们的公司在北京，这个产品是在上海发布的。他们说这个地方的人都会来。',
    '1eLKx9K7uPbW0M7EtcTSs8PmoaPO0sPHtcS5q8u+1Nqxsb6po6zV4rj2svrGt8rH1NrJz7qjt6KyvLXEoaPL+8PHy7XV4rj2tdi3vbXEyMu2vLvhwLShow==',
  ),
  big5: encoded(
    '這是一個中文的網頁。我們的公司在台北，這個產品是在這裡發佈的。他們說這個地方的人都會來。',
    's2+sT6RArdOkpKTlqrq69K22oUOn2q3MqrqkvaVxpmKleKVfoUGzb63TsqOrfqxPpmKzb7jMtW+nR6q6oUOlTK3Mu6Gzb63TpmGk6Kq6pEizo7d8qNOhQw==',
  ),
  'euc-kr': encoded(
    '이것은 한국어 페이지입니다. 우리 회사는 서울에 있고 이 제품은 오늘 발표되었다. 그리고 많은 사람들이 사용하고 있다.',
    'wMywzcC6IMfRsbm+7iDG5MDMwfbA1LTPtNkuIL/suK4gyLi757TCILytv++/oSDA1rDtIMDMIMGmx7DAuiC/wLTDILnfx6W1x776tNkuILHXuK6w7SC4ucC6ILvntve16cDMILvnv+vHz7DtIMDWtNku',
  ),
  'windows-1252': encoded('café “déjà vu” — 5 €', 'Y2Fm6SCTZOlq4CB2dZQglyA1IIA='),
};
