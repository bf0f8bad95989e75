/** A test of two subjects: who gets which, and which has won. */

export const SUBJECT_METRICS = ['opens', 'clicks'] as const;
export const SUBJECTS = ['a', 'b'] as const;
export type Subject = (typeof SUBJECTS)[number];
/** `rest`: waits for the winner. */
export type SubjectGroup = Subject | 'rest';

export interface SubjectTest {
  /** Subject B; A is the one that each email has. */
  subject: string;
  /** Percent of the recipients that get each of the two. */
  share: number;
  metric: (typeof SUBJECT_METRICS)[number];
  /** From the last email of the test to the decision. */
  waitMinutes: number;
  /** The winner is sent automatically; otherwise a person chooses it. */
  isAutomatic: boolean;
}

export const readSubjectTest = (text: string | null): SubjectTest | null => (text === null ? null : JSON.parse(text));

/** Sizes of A and B; the rest waits. */
export const countSample = (recipients: number, share: number): number =>
  Math.min(Math.max(1, Math.round((recipients * share) / 100)), Math.floor(recipients / 2));

/** In the order of `ids`, which nobody has chosen: A and B take turns. */
export function splitGroups(ids: readonly number[], share: number): Record<SubjectGroup, number[]> {
  const sample = countSample(ids.length, share);
  const groups: Record<SubjectGroup, number[]> = { a: [], b: [], rest: [] };
  for (const [at, id] of ids.entries()) groups[at >= sample * 2 ? 'rest' : at % 2 === 0 ? 'a' : 'b'].push(id);
  return groups;
}

export interface SubjectFigures {
  recipients: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  /** Somebody has it in hand, or will have. */
  waiting: number;
  lastSentAt: number | null;
  /** Of those that wait. */
  lastDueAt: number | null;
}

export const NO_FIGURES: SubjectFigures = {
  recipients: 0,
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  waiting: 0,
  lastSentAt: null,
  lastDueAt: null,
};

export const computeRate = ({ delivered }: SubjectFigures, count: number): number =>
  delivered === 0 ? 0 : Math.round((count / delivered) * 10_000) / 10_000;

/** A tie goes to A, the subject that was there first. */
export function chooseWinner(figures: Record<Subject, SubjectFigures>, metric: SubjectTest['metric']): Subject {
  const rate = (one: SubjectFigures): number => computeRate(one, metric === 'opens' ? one.opened : one.clicked);
  return rate(figures.b) > rate(figures.a) ? 'b' : 'a';
}
