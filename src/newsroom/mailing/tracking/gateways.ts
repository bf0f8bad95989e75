/** Finds the network of an address. Database threads load it, so it uses only Node's own modules. */
import { BlockList, isIP } from 'node:net';

export interface Networks {
  /** Also for a shortened address; false for what is none. */
  has(address: string): boolean;
}

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Networks in CIDR form. */
export function createNetworks(cidrs: readonly string[]): Networks {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = findFamily(network);
    if (family === null) throw new Error(`${cidr} is not a network`);
    list.addSubnet(network, Number(bits), family);
  }
  return {
    has: (text) => {
      const [bare = ''] = text.split('/');
      const address = bare.replace(MAPPED, '');
      const family = findFamily(address);
      return family !== null && list.check(address, family);
    },
  };
}

function findFamily(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 4 || version === 6 ? FAMILIES[version] : null;
}
