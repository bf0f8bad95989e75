/** Detects plausible Chinese word order. */

export const CHINESE_FUNCTION =
  /[的了在是将將为為与與和对對由从從这這并並也及把被于於向可已到都而让讓就每有后後以着等个個不还還其她他我们們该該因但使所之]/gu;
const STRICT_FUNCTION = /[的了在是将將为為与與和对對由从從这這并並也及把被于於向可已到都而让讓就每有后後以]/gu;

const CLAUSE = /[,、;:。!?，；：—]/;
const MARKS = /[“”「」『』"()（）《》]/g;
/** No clause begins with what must follow a word, or ends with what must precede one. */
const BAD_START = /^(?:的|了|着|们|們|得(?!到|益|知|以|出|了)|及|吗|呢|月(?!底|初|球|饼)|元(?!旦|年|月|宵)|%)/u;
const BAD_END =
  /(?:(?<![\d一二三四五六七八九十])把|被|从|從|向|于|於|与|與|和|将|將|让|讓|对|對|为|為|由|及|以|在|而|就|每|并|並|这|這|都|是|也|已|还|该|該)$/u;
const KNOWN_END =
  /(?:方[向]|面[对對]|[认認称稱成作变變转轉行因以][为為]|参[与與]|參與|理由|自由|[关關]于|[对對]于|存在|所在|[现現]在|不在|[总總]和|[温溫]和|大[将將]|首都|[应應][对對]|相[对對]|[针針][对對]|[绝絕][对對]|核[对對]|[派]?[对對]|人均[为為]|分[别別][为為]|(?:也|就|都|还|不|均)可以|足以|[难難]以|得以|成就|[从從]而|导向|趋向|走向|内在|实在|旨在|正在|正是|就是|都是|还是|但是|也是|于是|凡是)$/u;
/** Function words that never stand next to each other. */
const BAD_PAIR =
  /把[说說放拿做想]|(?<![应應])[对對][进進]行|(?:的|把|被|将|將|与|與|和|从|從|向|于|於|(?<![所存现現内])在|对|對|由|让|讓|及)(?:的(?!确|確)|了(?!解)|着(?!力|手|重|眼)|把|被(?!动|動))|(?:把|被|从|從|向|与|與|和|及)(?:把|是|了(?!解)|都(?!市)|就(?!业|業)|也|已|并|並)|[了](?:的|了|着|被|把|就(?!业|業))|(?:是|已|也|(?<![成首古])都|就)(?:的(?!确|確)|了(?!解)|和(?!平|谐|諧)|与|與|及(?!时|時))|为的|為的|(?:和|与|與|及)(?:和(?!平|谐|諧)|与|與|及(?!时|時))|的(?:[该該]|还|月(?!份|底|初|度|收|薪|均|费|租|销|亮|光)|次(?!数|數|日))|(?:还|也|已|又|再|才)的(?!确|確)|[这這](?:的|把|被|将|了|和|与|在)/u;

/** A figure without its unit, or an adverb before a figure: words that were thrown together. */
const BARE_FIGURE =
  /(?<![A-Za-z\d.,\-/:第])(?!(?:19|20)\d{2}(?!\d))\d[\d.,]*(?![\d.,\-/:%A-Za-z年月日号號万萬亿億千百余多个個家名次元人天小分秒倍岁歲种種项項款位座台臺件所届屆期层層楼樓户戶米公吨噸斤度后後前周週篇册冊张張间間条條点點美欧平方级級例起声场場支艘辆輛架栋幢头頭只隻匹棵片颗粒份双雙幅枚轮輪批类類组組班笔筆节節折字页頁回趟角块塊股季世代寸克升瓦吉兆亩期瓶把牛盒杯罐副根顷升顶滴伏海单户处站月周刻针趟番壶桶袋包筐捆号强強比至到~)"”」\s]|$)|[也并並把被](?=\d)|(?<![\d一二三四五六七八九十百千万亿几幾数數多])[%]/u;
/** Words that lead to something else; a clause has few. */
const CONNECTIVE = /[把被从從並并向也已将將与與对對和就]/gu;
const CONNECTIVE_SHARE = 0.11;
const FUNCTION_SHARE_MAX = 0.26;
/** Nobody writes so much without a pause. Code points. */
const CLAUSE_MAX = 45;

export function isChineseOrder(text: string): boolean {
  if (BAD_PAIR.test(text) || BARE_FIGURE.test(text)) return false;
  const connectives = text.match(CONNECTIVE)?.length ?? 0;
  if (connectives >= 3 && connectives > CONNECTIVE_SHARE * text.length) return false;
  if ((text.match(STRICT_FUNCTION)?.length ?? 0) > FUNCTION_SHARE_MAX * text.length) return false;
  return text
    .replace(MARKS, '')
    .split(CLAUSE)
    .every((clause) => {
      const words = clause.trim();
      if (words.length > CLAUSE_MAX) return false;
      return words === '' || !(BAD_START.test(words) || (BAD_END.test(words) && !KNOWN_END.test(words)));
    });
}
