/**
 * Weights and thresholds that were set by hand, not learned; `npm run eval` tells what a change does. Those of single facts stand
 * beside them in `evidence.ts`.
 */

// The lexicons' score of a tool.
/** The first word that asks for it. */
export const VERB = 1;
/** The first word that tells it from others that do the same. */
export const MARK = 2;
/** The first word that it is about. */
export const NOUN = 0.6;
/** Each word that goes with it and means little by itself, up to so much together. */
export const HINT = 0.15;
export const HINTS_MAX = 0.3;
/** Each further word of a kind. */
export const MORE = 0.12;
/** A model answers anything: whoever does just this goes before. */
export const MODEL_VERB = 0.8;
export const MODEL_NOUN = 0.48;
/** From this score on something is asked. */
export const ASKING = 0.48;
/** Spoken of by a noun of its own. */
export const NAMED = 0.6;
/** What the chosen tool's score lies above the others'. */
export const LEAD = 0.2;

// Which tools a message asks for.
/** What is as likely as that is asked for. */
export const ASKED = 0.4;
/** Where nothing is, the likeliest is from here on. */
export const AT_LEAST = 0.1;
/** The message as a whole tells more than its parts do one by one. */
export const OF_WHOLE = 0.7;
export const OF_PARTS = 0.3;
/** So likely, and with such a score of the lexicons, a piece of a list of at least so many asks for a tool plainly. */
export const PLAIN = 0.97;
export const PLAIN_SCORE = 0.6;
export const LIST_MIN = 4;
/** Parts of so many pieces are looked at. */
export const PIECES_MAX = 2;
/** No likelihood is surer than that. */
export const DOUBT = 0.005;
/** More likely than not. */
export const LIKELY = 0.5;
/** Hardly a doubt: no word of a lexicon is needed. */
export const SURE = 0.985;

// Where a message is cut, as logarithms of likelihoods.
/** A cut is taken where it tells two requests apart as well; one inside a sentence needs more reason. */
export const CUT = -0.2;
export const WEAK_CUT = 0.3;
/** Beside a piece that asks nothing. */
export const UNASKED = 0.4;
/** Two requests in one part. */
export const SHARED = 2.5;

// How sure a route is where no likelihood tells it.
/** Nothing was understood, or a language model is asked for want of anything else. */
export const UNKNOWN = 0.35;
/** No word that the lexicons know speaks for it: what was learned alone does. */
export const UNSPOKEN = 0.45;
/** A greeting or a chore: surely nothing to run. */
export const NOTHING = 0.9;
