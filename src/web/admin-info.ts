/** Data of the admin pages, for the server and for their script. */

/** In the order of the side bar, in groups. */
export const adminGroups = {
  service: ['today', 'providers', 'upstreams', 'accounts'],
  newsroomGroup: ['newsroom', 'pipeline', 'articles', 'queue', 'tracking', 'media', 'costs', 'privacy', 'settings'],
  care: ['moderation', 'invites', 'operators', 'audit', 'books', 'doctor'],
} as const;
type AdminGroup = keyof typeof adminGroups;
export type AdminView = (typeof adminGroups)[AdminGroup][number];

export const adminViews = [...adminGroups.service, ...adminGroups.newsroomGroup, ...adminGroups.care] as const;

/** An open alert; see signals/alerts. */
export interface AlertInfo {
  code: string;
  /** What it is about; empty for the whole server. */
  subject: string;
  severity: 'info' | 'warn' | 'error';
  /** In English. */
  text: string;
}

/** State of a provider, for live accounts. */
export interface ProviderInfo {
  id: string;
  isSetUp: boolean;
  /** The last that was heard of it was no failure. */
  isWell: boolean;
  /** Seconds until it is asked again; 0 when it may be asked now. */
  pausedSeconds: number;
  /** Ids of its models that are paused while others are usable. */
  pausedModels: readonly string[];
  /** Several keys, or one that is paused. */
  keys: readonly KeyInfo[];
  tools: readonly string[];
  /** What has to be set. */
  variables: readonly string[];
  /** Sent to it for live accounts since yesterday, UTC. */
  requests: number;
  /** Of those it is to blame for. */
  failures: number;
  /** An operator has paused it. */
  isHeld: boolean;
  /** USD of today; null without a daily budget. */
  budget: { spent: number; limit: number } | null;
}

/** Key of a provider, by its fingerprint. */
export interface KeyInfo {
  fingerprint: string;
  weight: number;
  pausedSeconds: number;
  pausedModels: readonly string[];
  /** Kind of the failure that paused it; null while it works. */
  failure: string | null;
}

const REQUESTS_MIN = 3;
const FAILED_SHARE = 0.2;

/** It does not answer now, or too much of what was asked of it went wrong. */
export const isFailing = ({ isWell, requests, failures }: ProviderInfo): boolean =>
  !isWell || (requests >= REQUESTS_MIN && failures >= requests * FAILED_SHARE);

/** Doctor's finding about a part of this installation. */
export interface FindingInfo {
  what: string;
  state: 'ok' | 'warning' | 'failed';
  detail: string;
}
