/** Common interface of site crawlers. */

export type SiteFormat = 'markdown' | 'html' | 'json';

export interface SiteRequest {
  url: string;
  formats: readonly SiteFormat[];
  /** Milliseconds to wait for scripts before the page is read. */
  waitForMs: number;
}

export interface SitePage {
  url: string;
  title: string | null;
  markdown?: string;
  html?: string;
  json?: unknown;
}

export interface SiteLink {
  url: string;
  title?: string;
  description?: string;
}
