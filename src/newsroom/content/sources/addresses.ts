const COUNTERS = /^(?:utm_\w+|fbclid|gclid|yclid|msclkid|mc_[ce]id|_ga|ref|ref_src)$/i;

/** The address without what counts visitors, so that one page has one address. */
export function normalizeAddress(address: string): string {
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (COUNTERS.test(name)) url.searchParams.delete(name);
  return url.href;
}
