export interface MppCredential {
  challenge: Record<string, unknown> & { id: string; request: Record<string, unknown> };
  payload: Record<string, unknown>;
}

export interface MppResult {
  isError?: boolean;
  receipt?: unknown;
}

export interface MppClient {
  fetch: typeof fetch;
  /** A credential for the challenge of a 402. */
  sign(reply: Response): Promise<string>;
  wrap(client: object): {
    callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<MppResult>;
  };
}

export function createMppClient(chainId: number, token: { name: string; version: string }): MppClient;
export function readCredential(text: string): MppCredential;
export function writeCredential(credential: MppCredential): string;
export function readReceipt(reply: Response): { method: string; status: string; reference: string };
