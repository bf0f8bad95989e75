/** Coverage of a release as it is listed, and the outlet whose site an article is on. */

import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { belongsToDomain } from '../../../lib/domains.ts';
import { readHost } from './keys.ts';
import type { ReleaseCoverageRow } from './tables.ts';

export type Coverage = Selectable<ReleaseCoverageRow>;
export type CoverageState = ReleaseCoverageRow['state'];

export const COVERAGE_STATES = ['suggested', 'confirmed', 'dismissed'] as const;

/** Articles of one release. */
export const COVERAGE_MAX = 500;
/** Beyond these nothing more is suggested, so that people can still add theirs. */
export const SUGGESTED_MAX = 300;

export const createCoverageMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Coverage not found' });

export interface WhichCoverage {
  companyId: string;
  releaseId: number;
}

const selectCoverage = (db: Db, { companyId, releaseId }: WhichCoverage) =>
  db.selectFrom('release_coverage').where('release_id', '=', releaseId).where('company_id', '=', companyId);

export const findCoverage = (
  db: Db,
  { id, ...release }: WhichCoverage & { id: number },
): Promise<Coverage | undefined> => selectCoverage(db, release).selectAll().where('id', '=', id).executeTakeFirst();

export interface CoverageQuery extends WhichCoverage {
  states: readonly CoverageState[];
  /** Only those before this one; null: from the newest. */
  beforeId: number | null;
  limit: number;
}

/** Latest first. */
export async function listCoverage(
  db: Db,
  { states, beforeId, limit, ...release }: CoverageQuery,
): Promise<Coverage[]> {
  const ours = selectCoverage(db, release).selectAll().where('state', 'in', states);
  return await (beforeId === null ? ours : ours.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countCoverage(db: Db, release: WhichCoverage): Promise<Record<CoverageState, number>> {
  const rows = await selectCoverage(db, release).select('state').limit(COVERAGE_MAX).execute();
  const countOf = (wanted: CoverageState): number => rows.filter(({ state }) => state === wanted).length;
  return { suggested: countOf('suggested'), confirmed: countOf('confirmed'), dismissed: countOf('dismissed') };
}

export interface CoverageOutlet {
  id: number;
  name: string;
}

/** Outlet that one of the release's campaigns goes to and whose site the address is on; undefined for any other. */
export const findCoverageOutlet = defineRead(
  'coverage.outlet',
  async (
    { db }: View,
    { companyId, releaseId, url }: WhichCoverage & { url: string },
  ): Promise<CoverageOutlet | undefined> => {
    const host = readHost(url);
    if (host === null) return undefined;
    const outlets = await db
      .selectFrom('media_items')
      .select(['id', 'name', 'url'])
      .where('url', 'is not', null)
      .where('id', 'in', (select) =>
        select
          .selectFrom('mail_items')
          .innerJoin('campaigns', 'campaigns.id', 'mail_items.campaign_id')
          .select('mail_items.media_id')
          .where('campaigns.press_release_id', '=', releaseId)
          .where('campaigns.company_id', '=', companyId)
          .where('mail_items.media_id', 'is not', null)
          .$narrowType<{ media_id: number }>(),
      )
      .orderBy('id')
      .execute();
    const owners = outlets.flatMap(({ id, name, url: site }) => {
      const owned = readHost(site ?? '');
      return owned !== null && belongsToDomain(host, owned) ? [{ id, name, owned }] : [];
    });
    // The desk of a section rather than the whole site.
    const [best] = owners.sort((one, other) => other.owned.length - one.owned.length);
    return best && { id: best.id, name: best.name };
  },
);
