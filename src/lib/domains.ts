/** Domain names. */

/** `news.example.com` and `example.com` itself belong to `example.com`. */
export const belongsToDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
