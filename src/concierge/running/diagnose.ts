/** Explains a failed step and suggests a remedy, from the debug service or from rules by error code. */

import type { Diagnosis } from '../../fixes/types.ts';
import type { FareboxError } from '../../kernel/errors/errors.ts';
import type { StepExecution } from './types.ts';

interface Rule {
  likelyCause: string;
  steps: readonly string[];
  confidence: number;
}

const rules: Readonly<Partial<Record<FareboxError['code'], Rule>>> = {
  INVALID_INPUT: {
    likelyCause: 'A value that the tool needs is missing or has another form.',
    steps: ['Look at details.issues of the error.', 'Name the tool and its input in "tools".'],
    confidence: 0.9,
  },
  INSUFFICIENT_BALANCE: {
    likelyCause: 'The balance covered the steps before this one, and not this one.',
    steps: ['Open a link of deposit.paymentLinks.', 'Call again with this tool alone in "tools": that has no fee.'],
    confidence: 1,
  },
  CAP_REACHED: {
    likelyCause: 'A spending cap of this key does not allow the tool or its price.',
    steps: ['Raise the limit with the root key, or use another key.'],
    confidence: 1,
  },
  PRICE_ABOVE_MAX: {
    likelyCause: 'The maximum price was reached before this step.',
    steps: ['Raise maxPrice; POST /api/v2/smart/estimate tells what the call costs.'],
    confidence: 1,
  },
  TOOL_UNAVAILABLE: {
    likelyCause: 'None of the sources of this tool is set up on this server.',
    steps: ['The operator sets the variables in details.variables.', 'Until then use a tool of the same category.'],
    confidence: 1,
  },
  NO_RESULT: {
    likelyCause: 'The sources answered, and had nothing for this input.',
    steps: ['Check the spelling of names.', 'Ask with a wider or another term.'],
    confidence: 0.7,
  },
  UPSTREAM_TIMEOUT: {
    likelyCause: 'The sources did not answer within the time of the call.',
    steps: ['Call again in a moment.', 'Ask for less: fewer pages, a shorter text.'],
    confidence: 0.8,
  },
  UPSTREAM_FAILED: {
    likelyCause: 'Every source of the tool failed; details.attempts tells how.',
    steps: ['Call again in a moment.', 'Use a smart service instead of a direct tool: it has more sources.'],
    confidence: 0.7,
  },
  CONTENT_FILTERED: {
    likelyCause: 'The provider declined this content.',
    steps: ['Rephrase the content.'],
    confidence: 0.8,
  },
  CONTEXT_LENGTH_EXCEEDED: {
    likelyCause: 'The input is longer than the context window of every model that was asked.',
    steps: ['Shorten the input.', 'Choose a model with a larger context window.'],
    confidence: 1,
  },
  UNREADABLE_TARGET: {
    likelyCause: 'The page is not readable: an address that does not exist, a login, or another kind of document.',
    steps: ['Open the address in a browser.', 'Use another page.'],
    confidence: 0.8,
  },
};

/** Less certain findings have to name the exact code: the rules below know what each means. */
const SURE = 0.6;

const isNaming = ({ summary, likelyCause }: Diagnosis, code: string): boolean =>
  `${summary} ${likelyCause}`.includes(code);

/** Looks up an error text; null if it is unknown. */
export type Diagnose = (errorText: string) => Promise<Diagnosis | null>;

/** Of the first step that failed by itself; undefined when none did. */
export async function diagnoseFailure(
  executions: readonly StepExecution[],
  diagnose: Diagnose,
): Promise<Diagnosis | undefined> {
  const failed = executions.find(({ result, error }) => !result.ok && !result.skipped && error !== undefined);
  if (!failed?.error) return undefined;
  const { error, result } = failed;
  const diagnosis = await diagnose(`${result.tool}: ${error.code}: ${error.message}`).catch(() => null);
  if (diagnosis && (diagnosis.confidence >= SURE || isNaming(diagnosis, error.code))) return diagnosis;
  const { likelyCause, steps, confidence } = rules[error.code] ?? {
    likelyCause: error.message,
    steps: [error.next],
    confidence: 0.5,
  };
  return {
    summary: `${result.tool} failed: ${error.message}`,
    likelyCause,
    steps: [...steps],
    confidence,
    source: 'rules',
  };
}
