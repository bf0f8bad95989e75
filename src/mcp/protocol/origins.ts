/** Matches an origin against allowed hosts, on every port or one. */
export function isOriginNamed(origin: string, names: readonly string[]): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return names.includes(host) || names.includes(hostname);
}
