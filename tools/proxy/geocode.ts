import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { invalidInput } from '../../src/kernel/input.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import nominatim from '../../src/providers/nominatim.ts';
import photon from '../../src/providers/photon.ts';

const RESULTS_MAX = 5;

const point = /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/;

/** `lat,lon` in a text, also with full-width digits, commas and minus signs; null when it is none. */
export function coordinatesIn(text: string): { latitude: number; longitude: number } | null {
  const plain = text.normalize('NFKC').replaceAll('、', ',').replace(/[−‐–]/g, '-').trim();
  const match = point.exec(plain);
  return match ? { latitude: Number(match[1]), longitude: Number(match[2]) } : null;
}

const providers = [nominatim, photon];

export default defineTool({
  description: 'Find the coordinates of an address or place, or the place at given coordinates.',
  effect: 'read',
  access: 'public',
  category: 'utility',
  uses: providers,
  input: z.object({
    q: z.string().trim().min(1).max(300).describe('Address or name of a place, or coordinates as lat,lon'),
    mode: z.enum(['forward', 'reverse']).optional().describe('Default: reverse for coordinates, forward otherwise'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the names, where the source has it'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          name: z.string(),
          address: z.string().describe('The whole address on one line'),
          latitude: z.number(),
          longitude: z.number(),
          country: z.string().nullable(),
          countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2'),
          region: z.string().nullable().describe('State or province'),
          city: z.string().nullable(),
          postcode: z.string().nullable(),
          type: z.string().nullable().describe('Kind of place, in the words of OpenStreetMap'),
        }),
      )
      .describe(`The best matches first, at most ${RESULTS_MAX}`),
    mode: z.enum(['forward', 'reverse']).describe('What was done'),
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  examples: [{ q: 'Tokyo Station' }, { q: '35.6812,139.7671' }, { q: '大阪', language: 'ja' }],
  async run({ q, language, ...input }, ctx) {
    const at = coordinatesIn(q);
    const mode = input.mode ?? (at ? 'reverse' : 'forward');
    if (mode === 'reverse') assertPoint(at);
    const provider = firstConfigured(providers, ctx);
    const found =
      mode === 'reverse' && at
        ? await provider.reverse({ ...at, language }, ctx)
        : await provider.forward({ q, language, limit: RESULTS_MAX }, ctx);
    return { ...found, mode, sourceUsed: provider.id };
  },
});

function assertPoint(at: { latitude: number; longitude: number } | null): void {
  if (!at) throw invalidInput([{ path: 'q', message: 'In mode reverse it must be coordinates as lat,lon' }]);
  if (Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180) return;
  throw invalidInput([{ path: 'q', message: 'Latitude must be from -90 to 90, longitude from -180 to 180' }]);
}
