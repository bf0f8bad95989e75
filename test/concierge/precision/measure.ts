/**
 * Measures which messages the concierge routes right, wrong, not at all, or misses. `npx tsx test/concierge/precision/measure.ts` lists the faults of `tuned.txt`,
 * with `all` those of `unseen.txt` too. A line is a message, then any of the answers that are right: a tool with a part of
 * its input, several of them with +; `-`: nothing runs; `~`: small talk, answered free of charge.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RUN_MIN } from '../../../src/concierge/choosing/confidence.ts';
import { createRouter } from '../../../src/concierge/choosing/router.ts';
import type { Route, RouteStep } from '../../../src/concierge/types.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { root, textOf } from '../../harness/sources.ts';

interface Expected {
  message: string;
  /** Any of these; an empty list of steps: nothing runs. */
  answers: readonly (readonly { tool: string; input: Record<string, unknown> }[])[];
  isSmallTalk: boolean;
}

export type Outcome = 'right' | 'wrong' | 'silent' | 'missed';

const parseStep = (text: string): { tool: string; input: Record<string, unknown> } => {
  const [, tool = '', input] = /^(\S+)(?: (\{.*\}))?$/.exec(text.trim()) ?? [];
  return { tool, input: input === undefined ? {} : JSON.parse(input) };
};

function parseLine(line: string): Expected {
  const [message = '', expected = ''] = line.split(' => ');
  const answers = expected
    .split(' | ')
    .filter((text) => text !== '~')
    .map((text) => (text === '-' ? [] : text.split(' + ').map(parseStep)));
  return { message, answers, isSmallTalk: expected.split(' | ').includes('~') };
}

const hasInput = (step: RouteStep, input: Record<string, unknown>): boolean =>
  Object.entries(input).every(([key, value]) => {
    const own = step.input[key];
    return typeof own === 'string' && typeof value === 'string'
      ? own.toLowerCase().includes(value.toLowerCase())
      : isDeepStrictEqual(own, value);
  });

/** A step with the input that an earlier one fills: the place of a forecast; a text that is read and then summarized is one. */
function mergeSteps(steps: readonly RouteStep[]): RouteStep[] {
  const feeding = new Set(steps.flatMap(({ from = {} }) => Object.values(from).map(({ step }) => step)));
  return steps
    .map((step) => {
      const source = Object.values(step.from ?? {})[0];
      return step.tool === 'weather' && source
        ? { ...step, input: { ...step.input, location: steps[source.step]?.input.q } }
        : step;
    })
    .filter(({ tool, from }, index) =>
      tool === 'smart-llm' ? from === undefined : !(tool === 'geocode' && feeding.has(index)),
    );
}

function judge({ answers, isSmallTalk }: Expected, { steps: all, smallTalk, confidence }: Route): Outcome {
  const steps = mergeSteps(all);
  if (smallTalk !== undefined) return isSmallTalk ? 'right' : 'missed';
  if (steps.length === 0 || confidence < RUN_MIN) {
    return isSmallTalk || answers.some((answer) => answer.length === 0) ? 'silent' : 'missed';
  }
  const isRight = answers.some(
    (answer) =>
      answer.length === steps.length &&
      answer.every(({ tool, input }) => steps.some((step) => step.tool === tool && hasInput(step, input))),
  );
  return isRight ? 'right' : 'wrong';
}

/** Every message of a file with its outcome. */
export async function measure(
  file: 'tuned' | 'unseen',
): Promise<{ message: string; outcome: Outcome; route: Route }[]> {
  const router = createRouter(await loadCatalogue());
  return textOf(`test/concierge/precision/${file}.txt`)
    .split('\n')
    .filter((line) => line.includes(' => '))
    .map((line) => {
      const expected = parseLine(line);
      const route = router.route(expected.message);
      return { message: expected.message, outcome: judge(expected, route), route };
    });
}

export function count(all: readonly { outcome: Outcome }[]): Record<Outcome, number> {
  const counts = { right: 0, wrong: 0, silent: 0, missed: 0 };
  for (const { outcome } of all) counts[outcome]++;
  return counts;
}

if (process.argv[1] === join(root, 'test/concierge/precision/measure.ts')) {
  for (const file of ['tuned', 'unseen'] as const) {
    const all = await measure(file);
    process.stdout.write(`${file}: ${JSON.stringify(count(all))}\n`);
    if (file === 'unseen' && process.argv[2] !== 'all') continue;
    for (const { message, outcome, route } of all) {
      if (outcome === 'right' || outcome === 'silent') continue;
      const steps = route.steps.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`).join(' + ');
      const missing = route.leftOut.map(({ missing: what, target }) => `${what}:${target}`).join(' ');
      process.stdout.write(`  ${outcome} ${route.confidence} ${message} => ${steps} [${missing}]\n`);
    }
  }
}
