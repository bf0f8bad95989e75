/** Articles that sources have given: each address and each text once. */
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import { hashContent } from './hash.ts';

export interface CollectedText {
  sourceType: string;
  sourceName: string;
  externalId: string;
  url: string;
  canonicalUrl: string;
  title: string;
  body: string;
  language: Language;
  author: string | null;
  companyName: string | null;
  contactEmail: string | null;
  /** Beside the address stands that such mail is refused. */
  contactRefuses: boolean;
  imageUrl: string | null;
  tags: readonly string[];
  publishedAtMs: number | null;
  showsBody: boolean;
}

/** `changed`: known, with another text now, which is analysed anew. */
export type Landing = 'new' | 'changed' | 'known';

export async function landArticle(tx: Tx, text: CollectedText): Promise<Landing> {
  const { db, nowMs } = tx;
  const { sourceType, externalId, title, body, language } = text;
  const content_hash = hashContent({ title, subtitle: null, body });
  const query = db.selectFrom('articles').select(['id', 'content_hash']).where('source_type', '=', sourceType);
  const row = await lockRows(tx, query.where('external_id', '=', externalId)).executeTakeFirst();
  if (row?.content_hash === content_hash) return 'known';
  const texts = { title, body, language, content_hash, updated_at: nowMs };
  const facts = {
    image_url: text.imageUrl,
    ...describeContact(text, nowMs),
    company_name: text.companyName,
    author: text.author,
  };
  const state = await judgeText(tx, text, content_hash, row?.id ?? null);
  if (row) {
    const anew = { analyzed_at: null, push_due: null, analyze_failures: 0, analyze_error: null };
    await db
      .updateTable('articles')
      .set({ ...texts, ...facts, ...state, ...anew })
      .where('id', '=', row.id)
      .execute();
    return 'changed';
  }
  await db
    .insertInto('articles')
    .values({
      company_id: null,
      source_type: sourceType,
      source_name: text.sourceName,
      external_id: externalId,
      url: text.url,
      canonical_url: text.canonicalUrl,
      subtitle: null,
      ...texts,
      ...facts,
      ...state,
      tags: JSON.stringify(text.tags),
      published_at: text.publishedAtMs,
      shows_body: text.showsBody ? 1 : 0,
      fetched_at: nowMs,
      created_at: nowMs,
    })
    .execute();
  return 'new';
}

/** Whoever issues a release publishes the address in it; a refusal beside it ends that. */
function describeContact({ contactEmail, contactRefuses, url }: CollectedText, nowMs: number) {
  const isOpen = contactEmail !== null && !contactRefuses;
  return {
    contact_email: contactEmail,
    contact_basis: isOpen ? ('published_address' as const) : ('none' as const),
    contact_basis_url: isOpen ? url : null,
    contact_basis_at: isOpen ? nowMs : null,
    contact_refuses: contactRefuses ? (1 as const) : (0 as const),
  };
}

interface Judgement {
  duplicate_of: number | null;
  skip_reason: 'duplicate' | 'no_content' | null;
  analyze_due: 1 | null;
}

async function judgeText(
  { db }: Tx,
  { canonicalUrl, body }: CollectedText,
  hash: string,
  ownId: number | null,
): Promise<Judgement> {
  if (body.trim() === '') return { duplicate_of: null, skip_reason: 'no_content', analyze_due: null };
  const first = db.selectFrom('articles').select('id').where('company_id', 'is', null).orderBy('id').limit(1);
  const others = ownId === null ? first : first.where('id', '<', ownId);
  const same =
    (await others.where('canonical_url', '=', canonicalUrl).executeTakeFirst()) ??
    (await others.where('content_hash', '=', hash).executeTakeFirst());
  return same
    ? { duplicate_of: same.id, skip_reason: 'duplicate', analyze_due: null }
    : { duplicate_of: null, skip_reason: null, analyze_due: 1 };
}
