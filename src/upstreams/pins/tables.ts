/** Tables of upstream tool definitions: the accepted one, and the changed one that waits. */
export interface UpstreamToolRow {
  upstream: string;
  /** The upstream's name for the tool. */
  name: string;
  accepted_hash: string;
  /** JSON. */
  accepted: string;
  accepted_by: string;
  accepted_at: number;
  /** Null while the upstream still says what was accepted. */
  pending_hash: string | null;
  pending: string | null;
  changed_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    upstream_tools: UpstreamToolRow;
  }
}
