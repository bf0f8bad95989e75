import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { personField, readPerson } from '../../src/newsroom/operations/personal-data/output.ts';
import type { ErasedRows } from '../../src/newsroom/operations/personal-data/types.ts';
import { type ErasedMails, eraseMails, erasePerson } from '../../src/newsroom/operations/personal-data/writes.ts';

const rows = (about: string) => z.number().int().describe(about);

export default defineTool({
  title: 'Erase personal data',
  description:
    'Anonymize the data held about an email address and cancel its pending emails. Only a hash stays, so that the address never gets email again. Repeating the call is safe.',
  route: 'DELETE /admin/personal-data',
  effect: 'destroy',
  secret: true,
  timeoutMs: 120_000,
  input: z.object({ email: personField }),
  output: z.object({
    ok: z.literal(true).describe('The data is erased, now or by an earlier call.'),
    address_hash: z.string().describe('Hash of the erased address, as used in the audit log.'),
    erased: objectOf('Number of erased rows.', {
      media_items: rows('Outlets: personal contacts are removed; editorial desks lose the address and the person.'),
      mails: rows('Emails whose address, name and texts were erased.'),
      bounces: rows('Number of bounces, whose text is erased.'),
      events: rows('Opens and clicks whose network and program were erased.'),
      suppressions: rows('Suppressions reduced to a hash.'),
      articles: rows('Articles whose contact was erased.'),
      invitations: rows('Invitations that were withdrawn.'),
      users: rows('Users whose address and name were erased.'),
    }),
    kept: listOf('Data that is kept for a legal or accounting reason.', {
      what: z.enum(['user', 'company', 'audit']).describe('Kind of kept data.'),
      reason: z.string().describe('Reason, or the required next step.'),
    }),
  }),
  examples: [{ email: 'desk@paper.example' }],
  async run({ email }, ctx) {
    const { database, sending } = ctx.services;
    const person = readPerson(email);
    const { hash, erased, kept } = await database.write(erasePerson, { ...identifyActor(ctx.principal), person });
    const all: ErasedRows = { ...erased, mails: 0, bounces: 0, events: 0 };
    for (;;) {
      const { mails, bounces, events }: ErasedMails = await database.write(eraseMails, { norm: person.norm });
      if (mails.length === 0) break;
      await sending.forget(mails);
      all.mails += mails.length;
      all.bounces += bounces;
      all.events += events;
    }
    return { ok: true as const, address_hash: hash, erased: all, kept };
  },
});
