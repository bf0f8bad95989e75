import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { logPitches, type TriedPitch } from '../../src/newsroom/media/contacts/log-writes.ts';
import { findObstacle, maskEmail } from '../../src/newsroom/media/contacts/permission.ts';
import { type CompanyMedium, listCompanyMedia } from '../../src/newsroom/media/contacts/reads.ts';
import { describeOutlet } from '../../src/newsroom/media/pitches/news.ts';
import { createPitchWriter } from '../../src/newsroom/media/pitches/write.ts';
import { createComparison } from '../../src/newsroom/media/recommend/common-ground.ts';
import { BATCH_MAX, readArticle } from './_pitches.ts';
import { buildClaim, listOnce, mediaIds, requireMember } from './_shared.ts';

const TEXT_MAX = 20_000;

type SkipReason = 'suppressed' | 'no_email' | 'refuses_ads' | 'missing';

const pitchInput = z.object({
  media_id: z.number().int().describe('Whom it is for.'),
  subject: z.string().describe('Its subject.'),
  body: z.string().describe('Its text.'),
});

export default defineTool({
  title: 'Try out sending pitches',
  description:
    'Simulated: nothing is sent, and no connection is opened. Notes which letter would go to which medium, and says who would be left out, and why.',
  effect: 'write',
  keywords: 'send a pitch, email a journalist, ピッチを送, 記者にメール, 发送推介, 给记者发邮件',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    article_id: z.number().int().nullish().describe('The company’s own article, or a public one.'),
    press_release_id: z.number().int().nullish().describe('A press release of the company; an article goes before it.'),
    media_ids: mediaIds.describe(`Numbers of media items, at most ${BATCH_MAX}.`),
    subject: z.string().nullish().describe('For all; default: as media-generate-pitch writes it.'),
    body: z.string().nullish().describe('For all; default: as media-generate-pitch writes it.'),
    pitches: z.array(pitchInput).nullish().describe('For single media, before subject and body.'),
  }),
  output: z.object({
    simulated: z.literal(true).describe('Always.'),
    sent: z.literal(0).describe('Nothing is.'),
    logged: z.number().int().describe('How many were noted.'),
    items: listOf('Who would get one.', {
      media_id: z.number().int().describe('Number of the media item.'),
      status: z.literal('logged').describe('It was noted.'),
      would_send_to: z.string().describe('Address, masked.'),
      log_id: z.number().int().describe('Number of the note.'),
    }),
    skipped: listOf('Who would not.', {
      media_id: z.number().int().describe('Number of the media item.'),
      reason: z.enum(['suppressed', 'no_email', 'refuses_ads', 'missing']).describe('Why not.'),
    }),
  }),
  examples: [{ article_id: 41, media_ids: [301], subject: 'News', body: 'Dear editors' }],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const ids = listOnce(input.media_ids);
    if (ids.length > BATCH_MAX) {
      throw createReasonError('too_many_media', { message: `At most ${BATCH_MAX} media at once` });
    }
    const articleId = await findArticleId(ctx, input.article_id ?? null, input.press_release_id ?? null);
    const { news, clock } = await readArticle(ctx, articleId);
    const { database } = ctx.services;
    const media = await database.read(listCompanyMedia, { companyId, ids });
    const byId = new Map(media.map((medium) => [medium.item.id, medium]));
    const own = new Map(input.pitches?.map(({ media_id, subject, body }) => [media_id, { subject, body }]));
    const compare = createComparison(news);
    const writePitch = createPitchWriter(news, clock);
    const write = (medium: CompanyMedium): TriedPitch => {
      const outlet = describeOutlet(medium.item);
      const letter = own.get(outlet.id) ?? { subject: input.subject, body: input.body };
      if (typeof letter.subject === 'string' && typeof letter.body === 'string') {
        return { mediaId: outlet.id, subject: cut(letter.subject), body: cut(letter.body) };
      }
      const rules = writePitch(outlet, compare(outlet));
      return {
        mediaId: outlet.id,
        subject: cut(letter.subject ?? rules.subject),
        body: cut(letter.body ?? rules.body),
      };
    };
    const choices = ids.map((id) => ({ id, medium: byId.get(id), reason: findReason(byId.get(id)) }));
    const pitches = choices.flatMap(({ medium, reason }) => (medium && reason === null ? [write(medium)] : []));
    const claim = buildClaim(ctx, 'media-send-pitch', input);
    const tried = { companyId, userId, articleId, pitches };
    const { output: logs, replayed } = await database.write(logPitches, { tried, claim });
    if (replayed) ctx.markReplayed();
    const items = pitches.flatMap(({ mediaId }, at) => {
      const log_id = logs[at];
      const email = byId.get(mediaId)?.item.email ?? '';
      return log_id === undefined
        ? []
        : [{ media_id: mediaId, status: 'logged' as const, would_send_to: maskEmail(email), log_id }];
    });
    const skipped = choices.flatMap(({ id, reason }) => (reason === null ? [] : [{ media_id: id, reason }]));
    return { simulated: true as const, sent: 0 as const, logged: items.length, items, skipped };
  },
});

/** Throws `no_input`, NOT_FOUND. */
async function findArticleId(ctx: CallContext, articleId: number | null, releaseId: number | null): Promise<number> {
  if (articleId !== null) return articleId;
  if (releaseId === null) throw createReasonError('no_input');
  const { companyId } = requireMember(ctx);
  const { db } = ctx.services.database;
  const release = Number.isSafeInteger(releaseId) ? await findRelease(db, companyId, releaseId) : undefined;
  if (!release) throw createReleaseMissingError();
  return release.article_id;
}

/** A pitch to a newsroom needs no basis of consent to be tried out. */
function findReason(medium: CompanyMedium | undefined): SkipReason | null {
  if (!medium) return 'missing';
  const obstacle = findObstacle(medium.item, medium.isSuppressed, false);
  if (obstacle === 'no_address') return 'no_email';
  return obstacle === 'no_consent' ? null : obstacle;
}

function cut(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  const message = `A subject or a body has at most ${TEXT_MAX} characters`;
  throw new FareboxError('TOO_LARGE', { message, next: 'Shorten the text.' });
}
