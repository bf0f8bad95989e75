/** Types of a company's own contacts: journalists that only this company sees. */
import type { ConsentBasis, MediumDetails } from '../contacts/types.ts';
import type { MediaType } from '../recommend-types.ts';

/** Of one company. */
export const CONTACTS_MAX = 5_000;
/** Of one contact. */
export const TAGS_MAX = 20;

/** Details of a contact that a person enters. Absent: unchanged. */
export interface ContactChanges {
  name?: string | undefined;
  email?: string | null | undefined;
  emailKind?: 'desk' | 'person' | undefined;
  outlet?: string | null | undefined;
  role?: string | null | undefined;
  type?: MediaType | undefined;
  phone?: string | null | undefined;
  url?: string | null | undefined;
  country?: string | undefined;
  language?: string | undefined;
  prefecture?: string | null | undefined;
  timeZone?: string | null | undefined;
  topics?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  notes?: string | null | undefined;
  consentBasis?: ConsentBasis | undefined;
  consentSourceUrl?: string | null | undefined;
  consentAt?: number | null | undefined;
  consentEvidence?: string | null | undefined;
  refusesEmail?: boolean | undefined;
}

/** A contact as a medium: by default a person in Japan who writes for a website. */
export function describeContact(changes: ContactChanges, before: MediumDetails | null): MediumDetails {
  const pick = <T>(next: T | undefined, known: T | undefined, fallback: T): T => next ?? known ?? fallback;
  /** `null` empties the field. */
  const keep = <T>(next: T | null | undefined, known: T | null | undefined): T | null =>
    next === undefined ? (known ?? null) : next;
  const name = pick(changes.name, before?.name, '');
  const email = keep(changes.email, before?.email);
  const emailKind = pick(changes.emailKind, before?.emailKind ?? undefined, 'person');
  return {
    name,
    nameKana: before?.nameKana ?? null,
    publisher: keep(changes.outlet, before?.publisher),
    type: pick(changes.type, before?.type, 'web'),
    scope: before?.scope ?? 'national',
    prefecture: keep(changes.prefecture, before?.prefecture),
    country: pick(changes.country, before?.country, 'JP'),
    language: pick(changes.language, before?.language, 'ja'),
    timeZone: keep(changes.timeZone, before?.timeZone),
    industry: before?.industry ?? [],
    topics: pick(changes.topics, before?.topics, []),
    delivery: email === null ? [] : ['email'],
    email,
    emailKind: email === null ? null : emailKind,
    formUrl: null,
    phone: keep(changes.phone, before?.phone),
    fax: null,
    contactName: emailKind === 'person' ? name : null,
    contactRole: keep(changes.role, before?.contactRole),
    url: keep(changes.url, before?.url),
    reach: null,
    reachUnit: null,
    reachSource: null,
    reachAsOf: null,
    profile: before?.profile ?? null,
    profileStatus: 'empty',
    recentArticles: [],
    acceptsPitches: true,
    refusesAds: pick(changes.refusesEmail, before?.refusesAds, false),
    consentBasis: pick(changes.consentBasis, before?.consentBasis, 'none'),
    consentSourceUrl: keep(changes.consentSourceUrl, before?.consentSourceUrl),
    consentAt: keep(changes.consentAt, before?.consentAt),
    consentEvidence: keep(changes.consentEvidence, before?.consentEvidence),
    verifiedAt: before?.verifiedAt ?? null,
  };
}

/** Each once, without the space around it, in their order. */
export const listTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize('NFKC').trim().replace(/\s+/g, ' ')).filter((tag) => tag !== '')),
];
