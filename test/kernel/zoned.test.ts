import { describe, expect, it } from 'vitest';
import { findZonedMonth, formatZonedTime, isZone } from '../../src/lib/zoned-time.ts';

const at = (text: string): number => Date.parse(text);

describe('instants in a zone', () => {
  it.each([
    ['2026-11-21T00:00:00Z', 'Asia/Tokyo', '2026-11-21T09:00:00+09:00'],
    ['2026-11-21T00:00:00.999Z', 'UTC', '2026-11-21T00:00:00+00:00'],
    ['2026-07-01T12:00:00Z', 'Europe/Berlin', '2026-07-01T14:00:00+02:00'],
    ['2026-01-01T12:00:00Z', 'America/St_Johns', '2026-01-01T08:30:00-03:30'],
    ['2026-11-20T18:15:00Z', 'Asia/Kathmandu', '2026-11-21T00:00:00+05:45'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(formatZonedTime(at(instant), zone)).toBe(text);
    expect(at(text)).toBe(Math.floor(at(instant) / 1_000) * 1_000);
  });

  it.each([
    ['2026-11-30T14:59:59Z', 'Asia/Tokyo', '2026-11', '2026-11-30T15:00:00.000Z'],
    ['2026-11-30T15:00:00Z', 'Asia/Tokyo', '2026-12', '2026-12-31T15:00:00.000Z'],
    ['2026-10-01T00:00:00Z', 'Europe/Berlin', '2026-10', '2026-10-31T23:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 'UTC', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00Z', 'America/New_York', '2026-02', '2026-03-01T05:00:00.000Z'],
  ])('%s in %s belongs to %s, which ends at %s', (instant, zone, month, end) => {
    const found = findZonedMonth(at(instant), zone);
    expect([found.month, new Date(found.endsAtMs).toISOString()]).toEqual([month, end]);
  });

  it('knows the names of zones', () => {
    expect(['Asia/Tokyo', 'UTC', 'Mars/Olympus', '', 'x'.repeat(1_000)].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
