import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import {
  formatHeld,
  personalDataOutput,
  personField,
  readPerson,
} from '../../src/newsroom/operations/personal-data/output.ts';
import { readPersonalData } from '../../src/newsroom/operations/personal-data/reads.ts';
import { notePersonalDataRead } from '../../src/newsroom/operations/personal-data/writes.ts';

export default defineTool({
  title: 'Personal data',
  description:
    'Everything held about an address, for whoever asks what is known of them: media, mails, opens and clicks, what came back, suppressions, consent. At most 500 of each kind; of mails the newest, and what came of them.',
  route: 'GET /admin/personal-data',
  effect: 'read',
  secret: true,
  input: z.object({ email: personField }),
  output: personalDataOutput,
  examples: [{ email: 'desk@paper.example' }],
  async run({ email }, ctx) {
    const { database } = ctx.services;
    const person = readPerson(email);
    await database.write(notePersonalDataRead, { ...identifyActor(ctx.principal), person });
    return formatHeld(person, await database.read(readPersonalData, person), ctx.server.timeZone);
  },
});
