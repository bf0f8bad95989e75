/** The provider's road as a `fetch`, for libraries that open connections themselves (stripe). */
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { type ProviderRequest, type RequestContext, sendRequest } from '../provider.ts';

type FetchOptions = Pick<ProviderRequest, 'classify' | 'answerStatuses' | 'retryable' | 'bodyBytesMax' | 'stallMs'>;

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const;

/**
 * A `fetch` that resolves only with answers that are fit: whatever goes wrong rejects with an UpstreamFailure, which
 * libraries wrap; `ownFailure` unwraps it. The library's base URL must be the provider's, its retries 0.
 */
export function createFetch(facts: ProviderDefinition, ctx: RequestContext, options: FetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = methods.find((one) => one === request.method);
    if (!method) throw new TypeError(`The method ${request.method} is not used with providers`);
    const url = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    return await sendRequest(
      facts,
      ctx,
      {
        ...options,
        method,
        baseUrl: url.origin,
        path: `${url.pathname}${url.search}`,
        headers: Object.fromEntries(request.headers),
        ...(body.byteLength > 0 ? { body } : {}),
      },
      ({ status, headers, bytes }) => new Response(copyBytes(bytes), { status, headers: dropTransferHeaders(headers) }),
    );
  };
}

/** Copied, because a Response takes bytes of an ArrayBuffer of their own. */
function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** The body is decoded already: its encoding and length are no longer true. */
function dropTransferHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, 'transfer-encoding': _transfer, ...rest } = headers;
  return rest;
}

/** Runs a library's call and throws the UpstreamFailure inside whatever it threw, when there is one. */
export async function unwrapFailure<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = findInnerError(error), depth++) {
      if (error instanceof UpstreamFailure) throw error;
    }
    throw thrown;
  }
}

/** Most libraries keep what they wrap as `cause`, stripe as `detail`. */
function findInnerError(error: Error): unknown {
  return error.cause ?? ('detail' in error ? error.detail : undefined);
}
