/** A media item as an import file states it. */
import { z } from 'zod';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { isZone } from '../../../lib/zoned-time.ts';
import { CONSENT_BASES, DELIVERIES, EMAIL_KINDS, MEDIA_SCOPES, MEDIA_TYPES, REACH_UNITS } from '../contacts/types.ts';

const text = (most: number) => z.string().max(most).nullish();
const words = (most: number) => z.array(z.string().max(100)).max(most).nullish();
const instant = z.iso.datetime({ offset: true }).nullish();
const address = z
  .string()
  .max(1_000)
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an http or https address')
  .nullish();

export const importEntry = z.object({
  media_id: z.number().int().nullish(),
  name: z.string().trim().min(1).max(300),
  name_kana: text(300),
  publisher: text(300),
  type: z.enum(MEDIA_TYPES).nullish(),
  scope: z.enum(MEDIA_SCOPES).nullish(),
  prefecture: text(100),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullish(),
  time_zone: z.string().refine(isZone, 'not the name of a time zone').nullish(),
  industry: words(50),
  topics: words(100),
  delivery: z.array(z.enum(DELIVERIES)).max(DELIVERIES.length).nullish(),
  email: z
    .string()
    .refine((email) => parseMailAddress(email) !== null, 'must be an e-mail address')
    .nullish(),
  email_kind: z.enum(EMAIL_KINDS).nullish(),
  form_url: address,
  phone: text(100),
  fax: text(100),
  contact_name: text(200),
  contact_role: text(200),
  url: address,
  reach: z.number().int().min(0).max(10_000_000_000).nullish(),
  reach_unit: z.enum(REACH_UNITS).nullish(),
  reach_source: text(300),
  reach_as_of: z.iso.date().nullish(),
  profile: text(10_000),
  recent_articles: z
    .array(z.object({ title: z.string().min(1).max(300), url: address, published_at: instant }))
    .max(50)
    .nullish(),
  accepts_pitches: z.boolean().nullish(),
  refuses_ads: z.boolean().nullish(),
  consent_basis: z.enum(CONSENT_BASES).nullish(),
  consent_source_url: address,
  consent_at: instant,
  consent_evidence: text(5_000),
  verified_at: instant,
});

export type ImportEntry = z.output<typeof importEntry>;
