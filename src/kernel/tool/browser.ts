/** Headers of the request, as they came; `origin` is null for none. */
export interface Browser {
  origin: string | null;
  acceptLanguage: string | null;
  accept?: string;
  cookie?: string;
  /** The versions that the caller has already: see etag.ts. */
  ifNoneMatch?: string;
  userAgent?: string;
  /** Only the head of the answer is asked for. */
  isHead?: boolean;
  /** `DNT: 1` or `Sec-GPC: 1`: whoever asks does not want to be tracked. */
  optsOut?: boolean;
}
