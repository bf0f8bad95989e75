/** Estimates which tools a message asks for, and which part asks for which. */
import {
  ASKED,
  ASKING,
  AT_LEAST,
  CUT,
  DOUBT,
  LIST_MIN,
  OF_PARTS,
  OF_WHOLE,
  PIECES_MAX,
  PLAIN,
  PLAIN_SCORE,
  SHARED,
  UNASKED,
  WEAK_CUT,
} from '../scoring/weights.ts';
import type { Lattice, Part } from './lattice.ts';
import type { Likelihoods } from './wording.ts';

export interface Request extends Part {
  /** Tools that the part asks for, at least one. */
  tools: readonly string[];
}

export interface LikelyRequests {
  /** Of the whole message. */
  likelihoods: Likelihoods;
  /** In the order of the message; empty where nothing is likely enough. */
  requests: Request[];
}

/** More than run in one call, so that what is left out is named. */
const TOOLS_MAX = 5;

type HasThing = (tool: string, part: Part) => boolean;

/** `hasThing`: has a part something of its own for a tool that is asked once for each thing that it works on? */
export function findRequests(lattice: Lattice, hasThing: HasThing = () => false): LikelyRequests {
  const likelihoods = combineLikelihoods(lattice);
  const ranked = [...likelihoods].sort((a, b) => b[1] - a[1]);
  const plain = listPlain(lattice);
  const likely = ranked.filter(([tool, p]) => p >= ASKED || plain.has(tool)).slice(0, TOOLS_MAX);
  const tools = (likely.length > 0 ? likely : ranked.slice(0, 1).filter(([, p]) => p >= AT_LEAST)).map(
    ([tool]) => tool,
  );
  const requests = splitRequests(lattice, tools).flatMap((request) => splitThings(lattice, request, hasThing));
  return { likelihoods: addParts(likelihoods, requests), requests };
}

/** Tools that pieces of a long list ask for beyond doubt: by what was learned, and by their own words before all others. */
function listPlain({ cuts, part }: Lattice): Set<string> {
  const pieces = cuts.slice(0, -1).map((_, at) => part(at, at + 1));
  const sure = pieces.flatMap(({ ranked: [best], likelihoods }) =>
    best && best.score >= PLAIN_SCORE && (likelihoods.get(best.tool) ?? 0) >= PLAIN ? [best.tool] : [],
  );
  const tools = new Set(sure);
  return tools.size < LIST_MIN ? new Set() : tools;
}

/** A part that plainly asks for something counts, however small a part of the message it is. */
function addParts(likelihoods: Likelihoods, requests: readonly Request[]): Likelihoods {
  if (requests.length < 2) return likelihoods;
  const scores = new Map(likelihoods);
  for (const { tools, likelihoods: own } of requests)
    for (const tool of tools) scores.set(tool, Math.max(scores.get(tool) ?? 0, own.get(tool) ?? 0));
  return scores;
}

/** “Translate "hello" into French and "goodbye" into German”: two parts that each ask for the same tool, with a thing each. */
function splitThings({ cuts, part }: Lattice, request: Request, hasThing: HasThing): Request[] {
  const [from, to] = [request.start, request.end].map((place) => cuts.findIndex(({ at }) => at === place));
  const [tool] = request.tools;
  if (tool === undefined || request.tools.length > 1 || from === undefined || to === undefined) return [request];
  const asks = (one: Part): boolean => (one.likelihoods.get(tool) ?? 0) >= ASKED && hasThing(tool, one);
  const things: Request[] = [];
  for (let start = from, end = from + 1; end <= to; end++) {
    if (end < to && !(asks(part(start, end)) && asks(part(end, to)))) continue;
    things.push({ ...part(start, end), tools: request.tools });
    start = end;
  }
  return things;
}

/** Log likelihood that exactly these tools are asked for. */
export function estimateTools(likelihoods: Likelihoods, tools: readonly string[]): number {
  let sum = 0;
  for (const [tool, p] of likelihoods) sum += Math.log(tools.includes(tool) ? boundShare(p) : 1 - boundShare(p));
  return sum;
}

