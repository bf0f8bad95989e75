/** Common interface of page readers, and the setting that trusts a self-hosted one. */
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { ProviderSettings } from '../../../kernel/ports.ts';
import { type ProviderDefinition, type SettingSpec, toVariableName } from '../../../kernel/tool/provider.ts';

export interface ReadRequest {
  url: string;
  format: 'markdown' | 'html';
}

export interface ReadPage {
  title: string | null;
  /** After redirects, as far as the reader tells. */
  url: string;
  content: string;
  /** The page is longer than what was read. */
  truncated: boolean;
  description: string | null;
  author: string | null;
  /** ISO 8601 UTC; null where the page does not tell, or not in a form that is known. */
  publishedAt: string | null;
  /** Language code. */
  language: string | null;
}

/**
 * A server that fetches what callers name, inside the operator's network, could reach what callers must not: redirects and
 * names are resolved there, not here. The operator says that its way out is closed to private addresses.
 */
export const trustedFetcher: SettingSpec = {
  kind: 'flag',
  about: 'true if it is self-hosted and cannot reach private addresses (docs/reading.md)',
};

/** Throws `unconfigured` for a server of the operator's own that nobody has vouched for. */
export function assertTrusted(facts: ProviderDefinition, settings: ProviderSettings): void {
  const isHosted = !facts.offByDefault && (settings.baseUrl ?? facts.baseUrl) === facts.baseUrl;
  if (isHosted || settings.trustedFetcher === 'true') return;
  throw new UpstreamFailure('unconfigured', facts.id, { variables: [toVariableName(facts.id, 'trustedFetcher')] });
}

/** The page itself answered with an error: readers tell that inside a success. */
export function createTargetFailure(source: string, status: number): UpstreamFailure {
  const message = `The address returned HTTP status ${status}. Nothing was charged.`;
  return new UpstreamFailure(status === 404 || status === 410 ? 'not_found' : 'empty', source, { status, message });
}

export function createNoContentFailure(source: string): UpstreamFailure {
  return new UpstreamFailure('empty', source, { message: 'The page has no readable content. Nothing was charged.' });
}
