/** Recognizes work on a text, picture or recording that the message doesn't contain. */
import type { Reading } from '../reading/message.ts';
import type { MissingInput } from '../types.ts';

const THING_CHARS_MAX = 60;

const POLITE = '(?:please |pls |plz |ok |can you |could you |would you )*';
const WORK =
  '(?:summari[sz]e|sum up|shorten|proofread|rewrite|paraphrase|polish|translate|explain|describe|read|read out|transcribe|analy[sz]e)';
const TEXT = new RegExp(
  `^${POLITE}what(?:'s| is|s) on (?:the|that|this) (?:website|page|site)[ .?!]*$|^${POLITE}what does (?:that|this|it) (?:say|mean)(?: in [a-z]+)?[ .?!]*$|^${POLITE}${WORK} (?:(?:this|it|that|these|those)(?: (?:text|article|page|document|email|letter))?|the (?:text|article|page|document|email|letter))?(?: aloud| out loud)?(?: (?:to|for) me)?(?: please)?[ .?!]*$` +
    '|^(?:これ|それ|あれ)を?(?:英語|日本語|中国語|韓国語|フランス語|ドイツ語|スペイン語)(?:に|で)(?:して|訳して|翻訳して)?(?:ください|下さい)?[ 。?？!！]*$|^(?:把)?(?:这个|那个|它)(?:翻译?成|译成|翻成)[^，。]{2,4}[文语][。！]*$' +
    '|^(?:これ|それ|この(?:文章?|記事|ページ|文書|メール)|以下)?を?(?:要約|翻訳|校正|説明|書き直|読み上げ|読んで|訳)(?:し)?(?:て)?(?:ください|下さい|もらえますか|くれる)?[ 。?？!！]*$' +
    '|^(?:请|帮我|麻烦你?)*(?:把)?(?:这(?:个|篇|段|句话|段话|篇文章|段文字)?)?(?:总结|概括|归纳|翻译|朗读|润色|改写|校对|解释)(?:一?下)?(?:这(?:个|篇|段|句话|段话|篇文章|段文字)?)?[ 。？?！!]*$',
);
/** A file that was sent somewhere else. */
const SENT =
  /^(?:say|read|repeat) (?:it|that|this)(?: again| louder| slower| out)[ .!]*$|(?<![a-z])last time(?![a-z])|上次(?:那|的).{0,3}(?:网页|文件|文章|页面|链接)|前回の(?:ページ|記事|ファイル|資料)|(?<![a-z])(?:the|that|this|my) (?:pdf|file|attachment|document|doc|spreadsheet|slides?|report) (?:from|i|you|we|above|attached)(?![a-z])|(?:送った|添付(?:した|の)?|アップした|さっきの)(?:pdf|ファイル|資料|文書|画像|写真|エクセル)|(?:刚才?|刚刚|之前|上面)?(?:发|传|上传)(?:给?你)?的?(?:pdf|文件|文档|资料|图片|照片|表格)/i;
const FILE =
  /^(?:what(?:'s| is) (?:in|on) (?:the|this|that|my) (?:photo|picture|image|screenshot|recording)|(?:transcribe|describe|summari[sz]e|translate) (?:the |this |my )?(?:photo|picture|image|recording|audio|video|file|it|this))[ .?!]*$|^(?:この)?(?:写真|画像|スクリーンショット)に?(?:は|に|を)?(?:何が|なにが|説明|見て)|^(?:この)?(?:音声|録音|動画|写真|画像)を?(?:文字起こし|書き起こし|要約|翻訳)|^(?:这张?|那张?)?(?:照片|图片|图|截图)(?:里|中|上)?(?:有|是|写)|^(?:文字起こし|書き起こし)(?:を?し)?て(?:ください)?[。！]*$|^(?:请|帮我)*(?:描述|看看|看一下)(?:一下)?这张?(?:照片|图片|图)|^(?:总结|概括|翻译|转写)(?:一下)?(?:这个|这段|这张)?(?:视频|录音|音频|图片|照片)[ 。！]*$|^(?:把)?(?:这段)?(?:录音|音频|视频)?(?:转成?文字|转写)(?:一下)?[。！]*$/;

/** Missing input of the message; `null` if nothing is missing. */
export function findMissingThing({ text, spans, pasted, command }: Reading): MissingInput | null {
  const hasThing = pasted !== null || spans.some(({ kind }) => kind !== 'ip');
  if (hasThing || command.length > THING_CHARS_MAX) return null;
  const said = text.plain.trim();
  return FILE.test(said) || SENT.test(said) ? 'file' : TEXT.test(said) ? 'text' : null;
}
