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
    'Return all data held about an email address, for access requests: outlets, emails, opens and clicks, bounces, suppressions and consent. At most 500 of each kind, the newest emails first.',
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
