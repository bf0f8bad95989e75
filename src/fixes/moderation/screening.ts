/** Screens contributions before anybody sees them: some are refused, some are flagged for the moderator. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import { normaliseText } from '../search/text.ts';
import { secretPatterns } from '../secrets.ts';

export interface ScreenedContribution {
  error: string;
  fix: string;
  /** What a moderator should look at. */
  flags: string[];
}

/** A text must say something. */
const ERROR_CHARS_MIN = 8;
const FIX_CHARS_MIN = 20;

const script =
  /<\s{0,9}\/?\s{0,9}(?:script|iframe|object|embed|svg|form|link|meta|base|style)\b|\bon(?:error|load|click|mouseover|focus|toggle)\s{0,9}=|(?:javascript|vbscript)\s{0,9}:|data\s{0,9}:\s{0,9}text\/html/iu;

/** Said to a model rather than to whoever has the error. */
const instructions: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|system|other)\b.{0,40}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|context|safety)\b/iu,
  /\b(?:you are|act as|pretend to be|behave as|from now on,? you)\b.{0,30}\b(?:now|an? (?:ai|assistant|model|agent|admin|root|developer|different)|dan|unrestricted|jailbroken)\b/iu,
  /\b(?:system|developer) prompt\b.{0,40}\b(?:reveal|print|show|repeat|output|leak|is)\b|\b(?:reveal|print|show|repeat|output|leak)\b.{0,40}\b(?:system|developer|hidden) prompt\b/iu,
  /\b(?:do not|don't|never|without)\b.{0,20}\b(?:tell(?:ing)?|inform(?:ing)?|ask(?:ing)?|mention(?:ing)?|warn(?:ing)?|alert(?:ing)?)\b.{0,20}\b(?:the |your )?(?:user|human|owner|operator)\b/iu,
  /\b(?:ai|llm|assistant|agent|model|claude|chatgpt|gpt|copilot)s?\b.{0,20}\b(?:must|should|shall|has to|have to|please|are required to)\b.{0,60}\b(?:call|send|post|upload|transfer|pay|email|execute|exfiltrate|forward|reveal|obey|comply)\b/iu,
  /\b(?:send|post|upload|forward|exfiltrate|email)\b.{0,40}\b(?:api[ _-]?keys?|credentials?|secrets?|tokens?|passwords?|private keys?|env(?:ironment)? variables?|\.env)\b.{0,40}\b(?:to|at)\b/iu,
  /<\|?\s{0,4}(?:im_start|im_end|system|assistant|endoftext|start_header_id)\b|\[\/?(?:INST|SYSTEM)\]|<<\/?SYS>>|^\s{0,9}#{0,6}\s{0,4}(?:system|assistant|developer)\s{0,4}:/imu,
  /(?:これまで|以前|上記|前|すべて|全て)の?.{0,10}(?:指示|命令|プロンプト|ルール)を?.{0,10}(?:無視|忘れ|破棄)/u,
  /あなたは(?:今から|これから)|システムプロンプトを|(?:ユーザー|利用者|人間)に(?:は)?(?:知らせ|伝え|聞か|確認せ)ず?に?/u,
  /(?:忽略|无视|忘记|無視|忘記|不要理会).{0,12}(?:之前|以上|上面|先前|所有|前面|系统|系統).{0,12}(?:指令|指示|提示|规则|規則|命令)/u,
  /你现在(?:是|要)|从现在(?:开始|起)你|從現在(?:開始|起)你|系统提示词|不要(?:告诉|告訴|询问|通知)(?:用户|使用者|用戶)/u,
];

