import { z } from 'zod';
import { findFinishedWrite } from '../../src/database/batches/finished-writes.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { createCampaign, type PlannedCampaign } from '../../src/newsroom/mailing/campaigns/create-writes.ts';
import { readJoinedLists } from '../../src/newsroom/mailing/campaigns/list-reads.ts';
import { MAILS_MAX, writeMails } from '../../src/newsroom/mailing/campaigns/texts/mails.ts';
import { createListMissingError } from '../../src/newsroom/media/contacts/reads.ts';
import { buildClaim, campaignOutput, formatCampaign, requireMember } from './_shared.ts';

const LISTS_MAX = 20;

export default defineTool({
  title: 'Create a campaign',
  description:
    'Draft one email about a press release to each outlet of a list that can be emailed. Drafts can be edited; later changes of the release or the list do not affect them. Nothing is sent.',
  route: 'POST /api/campaigns',
  effect: 'write',
  keywords:
    'email journalists, mailing to a media list, send a press release to media, new email campaign, mass email, newsletter, メール配信を作成, 一斉配信, 创建邮件活动, 群发邮件',
  status: 201,
  failsWith: ['NOT_FOUND', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    press_release_id: z.number().int().describe('ID of the press release to send.'),
    media_list_id: z
      .number()
      .int()
      .describe(`Media list to send to: at most ${MAILS_MAX.toLocaleString('en')} outlets.`),
    media_list_ids: z
      .array(z.number().int())
      .max(LISTS_MAX)
      .optional()
      .describe(`Further lists, at most ${LISTS_MAX}. Who is on several lists gets one email.`),
    name: z.string().describe('Internal name. Recipients don’t see it.'),
  }),
  output: campaignOutput,
  examples: [{ press_release_id: 12, media_list_id: 9, name: 'Lantern workshop' }],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database } = ctx.services;
    const claim = buildClaim(ctx, 'campaign-create', input);
    const earlier = await findFinishedWrite<PlannedCampaign>(database, claim);
    if (earlier) {
      ctx.markReplayed();
      return formatCampaign(earlier.output.campaign, earlier.output.forecast, ctx);
    }
    const release = await findRelease(database.db, companyId, input.press_release_id);
    if (!release) throw createReleaseMissingError();
    const listIds = [...new Set([input.media_list_id, ...(input.media_list_ids ?? [])])];
    const joined = await database.read(readJoinedLists, { companyId, listIds });
    const [list, ...further] = joined?.lists ?? [];
    if (!joined || !list) throw createListMissingError();
    if (joined.members.length > MAILS_MAX) {
      const message = `A campaign has at most ${MAILS_MAX} mails, and the list has ${joined.members.length} media.`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Split the list.' });
    }
    const { output, replayed } = await database.write(createCampaign, {
      campaign: {
        company_id: companyId,
        name: input.name,
        press_release_id: release.id,
        media_list_id: list.id,
        furtherListIds: further.map(({ id }) => id),
        article_id: release.article_id,
        release_version: release.version,
        language: release.language,
        follow_up_of: null,
        created_by: userId,
        ...(await writeMails(ctx, release, joined.members, { companyId })),
      },
      claim,
    });
    if (replayed) ctx.markReplayed();
    return formatCampaign(output.campaign, output.forecast, ctx);
  },
});
