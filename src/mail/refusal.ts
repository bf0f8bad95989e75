/**
 * Classifies a mail server's refusal by cause, from its enhanced status (RFC 3463) and its text. Only a recipient that doesn't
 * exist says something about the address; every other cause is the sender's, the message's or temporary.
 */

export const REFUSAL_CAUSES = ['recipient', 'full', 'too_big', 'blocked', 'deferred', 'unknown'] as const;
/**
 * `recipient`: the mailbox or its domain doesn't exist. `full`: over quota. `too_big`: the message is too large. `blocked`:
 * reputation, authentication, content, policy or relaying. `deferred`: greylisting, rate limits and other temporary refusals.
 */
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

export interface Refusal {
  cause: RefusalCause;
  isPermanent: boolean;
  /** Enhanced status code, such as `5.1.1`. */
  status: string | null;
}

const READ_CHARS_MAX = 4_000;
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\.?\d)/g;
/** At the beginning of a line, or after a word that announces it. */
const REPLY_CODE =
  /(?:^[ \t]*|\b(?:smtp|said|error|code|response|reply|status|answered|server|rejected|command)\b[^\d\n]{0,40}|[;:(>][ \t]{0,4})([45])[0-5]\d(?=[\s\-,.:;)#]|$)/im;

/** Addresses, links and host names aren't words of the server: `spam@x.jp` and `https://mx.example/spf` decide nothing. */
const NAMES =
  /https?:\/\/[^\s<>"]{1,500}|[^\s<>@"(),:;]{1,80}@[a-z0-9.-]{1,255}|(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;

/** The envelope sender or its domain is refused, whatever else the text says doesn't exist. */
const SENDER =
  /\bsenders?(?:'s)? (?:address|domain|e-?mail|verify|verification|callout|denied|rejected|not allowed|is (?:not|blocked|invalid))|\bfrom address\b|\b(?:invalid|unknown|bad|unresolvable) sender|(?:outbound|banned) send|domain of sender|\bsending domain|verification failed for|\bmail from\b.{0,60}(?:not|reject|refus|den|invalid)|\breturn path\b|\bcallback\b/i;

const BLOCKED =
  /block(?:ed|ing)?(?:[- ]?list(?:ed)?)?\b|black[- ]?list|deny[- ]?list|\b(?:dns|rh)s?bl\b|\brbl\b|spamhaus|spamcop|barracuda|proofpoint|cloudmark|\breputation|\bspam|\bunsolicited|\bbulk (?:e-?)?mail|\bphish|\bvirus|\bmalware|\bspf\b|\bdkim\b|\bdmarc\b|\barc\b|unauthenticated|authenticat|authori[sz]ed?\b|\bnot allowed|\bnot permitted|\bpolic(?:y|ies)|\bprohibit|\b(?:ip|host|connection|client)\b.{0,20}(?:reject|refus|denied)|\bbanned|\bsuspicious|\bsuspected|\baccess denied|\bsender\b.{0,40}\b(?:denied|reject|block)|\brelay(?:ing)?\b|\btenantattribution|\brdns|\bptr\b|reverse (?:dns|lookup|hostname)|\bhelo\b|\behlo\b.{0,20}(?:reject|invalid)|\bcontent (?:denied|rejected|not acceptable)|\bnot accepted (?:from|for|due)|\brejected (?:due to|by (?:our|the|your)? ?(?:content|filter|recipient|rule|user))|\bcomplaints?\b|\bsending limit|\bfrequency limited|\bbounce attacks?|invalid header|\brfc ?5322|\bRST\.(?:SenderNot|AuthReq|Restricted)|\b(?:MI|DT|RP|HL|CEL|SPM|REP):[A-Z]{2,4}\b|\bDT:SPM\b|\b(?:SC|OU|RP)-00\d|\bS3[0-9]{3}\b|\bBL\d\d\b|\bmail rejected|\bmessage (?:was )?(?:rejected|refused|blocked)|迷惑メール|なりすまし|スパム|受信拒否|受信を拒否|ブロック|ドメイン指定|ポリシー|認証|垃圾|黑名单|反垃圾|拒收|拒绝|频率|策略|认证/i;

const TOO_BIG =
  /\b(?:message|e-?mail|mail|size|attachment|letter)\b.{0,40}(?:too (?:big|large|long)|\bexceed\w* .{0,30}(?:size|maximum|limit))|exceed.{0,60}(?:message size|maximum size|size limit|fixed maximum)|size ?limit|too (?:big|large)\b|larger than|サイズ.{0,30}(?:超|制限|大き)|(?:邮件|附件|信件).{0,16}(?:过大|太大|超过.{0,8}(?:大小|限制))/i;

const FULL =
  /(?:mailbox|inbox|account|quota|storage).{0,40}\b(?:full|exceeded|over ?quota)|over (?:its |the |their )?(?:\w+ )?quota|over ?quota|quota ?exceeded|exceeded (?:the |its |their |his )?(?:\w+ )?(?:storage|quota)|out of storage|not enough (?:storage )?space|insufficient (?:system )?storage|over capacity|容量.{0,12}(?:超|不足|いっぱい)|満杯|いっぱい|邮箱(?:已满|空间)|空间不足|容量不足|超过.{0,6}容量/i;

const DEFERRED =
  /gr[ae]y[- ]?list|temporar(?:y|ily)|try (?:again|later)|\bretry\b|too many (?:connections|messages|recipients|emails|concurrent)|receiving mail (?:at a rate|too quickly)|rate[- ]limit|\bthrottl|\bdeferred|server busy|\btime(?:d )?[- ]?out|no answer from host|connection (?:refused|lost|reset)|message expired|一時的|稍后再试|暂时/i;

/** Words that only describe a recipient. */
const RECIPIENT =
  /\b(?:user|recipient|mailbox|account|address|local part|alias)s? ?(?:\([^)]{0,80}\) ?)?(?:is |was )?(?:unknown|unavailable|not[- ]?found|invalid|undeliverable|inactive|deactivated|disabled|closed|terminated|no longer (?:exists?|valid|available|active|in use)|(?:currently )?not (?:exist|known|valid|available|listed|active))|\b(?:unknown|invalid|bad|no such|non-?existent|inactive|illegal|undeliverable|not a valid|no valid) (?:or illegal |local |destination |e-?mail |smtp )?(?:user|recipient|mailbox|account|address|alias|person|local part|name|mail ?drop)|(?:user|recipient|mailbox|account|address|person|alias|domain|host)\b.{0,80}(?:does(?: not|n't) exist|do(?: not|n't) exist|could(?: not|n't) be found|(?:was |were |is |are )?not found|not exists?\b|(?:has been|is|are|was) (?:currently )?(?:disabled|inactive|deactivated|closed|terminated|deleted))|does(?: not|n't) have (?:a|an)\b.{0,60}account|no mailbox (?:here|by|for)|no longer (?:works|employed|with (?:us|the company))|\bRecip(?:ient)?NotFound|NXDOMAIN|null mx|no such (?:domain|host)|unrouteable|unroutable|unable to find the recipient domain|weren't able to find the recipient|name service error|(?:宛先|アドレス|ユーザー?|受信者|ドメイン).{0,40}(?:存在しません|存在しない|見つかりません|見つからな|不明|ありません|間違)|(?:地址|用户|收件人|账号|帐号|邮箱|域名).{0,30}(?:不存在|无效|找不到|未找到|已停用|已注销)|(?:不存在|无效)的?(?:收件|地址|用户|邮箱|账号)/i;

const DIRECTORY_BLOCK = /recipient address rejected: access denied/i;

/** Meaning of RFC 3463 codes whose second part isn't enough. */
const BY_STATUS: readonly (readonly [RegExp, RefusalCause])[] = [
  [/^[45]\.1\.(?:7|8)$/, 'blocked'],
  [/^[45]\.1\.(?:0|1|2|3|6|10)$/, 'recipient'],
  [/^[45]\.2\.2$/, 'full'],
  [/^[45]\.2\.3$|^[45]\.3\.4$/, 'too_big'],
  [/^[45]\.4\.(?:310|4)$/, 'recipient'],
  [/^[45]\.4\.5$/, 'blocked'],
  [/^[45]\.[67]\.\d+$/, 'blocked'],
];
/** Codes that say themselves that the address is at fault, given with a text that says so too. */
const SURE = /^5\.1\.(?:1|2|3|6|10)$/;

/** `status`: of the report, used where the server's own reply has none. */
export function classifyRefusal(reply: string, reportStatus: string | null = null): Refusal {
  const text = reply.slice(0, READ_CHARS_MAX);
  const status = chooseStatus(text, reportStatus);
  const digit = status?.[0] ?? REPLY_CODE.exec(text)?.[1];
  const isPermanent = digit !== '4';
  const words = text.replace(NAMES, ' ').replace(/[ \t\r\n]+/g, ' ');
  const cause = findCause(words, status, isPermanent);
  return { cause, isPermanent: isPermanent && cause !== 'deferred', status };
}

/** The server's own code goes before the report's, and one that says more than `5.0.0` before one that doesn't. */
function chooseStatus(text: string, reportStatus: string | null): string | null {
  const found = [...text.matchAll(STATUS)].flatMap(([, status]) => status ?? []);
  const codes = [...found.reverse(), ...(reportStatus === null ? [] : [reportStatus])];
  return codes.find((code) => /^[45]\.(?!0\.)/.test(code)) ?? codes[0] ?? null;
}

function findCause(words: string, status: string | null, isPermanent: boolean): RefusalCause {
  const namesRecipient = RECIPIENT.test(words);
  if (SENDER.test(words)) return 'blocked';
  if (namesRecipient && status !== null && SURE.test(status)) return 'recipient';
  if (status !== null && /^5\.4\.1$/.test(status) && DIRECTORY_BLOCK.test(words)) return 'recipient';
  if (TOO_BIG.test(words)) return 'too_big';
  if (FULL.test(words)) return 'full';
  if (DEFERRED.test(words) && !namesRecipient) return 'deferred';
  if (BLOCKED.test(words)) return 'blocked';
  if (namesRecipient) return isPermanent ? 'recipient' : 'deferred';
  const [, byStatus] = BY_STATUS.find(([pattern]) => status !== null && pattern.test(status)) ?? [];
  if (byStatus === 'recipient' && !isPermanent) return 'deferred';
  return byStatus ?? (isPermanent ? 'unknown' : 'deferred');
}
