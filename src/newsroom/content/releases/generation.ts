/** Output schemas of release generation. */
import { z } from 'zod';
import { listOf } from '../../../kernel/tool/fields.ts';
import { degradedReason, engineName, qualityOutput } from '../../analysis/quality/output.ts';
import { DIMENSION_KEYS } from '../../analysis/quality/types.ts';

const text = (about: string) => z.string().describe(about);

export const generationOutput = z.object({
  engine: engineName,
  model: z.string().nullable().describe('Language model that contributed; `null` if none.'),
  degraded_reason: degradedReason,
  unverified: z
    .array(
      z.object({
        text: text('Text of the claim.'),
        why: z.literal('not_in_input').describe('Reason: the input does not contain the claim.'),
      }),
    )
    .describe('Claims that were removed.'),
  placeholders: z.array(z.string()).describe('Facts to fill in: price, launch_date, quote, contact, …'),
  nq: qualityOutput.describe('News quality of the new text.'),
});

export const optimizationOutput = generationOutput.extend({
  changes: listOf('First 30 edits.', {
    dimension: z.enum(DIMENSION_KEYS).describe('Dimension that improves.'),
    before: text('Previous text; empty for an addition.'),
    after: text('Text as it is now.'),
    why: text('Name of the category in the language of the text.'),
  }),
});

export type Generation = z.output<typeof generationOutput>;
export type Optimization = z.output<typeof optimizationOutput>;
