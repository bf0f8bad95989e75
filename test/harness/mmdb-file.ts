/** A small file in the MaxMind DB form, written by hand. https://maxmind.github.io/MaxMind-DB/ */
import ipaddr from 'ipaddr.js';

type Value = string | number | Value[] | { readonly [key: string]: Value };

const types = { text: 2, double: 3, uint32: 6, map: 7, array: 11 };

/** Type and size of what follows; types above 7 stand in a byte of their own. */
function control(type: number, size: number): Buffer {
  if (size > 28) throw new RangeError('This writer has no longer values');
  return Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size]);
}

/** Numbers as doubles, or as whole numbers where the form wants those. */
function encoded(value: Value, whole = false): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(types.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(whole ? 4 : 8);
    if (whole) bytes.writeUInt32BE(value);
    else bytes.writeDoubleBE(value);
    return Buffer.concat([control(whole ? types.uint32 : types.double, bytes.byteLength), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([control(types.array, value.length), ...value.map((item) => encoded(item, whole))]);
  }
  const entries = Object.entries(value);
  const members = entries.flatMap(([key, member]) => [encoded(key), encoded(member, whole)]);
  return Buffer.concat([control(types.map, entries.length), ...members]);
}

/** A node of the tree: for bit 0 and bit 1 another node, the number of a record, or nothing. */
type Branch = Node | number | null;
type Node = [Branch, Branch];

/** The file's bytes: records by network, such as `203.0.113.0/24`. `ipVersion` 6 holds both families. */
export function mmdbFile(networks: Readonly<Record<string, Value>>, ipVersion: 4 | 6 = 6): Buffer {
  const nodes: Node[] = [[null, null]];
  const records = Object.values(networks);
  for (const [index, network] of Object.keys(networks).entries()) grow(nodes, bitsOf(network, ipVersion), index);
  const data = records.map((record) => encoded(record));
  const offsets = data.map((_, index) => data.slice(0, index).reduce((sum, { byteLength }) => sum + byteLength, 0));
  const tree = nodes.flatMap((node) =>
    node.map((branch) => {
      const bytes = Buffer.alloc(3);
      if (branch === null) bytes.writeUIntBE(nodes.length, 0, 3);
      else if (typeof branch === 'number') bytes.writeUIntBE(nodes.length + 16 + (offsets[branch] ?? 0), 0, 3);
      else bytes.writeUIntBE(nodes.indexOf(branch), 0, 3);
      return bytes;
    }),
  );
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_795_219_200,
    ip_version: ipVersion,
    node_count: nodes.length,
    record_size: 24,
  };
  const words = encoded({ database_type: 'Test-City', languages: ['en'], description: { en: 'For tests' } }).subarray(
    1,
  );
  const numbers = encoded(metadata, true).subarray(1);
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, control(types.map, 9), words, numbers]);
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bytes = address.toByteArray();
  const prefix = ipVersion === 6 && address.kind() === 'ipv4' ? new Array<number>(96).fill(0) : [];
  const bits = bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  return [...prefix, ...bits.slice(0, length)];
}

function grow(nodes: Node[], bits: readonly number[], record: number): void {
  let node = nodes[0];
  for (const [depth, bit] of bits.entries()) {
    if (!node) throw new Error('The tree has no root');
    const side = bit === 0 ? 0 : 1;
    if (depth === bits.length - 1) {
      node[side] = record;
      return;
    }
    const next: Branch = node[side];
    if (typeof next === 'number') throw new Error('A network lies inside another');
    const deeper: Node = next ?? [null, null];
    if (next === null) nodes.push(deeper);
    node[side] = deeper;
    node = deeper;
  }
}
