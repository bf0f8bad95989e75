/** Output schemas of background work. */
import { z } from 'zod';
import { identifyActor } from '../../../identity/operators/operator.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { objectOf } from '../../../kernel/tool/fields.ts';
import { defineTool, type ToolDefinition } from '../../../kernel/tool/tool.ts';
import { noteAct } from './writes.ts';

export const startedOutput = z.object({
  status: z.literal('accepted').describe('The job runs in the background.'),
  job_id: z.string().describe('ID of the job.'),
  kind: z.string().describe('Kind of the job.'),
  started: z.boolean().describe('`false` if the job was already running.'),
  already_running: z.boolean().describe('`true` if the job was already running.'),
  status_url: z.string().describe('URL that reports its progress.'),
});

const record = z.record(z.string(), z.union([z.string(), z.number()]));

export const progressOutput = z.object({
  running: z.boolean().describe('`true` while the job is waiting or running.'),
  job_id: z.string().nullable().describe('ID of the job; `null` if none has run yet.'),
  kind: z.string().describe('Kind of the job.'),
  stage: z.string().nullable().describe('Current stage, for jobs with several.'),
  total: z.number().int().describe('Number of items to process.'),
  done: z.number().int().describe('Number of processed items.'),
  succeeded: z.number().int().describe('Number of items processed without errors.'),
  failed: z.number().int().describe('Number of items given up after three attempts.'),
  percent: z.number().describe('Progress in percent.'),
  current: record.nullable().describe('Item in progress.'),
  rate_per_min: z.number().describe('Number of items processed per minute.'),
  eta_seconds: z.number().int().nullable().describe('Estimated time until completion in seconds.'),
  started_at: z.string().nullable().describe('ISO 8601 timestamp with offset.'),
  finished_at: z.string().nullable().describe('ISO 8601 timestamp with offset; `null` while the job is running.'),
  last_error: record.nullable().describe('The latest failure.'),
  errors: z.array(record).describe('Failed items, at most 20.'),
});

export const STATUS_URLS: Readonly<Record<string, string>> = {
  analyze: '/admin/analyze-status',
  push: '/admin/aeo-sync-status',
};
const PIPELINE_STATUS_URL = '/admin/pipeline-status';

/** Starts a kind of work, or tells of the job that stands for it; whoever asked is noted. */
export async function startWork(
  ctx: CallContext,
  kind: string,
  statusUrl = STATUS_URLS[kind] ?? PIPELINE_STATUS_URL,
): Promise<z.input<typeof startedOutput>> {
  const who = identifyActor(ctx.principal);
  const started = await ctx.services.jobs.start(kind);
  const details = { kind, started: started.started };
  await ctx.services.database.write(noteAct, { ...who, action: 'job.start', subject: started.job_id, details });
  return { ...started, status_url: statusUrl };
}

type WorkTool = Pick<ToolDefinition<z.ZodObject, z.ZodType>, 'title' | 'description' | 'route' | 'status'>;

/** A tool that starts a kind of work. */
export const defineStart = (kind: string, tool: WorkTool, statusUrl?: string) =>
  defineTool({
    ...tool,
    effect: 'write',
    output: startedOutput,
    run: (_input, ctx) => startWork(ctx, kind, statusUrl),
  });

/** A tool that tells how far a kind of work is. */
export const defineProgress = (kind: string, tool: WorkTool) =>
  defineTool({
    ...tool,
    effect: 'read',
    output: progressOutput,
    run: (_input, ctx) => ctx.services.jobs.readProgress(kind),
  });

export const pipelineOutput = z.object({
  running: z.boolean().describe('`true` if any of the jobs is running.'),
  jobs: objectOf('Jobs by kind.', {
    scrape: progressOutput.describe('Collection of articles from the sources.'),
    analyze: progressOutput.describe('Analysis of collected articles.'),
    translate: progressOutput.describe('Translation of analyzed articles.'),
    push: progressOutput.describe('Publication and delivery of articles.'),
    pipeline: progressOutput.describe('Analysis followed by publication, as one job.'),
    'media-scan': progressOutput.describe('Reading of the outlets’ pages.'),
    'media-embed': progressOutput.describe('Embedding of the outlets’ descriptions of themselves.'),
  }),
  analyze: progressOutput.describe('Status in the format of `jobs`.'),
  push: progressOutput.describe('Status in the format of `jobs`.'),
});

export async function readPipeline({ services: { jobs } }: CallContext): Promise<z.input<typeof pipelineOutput>> {
  const read = (kind: string) => jobs.readProgress(kind);
  const all = {
    scrape: await read('scrape'),
    analyze: await read('analyze'),
    translate: await read('translate'),
    push: await read('push'),
    pipeline: await read('pipeline'),
    'media-scan': await read('media-scan'),
    'media-embed': await read('media-embed'),
  };
  const { analyze, push } = all;
  return { running: Object.values(all).some(({ running }) => running), jobs: all, analyze, push };
}