const boundShare = (p: number): number => Math.min(Math.max(p, DOUBT), 1 - DOUBT);
const computeOdds = (p: number): number => Math.log(boundShare(p) / (1 - boundShare(p)));

/** The whole message and the part that asks for a tool most plainly, both heard. */
function combineLikelihoods({ cuts, part }: Lattice): Likelihoods {
  const last = cuts.length - 1;
  const whole = part(0, last).likelihoods;
  if (last === 1) return whole;
  const most = new Map<string, number>();
  for (let from = 0; from < last; from++) {
    for (let to = from + 1; to <= Math.min(last, from + PIECES_MAX); to++) {
      for (const [tool, p] of part(from, to).likelihoods) most.set(tool, Math.max(most.get(tool) ?? 0, p));
    }
  }
  return new Map(
    [...whole].map(([tool, p]) => {
      const odds = OF_WHOLE * computeOdds(p) + OF_PARTS * computeOdds(most.get(tool) ?? p);
      return [tool, 1 / (1 + Math.exp(-odds))];
    }),
  );
}

interface State {
  score: number;
  from: number;
  /** Which tools were asked for before, one bit each. */
  before: number;
}

/** The likeliest way to cut a message into parts that ask for these tools, each once. */
export function splitRequests(lattice: Lattice, tools: readonly string[]): Request[] {
  const last = lattice.cuts.length - 1;
  if (tools.length === 0) return [];
  if (tools.length === 1) return [{ ...lattice.part(0, last), tools }];
  const all = (1 << tools.length) - 1;
  const states: Map<number, State>[] = Array.from({ length: last + 1 }, () => new Map());
  states[0]?.set(0, { score: 0, from: 0, before: 0 });
  for (let to = 1; to <= last; to++) {
    for (let from = 0; from < to; from++) extendStates(lattice, tools, states, from, to);
  }
  const requests: Request[] = [];
  for (let at = last, mask = all; at > 0; ) {
    const state = states[at]?.get(mask);
    if (!state) return [{ ...lattice.part(0, last), tools }];
    requests.unshift({ ...lattice.part(state.from, at), tools: selectTools(tools, mask & ~state.before) });
    [at, mask] = [state.from, state.before];
  }
  return requests;
}

const selectTools = (tools: readonly string[], mask: number): string[] => tools.filter((_, at) => (mask >> at) & 1);

/** Words that ask stand first in a request, in Japanese last: a cut beside a piece that asks nothing needs more reason. */
function costOfCut({ cuts, part, isVerbLast }: Lattice, at: number): number {
  if (at === 0) return 0;
  const piece = isVerbLast ? part(at - 1, at) : part(at, at + 1);
  const isAsking = (piece.ranked[0]?.score ?? 0) >= ASKING;
  return (cuts[at]?.isStrong ? CUT : WEAK_CUT) + (isAsking ? 0 : UNASKED);
}

function extendStates(
  lattice: Lattice,
  tools: readonly string[],
  states: readonly Map<number, State>[],
  from: number,
  to: number,
): void {
  const { part } = lattice;
  const all = (1 << tools.length) - 1;
  const ends = states[to];
  const cost = costOfCut(lattice, from);
  for (const [before, state] of states[from] ?? []) {
    for (let own = 1; own <= all; own++) {
      if ((own & before) !== 0) continue;
      const here = selectTools(tools, own);
      const score =
        state.score + rateTools(part(from, to).likelihoods, tools, here) - cost - (here.length - 1) * SHARED;
      const earlier = ends?.get(before | own);
      if (!earlier || score > earlier.score) ends?.set(before | own, { score, from, before });
    }
  }
}

/** Of the tools that are asked for somewhere, is it these that are asked for here? */
const rateTools = (likelihoods: Likelihoods, tools: readonly string[], here: readonly string[]): number =>
  tools.reduce((sum, tool) => {
    const p = boundShare(likelihoods.get(tool) ?? 0);
    return sum + Math.log(here.includes(tool) ? p : 1 - p);
  }, 0);
