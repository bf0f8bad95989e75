/** How a release was written, in the schemas of operations that write one. */
import { z } from 'zod';
import { listOf } from '../../../kernel/tool/fields.ts';
import { degradedReason, engineName, qualityOutput } from '../../analysis/quality/output.ts';
import { DIMENSION_KEYS } from '../../analysis/quality/types.ts';

const text = (about: string) => z.string().describe(about);

export const generationOutput = z.object({
  engine: engineName,
  model: z.string().nullable().describe('Which language model had a part in it; null for none.'),
  degraded_reason: degradedReason,
  unverified: z
    .array(
      z.object({ text: text('The claim.'), why: z.literal('not_in_input').describe('The input does not say it.') }),
    )
    .describe('Claims that were taken out.'),
  placeholders: z.array(z.string()).describe('What somebody has to fill in: price, launch_date, quote, contact, …'),
  nq: qualityOutput.describe('News quality of the new text.'),
});

export const optimizationOutput = generationOutput.extend({
  changes: listOf('What was changed, the first thirty.', {
    dimension: z.enum(DIMENSION_KEYS).describe('What it raises.'),
    before: text('As it stood; empty for what is new.'),
    after: text('As it stands now.'),
    why: text('In the language of the text.'),
  }),
});

export type Generation = z.output<typeof generationOutput>;
export type Optimization = z.output<typeof optimizationOutput>;
