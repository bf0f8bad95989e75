/** Maximum matching: each key takes one place, each place serves at most `capacity` keys. */

/** `places` gives for each key the places that would do, in order of preference; the answer, the place each key got. */
export function matchPlaces<K>(places: ReadonlyMap<K, readonly number[]>, capacity: number): Map<K, number> {
  const taken = new Map<number, K[]>();
  const placeOf = new Map<K, number>();
  const tryPlace = (key: K, seen: Set<number>): boolean => {
    for (const place of places.get(key) ?? []) {
      if (seen.has(place)) continue;
      seen.add(place);
      const holders = taken.get(place) ?? [];
      const free = holders.length < capacity ? undefined : holders.find((holder) => tryPlace(holder, seen));
      if (holders.length >= capacity && free === undefined) continue;
      taken.set(place, [...(taken.get(place) ?? []).filter((holder) => holder !== free), key]);
      placeOf.set(key, place);
      return true;
    }
    return false;
  };
  for (const key of places.keys()) tryPlace(key, new Set());
  return placeOf;
}
