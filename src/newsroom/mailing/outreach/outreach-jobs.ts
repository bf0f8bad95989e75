/** The daily mailing: a report on each newest article goes to the company that it names. Off unless `OUTREACH=on`. */
import { defineJob } from '../../../jobs/define.ts';
import type { JobContext } from '../../../jobs/types.ts';
import { hasLetters } from '../../../text/language.ts';
import { createJobCall } from '../../common/item-call.ts';
import { findArticle } from '../../content/articles/reads.ts';
import { type CandidatePlace, listCandidates } from './candidates-reads.ts';
import { diagnoseArticle } from './diagnosis.ts';
import { writeDiagnosisLetter } from './letter.ts';
import { noteMissedDay, queueDiagnosis } from './outreach-writes.ts';
import { judgeSchedule } from './schedule.ts';
import { MAILING_KIND, readSchedule } from './schedule-reads.ts';
import { readSettings } from './settings-reads.ts';

const LOOKED_MAX = 1_000;

export const scheduleMail = defineJob({
  kind: MAILING_KIND,
  async isDue(ctx, lastAtMs, nowMs) {
    const { database, sending } = ctx.services;
    const { zone, hasOutreach } = sending.limits;
    if (hasOutreach !== true) return false;
    const { newsroom } = await readSettings(database.db);
    const { is, day } = judgeSchedule(readSchedule(newsroom), { lastAtMs, nowMs, zone });
    const { missed_day } = newsroom;
    if (is === 'missed' && missed_day !== day && (await database.write(noteMissedDay, { day })))
      ctx.log.warn({ day }, "skipped today's outreach: start time missed");
    return is === 'due';
  },
  count: async (ctx) => (await list(ctx, null, LOOKED_MAX)).length,
  async list(ctx, afterKey, most) {
    const candidates = await list(ctx, parseKey(afterKey), most);
    return candidates.map(({ id, publishedAt, title }) => ({
      key: `${publishedAt ?? ''} ${id}`,
      id: { article_id: id },
      title,
    }));
  },
  async run({ id }, ctx) {
    const { database, sending } = ctx.services;
    const articleId = Number(id.article_id);
    const article = await findArticle(database.db, articleId);
    if (!article || !hasLetters(`${article.title}${article.body}`)) return;
    const diagnosis = await diagnoseArticle(article, createJobCall(ctx));
    const { limits, mailDomain } = sending;
    const { language, content_hash: contentHash } = article;
    const letter = writeDiagnosisLetter(diagnosis, { language, url: article.url, serviceUrl: ctx.server.baseUrl });
    if (await database.write(queueDiagnosis, { articleId, contentHash, language, letter, limits, mailDomain }))
      sending.wake();
  },
});

async function list(ctx: JobContext, after: CandidatePlace | null, most: number) {
  const { database, sending } = ctx.services;
  const { limits } = sending;
  return limits.hasOutreach === true ? await database.read(listCandidates, { after, most, limits }) : [];
}

function parseKey(key: string | null): CandidatePlace | null {
  const [time = '', id] = (key ?? '').split(' ');
  return id === undefined ? null : { publishedAt: time === '' ? null : Number(time), id: Number(id) };
}