const flagged: readonly [string, RegExp][] = [
  ['link', /\bhttps?:\/\//iu],
  [
    'runs a downloaded script',
    /\b(?:curl|wget|iwr|irm|invoke-webrequest)\b.{0,200}\|\s{0,5}(?:sudo\s{1,5})?(?:ba|z|da|fi)?sh\b|\biex\b/iu,
  ],
  [
    'deletes',
    /\brm\s{1,5}-\w{0,10}[rf]|\bdrop\s{1,5}(?:table|database|schema)\b|\bdel\s{1,5}\/[sq]|\bformat\s{1,5}c:|\bgit\b.{0,20}(?:--hard|clean -\w{0,5}f|push\b.{0,30}--force)/iu,
  ],
  [
    'turns off TLS checks',
    /NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized.{0,10}false|verify\s{0,5}=\s{0,5}False|--insecure\b|strict-ssl\s{1,5}false|sslVerify\s{1,5}false|\bcurl\b.{0,40}\s-k\b/iu,
  ],
  [
    'opens permissions',
    /\bchmod\b.{0,10}\b0?777\b|--privileged\b|\bsetenforce\s{1,5}0\b|--allow-all\b|trust authentication|\bdisable\b.{0,20}\b(?:firewall|antivirus|selinux|gatekeeper)\b/iu,
  ],
  ['encoded text', /[A-Za-z\d+/]{120,}={0,2}|(?:\\x[\da-f]{2}){12,}|(?:%[\da-f]{2}){16,}/iu],
  [
    'installs a package',
    /\b(?:npm|pnpm|yarn|bun)\s{1,5}(?:i|install|add)\s{1,5}(?!-)[\w@]|\bpip3?\s{1,5}install\s{1,5}(?!-)\w|\bbrew\s{1,5}(?:install|tap)\b/iu,
  ],
];

/** A line that goes on in the next one: no sentence ends with it, and the next is no item of a list. */
const BROKEN_LINE = /(?<![.!?:;。！？：；\n])\n(?!\n|\s{0,9}(?:[-*•#]|\(?\d{1,2}[.)、]))/gu;

/** The name under which fixes ship, however it is written: a contribution can't pass for one of them. */
const OWN_NAME = /^[._-]*f[._-]*a[._-]*r[._-]*e[._-]*b[._-]*o[._-]*x[._-]*$/i;

/** Throws INVALID_INPUT, with the field and the reason but never the text, for what is refused. */
export function screenContribution({
  error,
  fix,
  by,
}: {
  error: string;
  fix: string;
  by: string;
}): ScreenedContribution {
  if (OWN_NAME.test(by))
    throw createRefusalError('contributed_by', 'This name is reserved for the fixes included with the server.');
  const plain = { error: normaliseText(error), fix: normaliseText(fix) };
  if (plain.error.length < ERROR_CHARS_MIN)
    throw createRefusalError('error_description', 'It says too little about the error.');
  if (plain.fix.length < FIX_CHARS_MIN)
    throw createRefusalError('fix_description', 'It says too little about the fix.');
  for (const [field, text] of [
    ['error_description', plain.error],
    ['fix_description', plain.fix],
  ] as const) {
    const why = findRefusalReason(text);
    if (why !== null) throw createRefusalError(field, why);
  }
  const both = `${plain.error}\n${plain.fix}`;
  return { ...plain, flags: flagged.filter(([, pattern]) => pattern.test(both)).map(([flag]) => flag) };
}

function findRefusalReason(text: string): string | null {
  // `search` begins anew each time, whatever the flags of the pattern.
  const secret = secretPatterns.find(({ pattern }) => text.search(pattern) >= 0);
  if (secret) return `It seems to contain ${secret.name}. Remove it, and revoke it if it is real.`;
  if (script.test(text)) return 'It contains script or markup. Describe the fix in plain words.';
  const unbroken = text.replace(BROKEN_LINE, ' ');
  if (instructions.some((pattern) => pattern.test(text) || pattern.test(unbroken))) {
    return 'It seems to contain instructions for a model. Describe the steps for a person instead.';
  }
  return null;
}

function createRefusalError(path: string, message: string): FareboxError {
  return new FareboxError('INVALID_INPUT', {
    message: `This contribution is not accepted. ${path}: ${message}`,
    details: { issues: [{ path, message }] },
  });
}
