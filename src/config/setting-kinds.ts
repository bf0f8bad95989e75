/**
 * Kinds of variables: validation and conversion. Each message completes a sentence that starts with the variable's
 * name.
 */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseMailAddress } from '../lib/mail-address.ts';
import { MICROS_PER_GRANT_MAX, usd } from '../lib/money.ts';

/** Facts about one variable. `default` applies if it is not set. */
export interface SettingInfo {
  group: string;
  about: string;
  default?: string;
  secret?: true;
}

export const settingInfo = z.registry<SettingInfo>();

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const flag = z
  .string()
  .regex(/^(true|false|1|0|yes|no)$/i, 'must be true or false')
  .transform((text) => /^(true|1|yes)$/i.test(text));

export const oneOf = <const W extends string>(...words: readonly W[]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

export const secretText = (charactersMin: number) =>
  z.string().min(charactersMin, `must have at least ${charactersMin} characters`);

export const secretBytes = (bytesMin: number) =>
  z.string().refine((text) => Buffer.byteLength(text) >= bytesMin, `must have at least ${bytesMin} bytes`);

export const oldSecrets = z
  .string()
  .transform(splitList)
  .refine((items) => items.every((item) => Buffer.byteLength(item) >= 32), 'must hold secrets of at least 32 bytes');

export const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => isAddress(text, protocols), `must be an address such as ${example}`);

export function isAddress(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

const wholeNumber = z.number().int().min(0).max(1_000_000_000);

/** Text that isn't JSON is no object either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const list = z.string().transform(splitList);

/** Items between commas, without the space around them. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const isProxyAddress = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

export const proxies = list.refine(
  (items) => items.every(isProxyAddress),
  'must be a list of proxy addresses or ranges such as 10.0.0.0/8,::1',
);

export const hosts = list.refine(
  (items) => items.every((item) => /^[a-z0-9._[\]:-]{1,260}$/i.test(item)),
  'must be a list of host names, each with or without a port, such as wiki.internal,127.0.0.1:8080',
);

const nameServerForm = /^(?:([\d.]{7,15})|\[([\da-f:.]{2,45})\])(?::\d{1,5})?$/i;

export const nameServers = list.refine(
  (items) => items.every((item) => ipaddr.isValid(nameServerForm.exec(item)?.slice(1).find(Boolean) ?? item)),
  'must be a list of addresses, each with or without a port, such as 9.9.9.9,[2620:fe::fe]:53',
);

/** Hosts of pages, each with or without a port; where a whole origin is given its scheme is left out. */
export const pageHosts = list
  .transform((items) => items.map((item) => item.toLowerCase().replace(/^https?:\/\/([^/]+)\/?$/, '$1')))
  .refine(
    (items) => items.every((item) => /^[a-z0-9._[\]:-]{1,260}$/.test(item)),
    'must be a list of origins or host names, such as https://app.example,localhost:5173',
  );

/** Origins of web pages, without a slash at the end. */
export const origins = list.refine(
  (items) => items.every((item) => isAddress(item, ['http:', 'https:']) && new URL(item).origin === item),
  'must be a list of origins such as https://app.example',
);

const SOURCE = /^([a-z][a-z0-9_-]{0,39})(?:=(https?:\/\/\S{1,1000}))?$/;
const shipped = ['prtimes', 'atpress', 'kyodo'];
const reserved = ['press_release', 'analysis', 'result', 'demo'];

/** Sources of articles, each with the address that is read in place of its own. */
export const scrapeSources = list
  .refine(
    (items) =>
      items.every((item) => {
        const [, type = '', feedUrl] = SOURCE.exec(item) ?? [];
        return !reserved.includes(type) && (shipped.includes(type) || (type !== '' && URL.canParse(feedUrl ?? '')));
      }),
    'must be a list of built-in sources or name=address pairs, such as prtimes,mine=https://press.example/feed',
  )
  .transform((items) =>
    items.map((item) => {
      const [, type = '', feedUrl = null] = SOURCE.exec(item) ?? [];
      return { type, feedUrl };
    }),
  );

/** Networks; a single address is one of its own. */
export const networks = list
  .refine((items) => items.every(isProxyAddress), 'must be a list of addresses or ranges such as 10.0.0.0/8,::1')
  .transform((items) => items.map((item) => (item.includes('/') ? item : `${item}/${item.includes(':') ? 128 : 32}`)));

export const mailAddresses = list
  .refine((items) => items.every((item) => parseMailAddress(item)), 'must be a list of e-mail addresses')
  .transform((items) => items.flatMap((item) => parseMailAddress(item)?.norm ?? []));

const PLANS_FORM = 'must be JSON such as {"free":{"analyses":50,"mails_per_day":50,"members":5}}';

const plans = z.partialRecord(
  z.enum(['free', 'pro', 'business']),
  z.strictObject({ analyses: wholeNumber, mails_per_day: wholeNumber, members: wholeNumber }).partial(),
);

export const planLimits = z.string().transform((text, ctx) => {
  const result = plans.safeParse(parseJson(text));
  if (result.success) return result.data;
  ctx.addIssue(PLANS_FORM);
  return z.NEVER;
});

export const amountUsd = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount in USD such as 5 or 2.50')
  .transform((text) => usd(text))
  .refine((micros) => micros <= MICROS_PER_GRANT_MAX, 'must be at most 1000000');

export const providerIds = list.refine(
  (items) => items.every((item) => /^[a-z0-9-]{1,40}$/.test(item)),
  'must be a list of provider IDs such as anthropic,openai',
);

const CAPS_FORM = 'must be a list such as llm-fast.prompt=20000,translate.text=5000';

/** `tool.field=number,…` → tool → field → number. */
export const inputCaps = list
  .refine((items) => items.every((item) => /^[a-z0-9-]+\.[A-Za-z0-9]+=\d{1,9}$/.test(item)), CAPS_FORM)
  .transform((items) => {
    const caps: Record<string, Record<string, number>> = {};
    for (const item of items) {
      const [, tool = '', field = '', value] = /^([^.]+)\.([^=]+)=(\d+)$/.exec(item) ?? [];
      caps[tool] = { ...caps[tool], [field]: Number(value) };
    }
    return caps;
  });

const REQUESTS_FORM = 'must be a number, optionally followed by limits for single providers, such as 2000,ollama=4';

/** `number,provider=number,…`: for all, and for those that are named. */
export const providerRequests = list
  .refine((items) => {
    const [all = '', ...others] = items;
    return /^[1-9]\d{0,5}$/.test(all) && others.every((item) => /^[a-z0-9-]+=[1-9]\d{0,5}$/.test(item));
  }, REQUESTS_FORM)
  .transform(([all, ...others]) => ({
    all: Number(all),
    byProvider: new Map(others.map((item): [string, number] => [item.split('=')[0] ?? '', Number(item.split('=')[1])])),
  }));

export const setting = <T>(group: string, about: string, schema: z.ZodType<T, string>, defaultText: string) =>
  z.prefault(schema, defaultText).register(settingInfo, { group, about, default: defaultText });

export const optional = <T>(group: string, about: string, schema: z.ZodType<T, string>) =>
  z.optional(schema).register(settingInfo, { group, about });

export const secret = <T>(group: string, about: string, schema: z.ZodType<T, string>) =>
  z.optional(schema).register(settingInfo, { group, about, secret: true });
