/** A place as every geocoder of ours answers it. */
import { z } from 'zod';

export const placeShape = z.object({
  name: z.string(),
  address: z.string().describe('The whole address on one line'),
  latitude: z.number(),
  longitude: z.number(),
  country: z.string().nullable(),
  countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  region: z.string().nullable().describe('State or province'),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  type: z.string().nullable().describe('Kind of place, in the words of the source'),
});

export type Place = z.output<typeof placeShape>;

/** What is sought: a text, or the place at a point. `language` is `en`, `ja`, `zh` or another IETF tag. */
export interface ForwardSearch {
  q: string;
  language: string;
  limit: number;
}

export interface ReverseSearch {
  latitude: number;
  longitude: number;
  language: string;
}
