/** The demonstration media as facts. */

import { DAY_MS } from '../../../lib/durations.ts';
import { type Delivery, MEDIA_SCOPES, MEDIA_TYPES, type MediumDetails } from '../contacts/types.ts';
import { DEMO_MEDIA_JA } from './demo-media-ja.ts';
import { DEMO_MEDIA_EN, DEMO_MEDIA_ZH } from './demo-media-other.ts';

/** Days since the profiles were last looked at. */
const FRESH_DAYS = 30;
const STALE_DAYS = 800;
/** Days between an outlet's articles. */
const APART_DAYS = 17;

/** The same each time but for what is told relative to now. */
export function buildDemoMedia(nowMs: number): MediumDetails[] {
  const parse = (table: string, language: string, hasCountry: boolean): MediumDetails[] =>
    table
      .trim()
      .split('\n')
      .map((line) => parseLine(hasCountry ? line : `JP|${line}`, language, nowMs));
  return [
    ...parse(DEMO_MEDIA_JA, 'ja', false),
    ...parse(DEMO_MEDIA_EN, 'en', true),
    ...parse(DEMO_MEDIA_ZH, 'zh', true),
  ];
}

function parseLine(line: string, language: string, nowMs: number): MediumDetails {
  const [country = '', name = '', kana, publisher, type, scope, place, ...rest] = line.split('|');
  const [industry, topics, host = '', flagText = '', reach = '', profile, titles = ''] = rest;
  const flags = new Set(flagText.split(' '));
  const url = `https://${host}.example/`;
  const isPerson = flags.has('person');
  const hasEmail = !flags.has('mute');
  const verifiedAt = nowMs - (flags.has('stale') ? STALE_DAYS : FRESH_DAYS) * DAY_MS;
  return {
    name,
    nameKana: orNull(kana),
    publisher: orNull(publisher),
    type: MEDIA_TYPES.find((one) => one === type) ?? 'web',
    scope: MEDIA_SCOPES.find((earlier) => earlier === scope) ?? 'national',
    prefecture: orNull(place),
    country,
    language,
    timeZone: null,
    industry: splitWords(industry),
    topics: flags.has('bare') ? [] : splitWords(topics),
    delivery: listDeliveries(flags, hasEmail),
    email: hasEmail ? `${isPerson ? 'writer' : 'desk'}@${host}.example` : null,
    emailKind: hasEmail ? (isPerson ? 'person' : 'desk') : null,
    formUrl: flags.has('form') ? `${url}contact` : null,
    phone: null,
    fax: flags.has('fax') ? '00-0000-0000' : null,
    contactName: isPerson ? name.replace(/（[^（）]{1,80}）$/, '') : null,
    contactRole: isPerson ? 'writer' : null,
    url,
    reach: reach === '' ? null : Number(reach),
    reachUnit: reach === '' ? null : type === 'web' ? 'monthly_uu' : 'circulation',
    reachSource: null,
    reachAsOf: null,
    profile: orNull(profile),
    profileStatus: flags.has('bare') ? 'empty' : 'imported',
    recentArticles: titles
      .split(';')
      .filter((title) => title !== '')
      .map((title, at) => ({
        title,
        url: `${url}news/${at + 1}`,
        publishedAt: nowMs - (at + 1) * APART_DAYS * DAY_MS,
      })),
    acceptsPitches: true,
    refusesAds: flags.has('refuses'),
    consentBasis: hasEmail ? (isPerson ? 'business_card' : 'published_address') : 'none',
    consentSourceUrl: hasEmail && !isPerson ? url : null,
    consentAt: null,
    consentEvidence: null,
    verifiedAt,
  };
}

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

const splitWords = (text: string | undefined): string[] => (text ?? '').split(',').filter((word) => word !== '');

function listDeliveries(flags: ReadonlySet<string>, hasEmail: boolean): Delivery[] {
  return [
    ...(hasEmail ? (['email'] as const) : []),
    ...(flags.has('form') ? (['form'] as const) : []),
    ...(flags.has('fax') ? (['fax'] as const) : []),
    ...(hasEmail ? [] : (['post'] as const)),
  ];
}
