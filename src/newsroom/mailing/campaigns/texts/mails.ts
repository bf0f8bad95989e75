/** The mails of a new campaign: one to each deliverable medium of the list, written from the release as it is now. */
import { setImmediate } from 'node:timers/promises';
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import type { CallContext } from '../../../../kernel/tool/context.ts';
import { hasLetters } from '../../../../text/language.ts';
import { writeOneLine } from '../../../../text/lines.ts';
import type { Analysis } from '../../../analysis/analyses/analyze.ts';
import { chooseLines } from '../../../analysis/extraction/strongest-lines.ts';
import { findVisibleArticle } from '../../../content/articles/reads.ts';
import { buildFilePath } from '../../../content/feed/document.ts';
import { isShown, listFiles } from '../../../content/releases/files/file-reads.ts';
import type { Release } from '../../../content/releases/reads.ts';
import { writeTime } from '../../../content/releases/sheet.ts';
import { readStatus } from '../../../content/releases/states.ts';
import { findAddressee } from '../../../media/contacts/permission.ts';
import type { ListMember } from '../../../media/contacts/reads.ts';
import type { MediaItem } from '../../../media/contacts/types.ts';
import { type ComparedNews, createComparison, writeOccasion } from '../../../media/recommend/common-ground.ts';
import { listHomes } from '../../../media/recommend/release-features.ts';
import type { NewCampaign } from '../create-writes.ts';
import {
  buildDefaultTemplate,
  composeMail,
  createFieldReader,
  type LinkedFile,
  type MailText,
  type News,
} from './compose.ts';
import { rateMedia } from './fits.ts';
import { chooseRecipients } from './recipients.ts';
import type { FieldValues } from './template.ts';

/** Of one campaign. */
export const MAILS_MAX = 1_000;
/** UTF-16 units of all its mails together: they are entered in one transaction, beside which others wait. */
export const UNITS_MAX = 8_000_000;
/** Mails that are written before others have a turn. */
const TURN = 20;

export async function writeMails(
  ctx: CallContext,
  release: Release,
  members: readonly ListMember[],
  { companyId, isFollowUp = false }: { companyId: string; isFollowUp?: boolean },
): Promise<Pick<NewCampaign, 'mails' | 'excluded' | 'fits' | 'mailDomain' | 'limits'>> {
  const { contacts, sending } = ctx.services;
  const rules = { isStrict: contacts.isConsentStrict, transport: sending.transport };
  const { recipients, excluded } = chooseRecipients(members, rules);
  const { readFields, template } = await openFields(ctx, release, { companyId, isFollowUp });
  const mails: NewCampaign['mails'][number][] = [];
  let units = 0;
  for (const [at, { item, address }] of recipients.entries()) {
    if (at % TURN === TURN - 1) await setImmediate();
    const { subject, body } = composeMail(template, readFields(item));
    units += body.length;
    if (units > UNITS_MAX) throw createTooLargeError();
    mails.push({ mediaId: item.id, recipient: writeOneLine(item.name), address, subject, body, bodyHtml: null });
  }
  const ids = new Set(recipients.map(({ item }) => item.id));
  const fits = await rateMedia(ctx, companyId, release, ids);
  return { mails, excluded, fits, mailDomain: sending.mailDomain, limits: sending.limits };
}

export interface MailFields {
  /** Of a recipient, or of a name that is no medium any more. */
  readFields(item: MediaItem | string): FieldValues;
  /** As emails are written where nobody has changed it. */
  template: MailText;
}

/** Fields of the emails about a release as it is now. */
export async function openFields(
  ctx: CallContext,
  release: Release,
  { companyId, isFollowUp = false }: { companyId: string; isFollowUp?: boolean },
): Promise<MailFields> {
  const { news, facts } = await readNews(ctx, companyId, release);
  const compare = createComparison(facts);
  const read = createFieldReader({ ...news, isFollowUp });
  return {
    template: buildDefaultTemplate({ ...news, isFollowUp }),
    readFields(item) {
      if (typeof item === 'string') return read({ name: item, isPerson: false, occasion: null });
      const [shared] = compare(readProfile(item));
      const occasion = shared ? writeOccasion(facts.language, shared) : null;
      const outlet = item.publisher?.trim() || item.name;
      return read({ ...findAddressee(item), occasion, outlet, role: item.contactRole });
    },
  };
}

export const createTooLargeError = (): FareboxError =>
  new FareboxError('TOO_LARGE', {
    message: 'All emails together are too long.',
    next: 'Shorten the release or split the list.',
  });

const readProfile = ({ recentArticles, topics, prefecture, industry }: MediaItem) => ({
  recentTitles: recentArticles.map(({ title }) => title),
  topics,
  prefecture,
  industries: industry,
});

async function readNews(
  ctx: CallContext,
  companyId: string,
  release: Release,
): Promise<{ news: Omit<News, 'isFollowUp'>; facts: ComparedNews }> {
  const { analyses, database, identity } = ctx.services;
  const { title, subtitle, body, contact_info: contactInfo, language, embargo_until } = release;
  const nowMs = await database.now();
  const clock = { nowMs, timeZone: ctx.server.timeZone };
  const text = `${title}\n${body}`;
  const analysis = hasLetters(text) ? await analyses.analyze({ mode: 'facts', title, body, clock }, ctx) : null;
  const url = await findPublicAddress(ctx, companyId, release.article_id);
  const isHeld = readStatus(release, nowMs) === 'embargoed' && embargo_until !== null;
  const { name, name_en } = await identity.readCompany(companyId);
  const news = {
    release: { title, subtitle, body, contactInfo, language },
    company: (language === 'en' ? name_en?.trim() : null) || name,
    lines: analysis?.facts ? chooseLines(analysis.facts, { body, language }) : [],
    url,
    files: url === null ? [] : await listLinkedFiles(ctx, companyId, release.id),
    embargo: isHeld ? writeTime(embargo_until, language, clock.timeZone) : null,
  };
  return { news, facts: { language, title, body, ...readTerms(analysis) } };
}

const readTerms = (analysis: Analysis | null): Omit<ComparedNews, 'language' | 'title' | 'body'> => ({
  terms: analysis?.keywords.map(({ term }) => term) ?? [],
  categories: analysis?.categories.map(({ key }) => key) ?? [],
  prefectures: [...new Set(analysis?.facts?.where.flatMap(listHomes))],
});

/** Of a public release. */
async function listLinkedFiles(ctx: CallContext, companyId: string, releaseId: number): Promise<LinkedFile[]> {
  const files = await listFiles(ctx.services.database.db, companyId, releaseId);
  return files.filter(isShown).map(({ id, article_id, name, caption, alt }) => ({
    name: caption ?? alt ?? name,
    url: `${ctx.server.baseUrl}${buildFilePath(article_id, id)}`,
  }));
}

/** Null while nobody else can read it. */
async function findPublicAddress(ctx: CallContext, companyId: string, articleId: number): Promise<string | null> {
  const article = await findVisibleArticle(ctx.services.database.db, companyId, articleId);
  return article?.is_public === 1 ? (article.url ?? `${ctx.server.baseUrl}/v1/articles/${articleId}`) : null;
}
