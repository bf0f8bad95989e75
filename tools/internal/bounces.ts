import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { takeReturn } from '../../src/newsroom/mailing/suppressions/intake.ts';
import { noteAct } from '../../src/newsroom/operations/pipeline/writes.ts';
import { BOUNCE_ACTIONS, type ReturnKind } from '../../src/newsroom/suppression-list/types.ts';

const MESSAGE_BYTES_MAX = 1_048_576;

const CLASSES = ['hard', 'soft', 'complaint', 'auto_reply', 'unclassified'] as const;

/** A delay is a soft failure that has not ended; what is neither failure nor complaint nor automatic is none of them. */
const CLASS_OF: Readonly<Record<ReturnKind, (typeof CLASSES)[number]>> = {
  hard: 'hard',
  soft: 'soft',
  delayed: 'soft',
  complaint: 'complaint',
  auto_reply: 'auto_reply',
  delivered: 'unclassified',
  unsubscribe: 'unclassified',
  unclassified: 'unclassified',
};

export default defineTool({
  title: 'Process a bounce',
  description:
    'Process a returned message (message/rfc822): bounce, complaint, automatic reply or unsubscribe request. It counts only if its signed return address belongs to an email of this server. Repeating a message has no effect.',
  route: 'POST /internal/bounces',
  effect: 'write',
  body: 'raw',
  bodyBytesMax: MESSAGE_BYTES_MAX,
  input: z.object({ body: z.instanceof(Uint8Array).describe('Raw message, including headers.') }),
  output: z.object({
    classified: z.enum(CLASSES).describe('Kind of message.'),
    email_id: z.number().int().nullable().describe('ID of the original email; `null` if not sent by this server.'),
    action: z
      .enum(BOUNCE_ACTIONS)
      .describe(
        'suppressed: the address is on the suppression list; recorded: stored with the email; ignored: no change.',
      ),
  }),
  examples: [{ body: new Uint8Array() }],
  async run({ body }, ctx) {
    const { kind, mailId, action } = await takeReturn(ctx, body);
    await ctx.services.database.write(noteAct, {
      ...identifyActor(ctx.principal),
      action: 'bounce.take',
      subject: mailId === null ? '' : String(mailId),
      details: { kind, action },
    });
    return { classified: CLASS_OF[kind], email_id: mailId, action };
  },
});
