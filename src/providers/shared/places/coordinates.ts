/** Coordinates that a caller has written as text. */
import { createInvalidInputError } from '../../../kernel/tool/input.ts';

/** Degrees, WGS84. */
export interface Point {
  latitude: number;
  longitude: number;
}

const pointPattern = /^([+-]?\d{1,3}(?:\.\d+)?)(?:\s*,\s*|\s+)([+-]?\d{1,3}(?:\.\d+)?)$/;

/** `lat,lon` in a text, also with full-width digits, commas and minus signs; null when it is none. */
export function parseCoordinates(text: string): Point | null {
  const plain = text.normalize('NFKC').replaceAll('、', ',').replace(/[−‐–]/g, '-').trim();
  const match = pointPattern.exec(plain);
  return match ? { latitude: Number(match[1]), longitude: Number(match[2]) } : null;
}

/** Throws INVALID_INPUT for `field` when the point is none of the earth's. */
export function assertOnEarth({ latitude, longitude }: Point, field: string): void {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return;
  throw createInvalidInputError([
    { path: field, message: 'Latitude must be from -90 to 90, longitude from -180 to 180' },
  ]);
}
