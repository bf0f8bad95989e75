import { z } from 'zod';

/** A number that the rest of an answer is good without: one that is missing, `NaN`, infinite or no number is null. */
export const figure = z.number().nullable().catch(null);
