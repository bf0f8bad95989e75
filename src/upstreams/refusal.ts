/** Failure of a tool that could not handle its input. Only our words reach the caller; the upstream's are for the log. */
import { UpstreamFailure, type UpstreamFailureDetails } from '../kernel/errors/failure.ts';

export const createRefusal = (
  upstream: string,
  details: Pick<UpstreamFailureDetails, 'cause' | 'status'>,
): UpstreamFailure =>
  new UpstreamFailure('filtered', upstream, {
    ...details,
    message: 'The tool could not handle this input. Nothing was charged.',
  });
