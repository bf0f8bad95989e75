/** The recipe of CONTRIBUTING.md: a feature with rows of its own is a folder and its tools, and edits no other file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, freshDatabase } from './harness/databases.ts';
import { startFareboxProcess } from './harness/farebox.ts';
import { copyProduct } from './harness/product-copy.ts';

const files: Record<string, string> = {
  'src/newsroom/guestbook/tables.ts': `
    import type { Generated } from 'kysely';
    export interface GuestRow { id: Generated<number>; account_id: string; name: string; at: number }
    declare module '../../database/types.ts' { interface Tables { guests: GuestRow } }`,
  'src/newsroom/guestbook/schema.ts': `
    import { defineSchema } from '../../database/schema.ts';
    export const guestbookSchema = defineSchema(9001, 'guestbook', \`
      CREATE TABLE guests (id NUMBERED, account_id ID NOT NULL, name TEXT NOT NULL, at BIGINT NOT NULL);
      CREATE INDEX guests_by_account ON guests (account_id, name);\`);`,
  'src/newsroom/guestbook/writes.ts': `
    import { defineWrite } from '../../database/define.ts';
    import type { Tx } from '../../database/types.ts';
    import { FareboxError } from '../../kernel/errors/errors.ts';
    interface NewGuest { accountId: string; name: string }
    export const addGuest = defineWrite('guestbook.add', async ({ db, nowMs }: Tx, { accountId, name }: NewGuest) => {
      const row = { account_id: accountId, name, at: nowMs };
      const { id } = await db.insertInto('guests').values(row).returning('id').executeTakeFirstOrThrow();
      if (name === 'Nobody') throw new FareboxError('CONFLICT', { message: 'Nobody is not a guest.' });
      return id;
    });`,
  'src/newsroom/guestbook/reads.ts': `
    import { defineRead } from '../../database/define.ts';
    import type { View } from '../../database/types.ts';
    export const listGuests = defineRead('guestbook.list', async ({ db }: View, { accountId }: { accountId: string }) => {
      const rows = db.selectFrom('guests').select('name').where('account_id', '=', accountId).orderBy('name').limit(100);
      return (await rows.execute()).map(({ name }) => name);
    });`,
  'tools/guestbook/_toolset.ts': `
    import { defineToolset } from '../../src/kernel/tool/tool.ts';
    export default defineToolset({
      title: 'Guestbook', description: 'Remembers guests.', path: '/api/proxy', access: 'key', layer: 1, errors: 'gateway',
      timeoutMs: 5_000,
    });`,
  'tools/guestbook/sign-guestbook.ts': `
    import { z } from 'zod';
    import { defineTool } from '../../src/kernel/tool/tool.ts';
    import { FareboxError } from '../../src/kernel/errors/errors.ts';
    import { listGuests } from '../../src/newsroom/guestbook/reads.ts';
    import { addGuest } from '../../src/newsroom/guestbook/writes.ts';
    export default defineTool({
      description: 'Write a name into the guestbook.', price: 0, effect: 'write',
      input: z.object({ name: z.string().min(1).max(20).describe('Who came.') }),
      output: z.object({ id: z.number(), guests: z.array(z.string()) }),
      examples: [{ name: 'Ada' }],
      async run({ name }, { principal, services: { database } }) {
        if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
        const { accountId } = principal;
        const id = await database.write(addGuest, { accountId, name });
        return { id, guests: await database.read(listGuests, { accountId }) };
      },
    });`,
};

describe('a feature that was only added as files', () => {
  let copy: ReturnType<typeof copyProduct>;
  beforeAll(() => {
    copy = copyProduct(files);
  });
  afterAll(() => copy.drop());

  it.each(engines)('reads and writes its rows on %s', async (engine) => {
    const database = await freshDatabase(engine);
    const server = await startFareboxProcess({ database, folder: copy.folder });
    try {
      const [one, two] = [await server.account('test'), await server.account('test')];
      const sign = ({ apiKey: key }: { apiKey: string }, name: string) =>
        server.request('POST', '/api/proxy/sign-guestbook', { key, body: { name } });
      expect((await sign(one, 'Bo')).body).toMatchObject({ guests: ['Bo'] });
      expect(await sign(one, 'Nobody')).toMatchObject({ status: 409 });
      expect((await sign(one, 'Ada')).body).toMatchObject({ guests: ['Ada', 'Bo'] });
      expect((await sign(two, 'Cy')).body).toMatchObject({ guests: ['Cy'] });
    } finally {
      await server.stop();
      await database.drop();
    }
  });
});
