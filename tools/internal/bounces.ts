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
  title: 'Take a bounce',
  description:
    'Takes a message that came back, as it is (message/rfc822): delivery reports, complaints, automatic replies, mails that ask to be ' +
    'left out. It counts where its signed return address names a mail of ours; the same message changes nothing again.',
  route: 'POST /internal/bounces',
  effect: 'write',
  body: 'raw',
  bodyBytesMax: MESSAGE_BYTES_MAX,
  input: z.object({ body: z.instanceof(Uint8Array).describe('The message, headers first.') }),
  output: z.object({
    classified: z.enum(CLASSES).describe('What it is.'),
    email_id: z.number().int().nullable().describe('The mail that came back; null: none of ours.'),
    action: z
      .enum(BOUNCE_ACTIONS)
      .describe(
        'suppressed: its address gets no more mail. recorded: kept with the mail. ignored: nothing has changed.',
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
