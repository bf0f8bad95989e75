/** Shared by the company scan and its report. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { type RatedRelease, rateReleases } from '../../src/newsroom/content/scans/rate.ts';
import type { ScannedCompany } from '../../src/newsroom/content/scans/service.ts';
import { countScan, type ScanUse } from '../../src/newsroom/content/scans/writes.ts';
import { requireMember } from './_shared.ts';

export const scanInput = z.object({
  company_url: z
    .string()
    .describe(
      'URL of the company’s page at prtimes.jp, www.atpress.ne.jp, kyodonewsprwire.jp, or a host that the operator allows.',
    ),
});

export const companyOutput = objectOf('Name of the company.', {
  name: z.string().nullable().describe('Name as shown on the site.'),
  site: z.string().describe('Name of the site: prtimes, atpress, kyodo, or the host.'),
  site_company_id: z.string().nullable().describe('Company number at the site.'),
  url: z.string().describe('URL of the company’s page at the site.'),
  industry: z.string().nullable().describe('Value from the company page, if stated there.'),
  address: z.string().nullable().describe('Value from the company page, if stated there.'),
});

export const originOutput = {
  fetched_at: z.string().describe('Time of the scan, ISO 8601.'),
  source: z.enum(['feed', 'html']).describe('Kind of page that was read.'),
  cached: z.boolean().describe('`true` if the page was read within the last ten minutes and not again.'),
  counts_against_quota: z.literal(false).describe('Always `false`: scans use no analysis of the plan.'),
};

export interface Scan {
  scanned: ScannedCompany;
  releases: RatedRelease[];
  company: z.input<typeof companyOutput>;
  origin: { fetched_at: string; source: 'feed' | 'html'; cached: boolean; counts_against_quota: false };
}

/** Reads, rates and counts; a failure counts nothing. */
export async function scanCompany(ctx: CallContext, companyUrl: string, kind: ScanUse['kind']): Promise<Scan> {
  const { scans, database, analyses } = ctx.services;
  const { companyId } = requireMember(ctx);
  const scanned = await scans.scan(companyUrl, ctx);
  const { company, source, cached, fetchedAtMs } = scanned;
  const releases = await rateReleases(scanned.releases);
  await database.write(countScan, { companyId, kind, zone: ctx.server.timeZone });
  const { siteCompanyId: site_company_id, ...known } = company;
  return {
    scanned,
    releases,
    company: { ...known, site_company_id },
    origin: { fetched_at: analyses.formatTime(fetchedAtMs), source, cached, counts_against_quota: false },
  };
}
