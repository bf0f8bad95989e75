/** The states of a release, and how an update moves it between them. Rules: newsroom.md §4.5. */
import { createReasonError } from '../../../kernel/errors/reasons.ts';

export const RELEASE_STATUSES = ['draft', 'ready', 'embargoed', 'published'] as const;
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number];

export interface ReleaseState {
  status: ReleaseStatus;
  embargo_until: number | null;
}

/** Changes of an update; undefined for unchanged fields. */
export interface StateChange {
  status?: ReleaseStatus | undefined;
  embargo_until?: number | null | undefined;
}

/** Statuses that an update may name; the others follow from the embargo and from publishing. */
const NEXT: Readonly<Record<ReleaseStatus, readonly ReleaseStatus[]>> = {
  draft: ['ready'],
  ready: ['draft'],
  embargoed: [],
  published: ['draft'],
};

/** An embargo ends when its time has come. */
export const readStatus = ({ status, embargo_until }: ReleaseState, nowMs: number): ReleaseStatus =>
  status === 'embargoed' && (embargo_until ?? 0) <= nowMs ? 'ready' : status;

/** Throws `release_state`, with the states that can be reached from this one. */
export function moveRelease(state: ReleaseState, change: StateChange, nowMs: number): ReleaseState {
  const before = readStatus(state, nowMs);
  const { embargo_until = state.embargo_until } = change;
  const isAhead = embargo_until !== null && embargo_until > nowMs;
  if (change.embargo_until != null && before === 'published') {
    throw createReasonError('release_state', {
      message: 'A published release cannot be put under an embargo',
      details: { current_status: before, allowed: NEXT.published },
    });
  }
  const lifted = before === 'embargoed' && !isAhead ? 'ready' : before;
  const mayHold = change.status === 'embargoed' && isAhead;
  const choice = mayHold ? lifted : chooseStatus(lifted, change.status);
  return { status: isAhead && choice !== 'published' ? 'embargoed' : choice, embargo_until };
}

function chooseStatus(from: ReleaseStatus, to: ReleaseStatus = from): ReleaseStatus {
  if (to === from || NEXT[from].includes(to)) return to;
  throw createReasonError('release_state', {
    message: `A release that is ${from} cannot become ${to}`,
    details: { current_status: from, allowed: NEXT[from] },
  });
}
