/** Shared by press-release operations: the caller, and the record as shown. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { findJsonExcess } from '../../src/lib/json-bounds.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import type { Release } from '../../src/newsroom/content/releases/reads.ts';
import { RELEASE_STATUSES, readStatus } from '../../src/newsroom/content/releases/states.ts';

export { buildClaim } from '../../src/database/batches/write-claim.ts';
export { requireMember } from '../../src/kernel/tool/member.ts';

export const releaseId = z.number().int().describe('Number of the release.');

const time = (about: string) => z.string().describe(`${about} ISO 8601 in the server’s time zone.`);

export const releaseOutput = z.object({
  id: z.number().int().describe('Number of the release.'),
  press_release_id: z.number().int().describe('Same value as `id`.'),
  company_id: z.string().describe('ID of the company that owns it.'),
  title: z.string().describe('Headline of the article.'),
  subtitle: z.string().nullable().describe('Subheadline of the article.'),
  body: z.string().describe('Text of the article.'),
  contact_info: z.string().nullable().describe('Contact for the press.'),
  source_type: z.string().describe('Origin of the text: scratch, generated, optimized, imported, or the given word.'),
  status: z
    .enum(RELEASE_STATUSES)
    .describe('embargoed: until embargo_until, then ready. published: by publish-to-aeo alone.'),
  language: z.enum(['ja', 'zh', 'en']).describe('Language that was detected.'),
  nq_score: z.number().nullable().describe('News quality, as given or computed.'),
  nq_source: z
    .enum(['client', 'rules', 'rules+llm'])
    .nullable()
    .describe('Origin of the score; `client` means supplied by the caller.'),
  nq_dimensions: z.string().nullable().describe('Value as supplied.'),
  nq: z.unknown().describe('Parsed nq_dimensions; `null` if not valid JSON.'),
  nq_stale: z.boolean().describe('`true` if the text has changed since it was scored.'),
  ai_engine: z.string().nullable().describe('Value as supplied.'),
  embargo_until: z.string().nullable().describe('End of the embargo, ISO 8601.'),
  word_count: z.number().int().describe('Number of words of the body.'),
  char_count: z.number().int().describe('Number of code points of the body.'),
  version: z.number().int().describe('Version; each change increases it.'),
  article_id: z.number().int().describe('ID of the release’s article, for tools that take articles.'),
  campaign_ids: z.array(z.number().int()).describe('Campaigns about the release, up to 100.'),
  created_by: z.string().nullable().describe('Email address of the member who created it.'),
  created_at: time('Creation time.'),
  updated_at: time('Time of the last change.'),
});

/** A new one belongs to no campaign. */
export function formatRelease(
  release: Release,
  { server }: CallContext,
  nowMs: number,
  campaignIds: readonly number[] = [],
): z.input<typeof releaseOutput> {
  const { author, created_by: _user, nq_stale, embargo_until, created_at, updated_at, ...row } = release;
  const show = (ms: number): string => formatZonedTime(ms, server.timeZone);
  return {
    ...row,
    press_release_id: row.id,
    status: readStatus(release, nowMs),
    nq: parseDimensions(row.nq_dimensions),
    nq_stale: nq_stale === 1,
    embargo_until: embargo_until === null ? null : show(embargo_until),
    campaign_ids: [...campaignIds],
    created_by: author,
    created_at: show(created_at),
    updated_at: show(updated_at),
  };
}

/** Deeper nesting is not shown as JSON. */
const DEPTH_MAX = 32;

function parseDimensions(text: string | null): unknown {
  if (text === null || findJsonExcess(Buffer.from(text), DEPTH_MAX) !== null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
