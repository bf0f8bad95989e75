/** Coverage of a release: the fields of its inputs, and an article as it is shown. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { parseDay } from '../../src/newsroom/common/days.ts';
import {
  COVERAGE_STATES,
  type Coverage,
  type CoverageOutlet,
  findCoverageOutlet,
  type WhichCoverage,
} from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import { readHost } from '../../src/newsroom/content/release-coverage/keys.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';

const URL_MAX = 1_000;
const LINE_MAX = 500;
const NOTE_MAX = 2_000;

export const coverageId = z.number().int().describe('Number of the coverage.');

export const coverageUrl = z
  .string()
  .trim()
  .max(URL_MAX)
  .refine((url) => readHost(url) !== null, 'not a web address')
  .describe('URL of the article, http or https.');

const line = (about: string) => z.string().trim().max(LINE_MAX).nullish().describe(about);

export const coverageDetails = {
  title: line('Headline of the article.'),
  outlet: line('Name of the outlet.'),
  published_on: z
    .string()
    .refine((day) => parseDay(day) !== null, 'not a date')
    .nullish()
    .describe('Date of publication, YYYY-MM-DD.'),
  note: z.string().trim().max(NOTE_MAX).nullish().describe('Note for your company.'),
};

export const coverageState = z.enum(COVERAGE_STATES);

const time = (about: string) => z.string().describe(`${about} ISO 8601 in the server’s time zone.`);

export const coverageOutput = z.object({
  coverage_id: coverageId,
  press_release_id: z.number().int().describe('Number of the release.'),
  url: z.string().describe('URL of the article.'),
  title: z.string().nullable().describe('Headline of the article.'),
  outlet: z.string().nullable().describe('Name of the outlet.'),
  media_id: z.number().int().nullable().describe('ID of the outlet, if a campaign of the release went to it.'),
  published_on: z.string().nullable().describe('Date of publication, YYYY-MM-DD.'),
  note: z.string().nullable().describe('Note for your company.'),
  origin: z.enum(['noted', 'found']).describe('noted: added by a member. found: an article of the feed.'),
  state: coverageState.describe('suggested: found, and not yet confirmed or dismissed.'),
  created_at: time('Creation time.'),
  updated_at: time('Time of the last change.'),
});

export function formatCoverage(coverage: Coverage, { server }: CallContext): z.input<typeof coverageOutput> {
  const { id, release_id, company_id: _company, url_key: _key, created_at, updated_at, ...row } = coverage;
  const show = (ms: number): string => formatZonedTime(ms, server.timeZone);
  return {
    coverage_id: id,
    press_release_id: release_id,
    ...row,
    created_at: show(created_at),
    updated_at: show(updated_at),
  };
}

/** Throws NOT_FOUND for a release of another company. */
export async function requireOwnRelease(ctx: CallContext, releaseId: number): Promise<WhichCoverage> {
  const { companyId } = requireMember(ctx);
  if (!(await findRelease(ctx.services.database.db, companyId, releaseId))) throw createReleaseMissingError();
  return { companyId, releaseId };
}

/** Outlet of the release's campaigns on whose site the article is. */
export const matchOutlet = (
  { services }: CallContext,
  release: WhichCoverage,
  url: string,
): Promise<CoverageOutlet | undefined> => services.database.read(findCoverageOutlet, { ...release, url });
