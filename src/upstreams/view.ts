/** Describes upstreams for operators, and makes their test calls. */
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { Micros } from '../lib/money.ts';
import { cleanText } from './clean-text.ts';
import { compareDefinitions, type DefinitionChange } from './compare.ts';
import { toKebabCase } from './definitions.ts';
import { explainCause, type RecentFailure } from './failures.ts';
import type { UpstreamState } from './types.ts';
import type { Upstream, UpstreamTool } from './upstream.ts';

const RESULT_CHARACTERS_MAX = 20_000;

export interface ToolPlace {
  upstream: string;
  tool: string;
}

export interface UpstreamToolView {
  name: string;
  foreignName: string;
  state: UpstreamTool['state'];
  /** Null where it is not offered. */
  priceMicros: Micros | null;
  /** An input that fits, for a test call. */
  example: Readonly<Record<string, unknown>>;
  /** The definition that waits for the operator. */
  pending: { hash: string; changes: DefinitionChange[] } | null;
}

export interface UpstreamView {
  id: string;
  title: string;
  kind: 'stdio' | 'remote' | 'openapi';
  state: UpstreamState;
  problems: string[];
  /** Newest first. */
  failures: RecentFailure[];
  tools: UpstreamToolView[];
}

type Redact = (text: string) => string;

export function describeUpstream(upstream: Upstream, redact: Redact): UpstreamView {
  const { id, settings, state, problems, failures, tools } = upstream;
  return {
    id,
    title: settings.title ?? id,
    kind: 'openapi' in settings ? 'openapi' : 'url' in settings.mcp ? 'remote' : 'stdio',
    state,
    problems: problems.map(redact),
    failures: failures.map((failure) => ({ ...failure, cause: redact(failure.cause) })),
    tools: tools.map((tool) => describeTool(id, tool)),
  };
}

function describeTool(
  upstream: string,
  { foreignName, state, tool, accepted, pending, pendingHash }: UpstreamTool,
): UpstreamToolView {
  return {
    name: tool?.name ?? `${upstream}-${toKebabCase(foreignName)}`,
    foreignName,
    state,
    priceMicros: tool?.priceMicros ?? null,
    example: tool?.definition.examples[0] ?? {},
    pending:
      pending && pendingHash !== null ? { hash: pendingHash, changes: compareDefinitions(accepted, pending) } : null,
  };
}

export interface TestCall {
  outcome: 'ok' | 'error' | 'failed';
  ms: number;
  /** JSON of the result, or why there is none; the upstream's own words. */
  text: string;
}

export async function runTestCall(
  upstream: Upstream,
  tool: string,
  input: Record<string, unknown>,
  { ctx, redact }: { ctx: CallContext; redact: Redact },
): Promise<TestCall> {
  const startedMs = performance.now();
  const finish = (outcome: TestCall['outcome'], text: string): TestCall => ({
    outcome,
    ms: Math.round(performance.now() - startedMs),
    text: redact(text.slice(0, RESULT_CHARACTERS_MAX)),
  });
  try {
    const { content, structured, isError } = await upstream.testCall(tool, input, ctx);
    const shown = JSON.stringify({ content, ...(structured ? { structured } : {}) }, null, 2);
    return finish(isError ? 'error' : 'ok', shown);
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure)) throw thrown;
    return finish('failed', cleanText(`${thrown.kind}: ${explainCause(thrown)}`, RESULT_CHARACTERS_MAX));
  }
}
