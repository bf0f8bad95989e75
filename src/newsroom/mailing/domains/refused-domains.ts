/** Domains that no company can send from: the operator's, those of mailbox providers, and those that registries hand out names below. */

import { belongsToDomain } from '../../../lib/domains.ts';
import { parseMailAddress, readDomain } from '../../../lib/mail-address.ts';

/** Reasons of errors. */
export type DomainRefusal = 'operator_domain' | 'mailbox_domain' | 'shared_domain';

/** A DNS name has 253 characters, and the longest record stands below `<selector>._domainkey.` */
const DOMAIN_CHARS_MAX = 200;

/** In its ASCII form; null for a text that is no domain. */
export function readSendingDomain(text: string): string | null {
  const address = parseMailAddress(`postmaster@${text.trim().replace(/\.$/, '')}`);
  const domain = address === null ? '' : readDomain(address);
  return domain.includes('.') && domain.length <= DOMAIN_CHARS_MAX ? domain : null;
}

/** `operators`: domains of the operator, of any depth. */
export function findRefusal(domain: string, operators: readonly string[]): DomainRefusal | null {
  if (isPublicSuffix(domain)) return 'shared_domain';
  if (isWithin(domain, MAILBOX_PROVIDERS)) return 'mailbox_domain';
  const isOperators = operators.some(
    (own) => belongsToDomain(domain, own) || (belongsToDomain(own, domain) && !isPublicSuffix(domain)),
  );
  return isOperators ? 'operator_domain' : null;
}

const isWithin = (domain: string, names: ReadonlySet<string>): boolean =>
  domain.split('.').some((_, at, labels) => names.has(labels.slice(at).join('.')));

/** Not the whole public suffix list: who could publish records there is the registry, and nobody else. */
function isPublicSuffix(domain: string): boolean {
  const labels = domain.split('.');
  const [label = '', land = '', ...more] = labels;
  if (labels.length < 2 || SHARED.has(domain)) return true;
  if (more.length > 0 || land.length !== 2) return false;
  if (EVERYWHERE.test(label)) return true;
  return (SECOND_LEVELS[land] ?? '').split(' ').includes(label) || (label === 'co' && CO.split(' ').includes(land));
}

/** Below each country. */
const EVERYWHERE = /^(?:com|net|org|edu|gov|mil)$/;
const CO =
  'ae ag am ao at az bb bd bh bi bj bw bz ci ck cl cm cr dm er fk gg gl gy hu id il in io ir it je jm jp ke kr lc ls ma me ' +
  'mg mm mu mw mz na ni np nz om pg pn rs rw ss st sz th tj tm tt tz ug uk us uz ve vi za zm zw';
/** Beside those. */
const SECOND_LEVELS: Readonly<Record<string, string>> = {
  at: 'ac gv or',
  au: 'asn id',
  br: 'blog eco ind adv art jor',
  cn: 'ac ah bj cq fj gd gs gx gz ha hb he hi hk hl hn jl js jx ln mo nm nx qh sc sd sh sn sx tj tw xj xz yn zj',
  hk: 'idv',
  id: 'ac biz desa go my or sch web',
  il: 'ac k12 muni',
  in: 'ac firm gen ind nic res',
  jp:
    'ac ad ed go gr lg ne or hokkaido aomori iwate miyagi akita yamagata fukushima ibaraki tochigi gunma saitama chiba tokyo ' +
    'kanagawa niigata toyama ishikawa fukui yamanashi nagano gifu shizuoka aichi mie shiga kyoto osaka hyogo nara wakayama ' +
    'tottori shimane okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki ' +
    'kagoshima okinawa',
  kr: 'ac go ne or pe re busan seoul',
  nz: 'ac geek gen govt iwi kiwi maori school',
  th: 'ac go in mi or',
  tw: 'club ebiz game idv',
  uk: 'ac ltd me nhs plc police sch',
  za: 'ac law nom school web',
};

/** Hosts and registrars that give names below theirs to anybody. */
const SHARED: ReadonlySet<string> = new Set(
  (
    'co.com uk.com jp.net eu.org us.com jpn.com cn.com github.io gitlab.io vercel.app netlify.app pages.dev workers.dev web.app ' +
    'firebaseapp.com herokuapp.com onrender.com fly.dev azurewebsites.net cloudfront.net amazonaws.com appspot.com blogspot.com ' +
    'wordpress.com wixsite.com myshopify.com squarespace.com notion.site ngrok.io ngrok.app duckdns.org sakura.ne.jp xsrv.jp ' +
    'lolipop.jp hatenablog.com jimdofree.com'
  ).split(' '),
);

const MAILBOX_PROVIDERS: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com outlook.jp hotmail.com hotmail.co.jp live.com live.jp msn.com yahoo.com yahoo.co.jp ' +
    'ymail.ne.jp ymail.com myyahoo.com aol.com aol.jp icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com ' +
    'tuta.io gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com mail.ru yandex.com yandex.ru zoho.com fastmail.com ' +
    'hey.com orange.fr free.fr laposte.net wanadoo.fr sfr.fr libero.it virgilio.it uol.com.br bol.com.br comcast.net verizon.net ' +
    'att.net sbcglobal.net cox.net btinternet.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ymobile.ne.jp ' +
    'vodafone.ne.jp disney.ne.jp uqmobile.jp rakuten.jp nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp dion.ne.jp plala.or.jp ' +
    'excite.co.jp infoseek.jp goo.jp mail.goo.ne.jp qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com ' +
    'aliyun.com 139.com 189.cn wo.cn tom.com 21cn.com naver.com daum.net hanmail.net nate.com kakao.com hinet.net pchome.com.tw ' +
    'rediffmail.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com'
  ).split(' '),
);
