/** Maximum matching: each key takes one place, each place serves at most `capacity` keys. */

/** `places` gives for each key the places that would do, in order of preference; the answer, the place each key got. */
export function matchPlaces<K>(places: ReadonlyMap<K, readonly number[]>, capacity: number): Map<K, number> {
  const holdersAt = new Map<number, K[]>();
  const placement = new Map<K, number>();
  const tryPlace = (key: K, visited: Set<number>): boolean => {
    for (const place of places.get(key) ?? []) {
      if (visited.has(place)) continue;
      visited.add(place);
      const holders = holdersAt.get(place) ?? [];
      const free = holders.length < capacity ? undefined : holders.find((holder) => tryPlace(holder, visited));
      if (holders.length >= capacity && free === undefined) continue;
      holdersAt.set(place, [...(holdersAt.get(place) ?? []).filter((holder) => holder !== free), key]);
      placement.set(key, place);
      return true;
    }
    return false;
  };
  for (const key of places.keys()) tryPlace(key, new Set());
  return placement;
}
