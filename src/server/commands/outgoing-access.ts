/** Checks whether this server can fetch client metadata documents. */
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../database/examine.ts';
import { type AddressGuard, createAddressGuard } from '../../providers/shared/network/guard.ts';

/** Hosts of common clients' documents. They are connected to, through the guard, and asked nothing. */
const DOCUMENTS_KEPT_AT = ['https://claude.ai', 'https://chatgpt.com', 'https://vscode.dev'];
const CONNECT_MS_MAX = 3_000;

export async function examineClientMetadata(
  { clientIdMetadata }: Pick<Config, 'clientIdMetadata'>,
  places: readonly string[] = DOCUMENTS_KEPT_AT,
  guard: AddressGuard = createAddressGuard(),
): Promise<Finding> {
  const what = 'CLIENT_ID_METADATA';
  if (clientIdMetadata === 'off') {
    return { what, state: 'ok', detail: 'off: client metadata documents are not fetched, so clients must register' };
  }
  const tried = await Promise.allSettled(places.map((place) => connect(new URL(place), guard)));
  const reached = places.find((_place, index) => tried[index]?.status === 'fulfilled');
  if (reached !== undefined) {
    return {
      what,
      state: 'ok',
      detail: `on: client metadata documents are fetched (${new URL(reached).host} is reachable)`,
    };
  }
  const hosts = places.map((place) => new URL(place).host).join(', ');
  const detail = `on, but this server can't reach ${hosts}. Turn it off so that clients register instead`;
  return { what, state: 'warning', detail };
}

/** Rejects when there is no connection in time. */
function connect({ protocol, hostname, host, port }: URL, guard: AddressGuard): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${host} took too long`)), CONNECT_MS_MAX);
    guard.connect(
      { protocol, hostname, host, port: port || (protocol === 'https:' ? '443' : '80') },
      (error, socket) => {
        clearTimeout(timer);
        socket?.destroy();
        if (error) reject(error);
        else resolve();
      },
    );
  });
}
