/** Failure of a tool that says it failed. Only our words reach the caller; the upstream's are for operators and the log. */
import { UpstreamFailure, type UpstreamFailureDetails } from '../kernel/errors/failure.ts';

export const createRefusal = (
  upstream: string,
  details: Pick<UpstreamFailureDetails, 'cause' | 'status'>,
): UpstreamFailure => new UpstreamFailure('tool_error', upstream, details);
