/** Translates analysed articles into the languages they lack, oldest first. */
import { defineJob } from '../../../jobs/define.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { Language } from '../../../text/language.ts';
import { createJobCall } from '../../common/item-call.ts';
import { findArticle } from '../../content/articles/reads.ts';
import { countUntranslated, listUntranslated } from './reads.ts';
import { fillGaps } from './translate.ts';

const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];
/** An article may be long, and has two languages to go. */
const ARTICLE_MS = 5 * 60_000;
/** Without budget it is looked again later. */
const APART_MS = 10 * 60_000;

export const translate = defineJob({
  kind: 'translate',
  itemMs: ARTICLE_MS,
  async isDue(ctx, lastAtMs, nowMs) {
    const { sources, database, translator } = ctx.services;
    if (!sources.isScheduled || (lastAtMs !== null && Math.abs(nowMs - lastAtMs) < APART_MS)) return false;
    if (!translator.isSetUp(ctx)) return false;
    return (await listUntranslated(database.db, LANGUAGES, 0, 1)).length > 0;
  },
  count: ({ services: { database } }) => countUntranslated(database.db, LANGUAGES),
  async list({ services: { database } }, afterKey, most) {
    const ids = await listUntranslated(database.db, LANGUAGES, Number(afterKey ?? 0), most);
    return ids.map((id) => ({ key: String(id), id: { article_id: id }, title: `#${id}` }));
  },
  async run({ key }, ctx) {
    const { db } = ctx.services.database;
    const article = await findArticle(db, Number(key));
    if (!article) return;
    const errors = await fillGaps(createJobCall(ctx), article, LANGUAGES, { force: false });
    const [first] = errors;
    if (first) throw new FareboxError('UPSTREAM_FAILED', { message: `${first.language}: ${first.error}` });
  },
});
