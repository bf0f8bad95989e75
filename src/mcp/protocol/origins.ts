/** Whether a page at this origin is named: by its host on every port, or with a port on that one alone. */
export function isOriginNamed(origin: string, names: readonly string[]): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return names.includes(host) || names.includes(hostname);
}
