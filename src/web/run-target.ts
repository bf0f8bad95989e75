/** An operation that a page runs; the page's script reads it from the form. */
export interface RunTarget {
  name: string;
  method: string;
  /** With `{names}` of the fields that stand in it. */
  path: string;
  priceMicros: number;
  /** Placeholder of the credential in code; null: none is needed. */
  token?: string | null;
  /** Repeated with the same idempotency key, it has its effect once. */
  isOnce?: boolean;
  /** It deletes something. */
  isDanger?: boolean;
  /** The MCP server of the tools calls it, too. */
  hasMcp?: boolean;
}
