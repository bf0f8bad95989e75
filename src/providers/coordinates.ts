/** Coordinates that a caller has written as text. */
import { invalidInput } from '../kernel/input.ts';

/** Degrees, WGS84. */
export interface Point {
  latitude: number;
  longitude: number;
}

const point = /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/;

/** `lat,lon` in a text, also with full-width digits, commas and minus signs; null when it is none. */
export function coordinatesIn(text: string): Point | null {
  const plain = text.normalize('NFKC').replaceAll('、', ',').replace(/[−‐–]/g, '-').trim();
  const match = point.exec(plain);
  return match ? { latitude: Number(match[1]), longitude: Number(match[2]) } : null;
}

/** Throws INVALID_INPUT for `field` when the point is none of the earth's. */
export function assertOnEarth({ latitude, longitude }: Point, field: string): void {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return;
  throw invalidInput([{ path: field, message: 'Latitude must be from -90 to 90, longitude from -180 to 180' }]);
}
