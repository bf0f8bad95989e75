/**
 * Weights and thresholds set by hand, not learned; `npm run eval` measures a change. Those of single facts are in `evidence.ts`.
 */

// The lexicons' score of a tool.
/** First verb of the tool's lexicon. */
export const VERB = 1;
/** First mark: a word that tells a tool from others of its kind. */
export const MARK = 2;
/** First noun of the tool's lexicon. */
export const NOUN = 0.6;
/** Each hint, and the maximum for all hints together. */
export const HINT = 0.15;
export const HINTS_MAX = 0.3;
/** Each further word of the same kind. */
export const MORE = 0.12;
/** Language models score less than a specialized tool. */
export const MODEL_VERB = 0.8;
export const MODEL_NOUN = 0.48;
/** Minimum score of a part that asks for something. */
export const ASKING = 0.48;
/** Minimum score of a tool that is named by its own noun. */
export const NAMED = 0.6;
/** Lead of the chosen tool's score over the others. */
export const LEAD = 0.2;

// Choice of tools.
/** Minimum likelihood of a tool that is asked for. */
export const ASKED = 0.4;
/** Minimum likelihood of the best tool when none reaches `ASKED`. */
export const AT_LEAST = 0.1;
/** Weights of the whole message and of its best part. */
export const OF_WHOLE = 0.7;
export const OF_PARTS = 0.3;
/** Minimum likelihood and score of a list item that plainly asks for a tool, and minimum number of different tools in such a list. */
export const PLAIN = 0.97;
export const PLAIN_SCORE = 0.6;
export const LIST_MIN = 4;
/** Maximum number of pieces in a part. */
export const PIECES_MAX = 2;
/** Likelihoods are kept this far from 0 and 1. */
export const DOUBT = 0.005;
/** More likely than not. */
export const LIKELY = 0.5;
/** Likelihood from which no word of the lexicon is needed. */
export const SURE = 0.985;

// Cost of cutting a message into requests, as logarithms of likelihoods.
/** A cut between sentences, and one inside a sentence. */
export const CUT = -0.2;
export const WEAK_CUT = 0.3;
/** Added beside a piece that asks for nothing. */
export const UNASKED = 0.4;
/** Each further request in one part. */
export const SHARED = 2.5;

// Confidence of a route without a likelihood of its own.
/** A part of the message is served by no step. */
export const UNSERVED = 0.15;
/** Nothing was understood, or a language model is the last resort. */
export const UNKNOWN = 0.35;
/** Maximum when no word of a lexicon supports the route. */
export const UNSPOKEN = 0.45;
/** A greeting or a chore: nothing to run. */
export const NOTHING = 0.9;

// Model, search or nothing, where no tool was found.
/** Minimum likelihood of what the rules choose, and maximum of nothing and of other tools where they choose nothing. */
export const AIM_MIN = 0.2;
/** From here on the likelier one of model and search is taken. */
export const AIM_LIKELY = 0.5;
/** From here on it is taken where the rules choose nothing. */
export const AIM_SURE = 0.9;
