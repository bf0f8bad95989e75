/** Decides at the first span of a trace here whether the trace is recorded; all spans below follow it. */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';

export interface SamplerOptions {
  /** As OTEL_TRACES_SAMPLER says: `always_on`, `always_off` or `traceidratio`, maybe after `parentbased_`. */
  name: string;
  /** 0–1, of the two with a ratio. */
  ratio: number;
}

/** `parent`: whether the caller's span is sampled; undefined without one. */
export type IsSampled = (traceId: string, parent: boolean | undefined) => boolean;

export function createSampler({ name, ratio }: SamplerOptions): IsSampled {
  const root = createRootSampler(name, ratio);
  return name.startsWith('parentbased_') ? (traceId, parent) => parent ?? root(traceId) : root;
}

/** The SDK's, so that services of one ratio keep the same traces. */
function createRootSampler(name: string, ratio: number): (traceId: string) => boolean {
  if (name.endsWith('always_on')) return () => true;
  if (name.endsWith('always_off')) return () => false;
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return (traceId) => sampler.shouldSample(ROOT_CONTEXT, traceId).decision !== SamplingDecision.NOT_RECORD;
}
