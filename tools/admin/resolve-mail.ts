import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { resolveMail } from '../../src/newsroom/mailing/queue/item-writes.ts';
import { noteAct } from '../../src/newsroom/operations/pipeline/writes.ts';
import { formatQueued, queueEntryOutput } from '../../src/newsroom/operations/reports/queue.ts';
import { findQueuedMail } from '../../src/newsroom/operations/reports/reads.ts';

const actions = ['mark_sent', 'mark_failed', 'resend'] as const;

export default defineTool({
  title: 'Resolve an email',
  description: 'Resolve an email whose delivery status is unknown. With resend, the recipient may get it twice.',
  route: 'POST /admin/queue/{queue_id}/resolve',
  effect: 'write',
  failsWith: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  input: z.object({
    queue_id: z.number().int().describe('ID of the email.'),
    action: z.string().describe('Action: mark_sent, mark_failed or resend.'),
  }),
  output: queueEntryOutput,
  examples: [{ queue_id: 900, action: 'mark_sent' }],
  async run({ queue_id: id, action: actionName }, ctx) {
    const action = actions.find((one) => one === actionName);
    if (action === undefined) {
      throw new FareboxError('INVALID_INPUT', { message: `action must be one of: ${actions.join(', ')}` });
    }
    const { database, sending } = ctx.services;
    const who = identifyActor(ctx.principal);
    const missing = new FareboxError('NOT_FOUND', { message: 'Queue entry not found' });
    if (!Number.isSafeInteger(id)) throw missing;
    const resolution = await database.write(resolveMail, {
      id,
      companyId: null,
      campaignId: null,
      action,
      by: who.actor,
    });
    if (resolution.is === 'absent') throw missing;
    if (resolution.is === 'known') {
      throw new FareboxError('CONFLICT', {
        message: `This mail is ${resolution.status}: only unknown ones are settled`,
      });
    }
    await database.write(noteAct, { ...who, action: 'mail.resolve', subject: String(id), details: { action } });
    if (action === 'resend') sending.wake();
    const mail = await findQueuedMail(database.db, id);
    if (!mail) throw missing;
    return formatQueued(mail, ctx.server.timeZone);
  },
});
