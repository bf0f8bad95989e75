import { z } from 'zod';
import { findFinishedWrite, type WriteClaim } from '../../src/database/batches/finished-writes.ts';
import { buildClaim } from '../../src/database/batches/write-claim.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { withSignal } from '../../src/kernel/tool/context.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { AnalysisResult } from '../../src/newsroom/analysis/analyses/output.ts';
import { createResultNotFoundError, findResult } from '../../src/newsroom/analysis/analyses/reads.ts';
import { pickFindings } from '../../src/newsroom/content/articles/findings.ts';
import { findForFeed } from '../../src/newsroom/content/publishing/find.ts';
import {
  type BegunPublication,
  type Publication,
  type PublishSource,
  publish,
} from '../../src/newsroom/content/publishing/writes.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { hasLetters } from '../../src/text/language.ts';
import { cutCodePoints } from '../../src/text/truncate.ts';
import { requireMember } from './_shared.ts';

/** Code points of the first line of a text without a title. */
const TITLE_MAX = 120;
const NO_INPUT = 'Give result_id or press_release_id';

export default defineTool({
  title: 'Publish',
  description:
    'Publish a press release or an analyzed text of the company in the feed of this server, and deliver it to the answer-engine API that the operator has configured. Nothing is delivered twice.',
  route: 'POST /api/publish-to-aeo',
  effect: 'write',
  failsWith: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  input: z.object({
    result_id: z.string().nullish().describe('ID of an analysis, `res_…`.'),
    press_release_id: z
      .number()
      .int()
      .nullish()
      .describe('Number of a press release; takes precedence over `result_id`.'),
  }),
  output: z.object({
    status: z
      .enum(['published', 'queued', 'skipped', 'failed'])
      .describe(
        'queued: public here, delivery pending. skipped: nothing new. failed: public here, refused by the API.',
      ),
    source: objectOf('Kind of published item.', {
      result_id: z.string().nullable().describe('ID of the analysis.'),
      press_release_id: z.number().int().nullable().describe('Number of the press release.'),
    }),
    target: z.string().describe('Destination: local for this server’s feed only, otherwise the API.'),
    article_id: z.number().int().describe('ID of the article.'),
    url: z.string().describe('URL of the article in the feed.'),
    seq: z.string().describe('Position of the article in the feed.'),
    etag: z.string().describe('Hash of the content; changes with the article.'),
    attempts: z.number().int().describe('Number of delivery attempts.'),
    error: z.string().nullable().describe('Error of the last attempt.'),
    note: z.string().nullable().describe('Note for the operator.'),
  }),
  examples: [{ press_release_id: 12 }, { result_id: 'res_0Y1ab2cd3EfGhIjKlMnOpQr' }],
  async run(input, ctx) {
    const { result_id = null, press_release_id = null } = input;
    const { companyId } = requireMember(ctx);
    const { publishing, database } = ctx.services;
    const claim = buildClaim(ctx, 'analysis-publish-to-aeo', { result_id, press_release_id });
    if (press_release_id === null && !result_id) throw createReasonError('no_input', { message: NO_INPUT });
    const earlier = await findFinishedWrite<BegunPublication>(database, claim);
    const courier = publishing.openCourier();
    const publishNow = async () => {
      const source = await readSource(ctx, companyId, result_id ?? '', press_release_id);
      return await database.write(publish, { companyId, source, courier, zone: ctx.server.timeZone, claim });
    };
    const { output, replayed } = earlier ?? (await publishNow());
    if (replayed) ctx.markReplayed();
    const state = output.isOurs && !replayed ? await deliver(ctx, output, claim) : output;
    const { articleId, seq, contentHash } = output;
    return {
      ...{ status: state.status, attempts: state.attempts, error: state.error },
      source: { result_id: press_release_id === null ? result_id : null, press_release_id },
      target: publishing.target ?? 'local',
      article_id: articleId,
      url: `${ctx.server.baseUrl}/v1/articles/${articleId}`,
      seq,
      etag: `"${contentHash}"`,
      note: publishing.target === null ? 'AEO_API_URL is not set: published in this feed only' : null,
    };
  },
});

/** Text to publish, with its analysis. */
async function readSource(
  ctx: CallContext,
  companyId: string,
  resultId: string,
  releaseId: number | null,
): Promise<PublishSource> {
  const { db } = ctx.services.database;
  if (releaseId !== null) {
    const release = await findRelease(db, companyId, releaseId);
    if (!release) throw createReleaseMissingError();
    const { id, version, title, subtitle, body } = release;
    if (!hasLetters(`${title}${subtitle ?? ''}${body}`)) throw createReasonError('empty_text');
    return { kind: 'release', id, version, findings: await findForFeed(ctx, release) };
  }
  const stored = await findResult(db, companyId, resultId);
  if (!stored) throw createResultNotFoundError();
  const result: AnalysisResult = JSON.parse(stored.document);
  const { language, source, text } = result;
  const title = result.title ?? cutCodePoints(text.trim(), TITLE_MAX).split('\n', 1).join('');
  const body = result.title === null ? text : text.slice(text.indexOf(title) + title.length).trim();
  const url = source.final_url ?? (/^https?:\/\//i.test(source.url ?? '') ? source.url : null);
  const findings = pickFindings(result);
  return { kind: 'result', id: result.id, text: { title, subtitle: null, body, language }, url, findings };
}

/** To its end, also when the caller leaves: it is public already. */
async function deliver(ctx: CallContext, publication: Publication, claim: WriteClaim | undefined) {
  const { articleId, contentHash: hash, attempts } = publication;
  const { publishing } = ctx.services;
  const { signal } = new AbortController();
  const answer = claim && { claim, publication };
  return await publishing
    .deliver({ articleId, hash, attempts }, withSignal({ ...ctx, callerGone: signal }, signal), answer)
    .catch((thrown: unknown) => {
      // Nobody knows whether it has arrived: the job looks after it.
      ctx.log.warn({ err: thrown, articleId }, 'could not save a delivery result');
      if (thrown instanceof FareboxError && thrown.code === 'STORE_UNAVAILABLE') return publication;
      throw thrown;
    });
}
