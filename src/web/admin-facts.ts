/** What the operators’ pages are, and what they know from the start: for the server and for their script. */

/** In the order of the side bar. */
export const adminViews = [
  'today',
  'providers',
  'accounts',
  'newsroom',
  'moderation',
  'invites',
  'operators',
  'audit',
  'books',
] as const;
export type AdminView = (typeof adminViews)[number];

/** How a source of tools stands, for live accounts. */
export interface ProviderFacts {
  id: string;
  isSetUp: boolean;
  /** Seconds until it is asked again; 0 when it may be asked now. */
  restsSeconds: number;
  tools: readonly string[];
  /** What has to be set. */
  variables: readonly string[];
}
