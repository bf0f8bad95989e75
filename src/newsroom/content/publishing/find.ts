/** Finds the feed's metadata in a release's published text. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import '../../analysis/analyses/service.ts';
import { type ArticleFindings, pickFindings } from '../articles/findings.ts';
import type { ReleaseRow } from '../releases/tables.ts';

/** Throws what analyses throw. */
export async function findForFeed(
  ctx: CallContext,
  { title, subtitle, body }: Pick<ReleaseRow, 'title' | 'subtitle' | 'body'>,
): Promise<ArticleFindings> {
  const { analyses, database } = ctx.services;
  const clock = { nowMs: await database.now(), timeZone: analyses.zone };
  const whole = subtitle === null ? body : `${subtitle}\n\n${body}`;
  const analysis = await analyses.analyze({ mode: 'optimize', title, body: whole, clock }, ctx);
  return pickFindings({ ...analysis, engine: 'rules' });
}
