import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { appViews, renderApp } from '../../src/web/pages/app.ts';
import { showPrivately } from './_private.ts';

export default definePage({
  title: 'Newsroom',
  description: 'Shows the newsroom of a company to its members: analyses, releases, media, campaigns, team and plan.',
  route: 'GET /app',
  otherRoutes: ['GET /app/{view}'],
  effect: 'read',
  secret: true,
  input: z.object({
    view: z.enum(appViews).optional().catch(undefined).describe('Page to show. Default: start.'),
    id: z.string().max(64).optional().catch(undefined).describe('ID of the item to open.'),
  }),
  examples: [],
  run: ({ view = 'start', id }, ctx) => {
    const path = view === 'start' ? '/app' : `/app/${view}${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`;
    return showPrivately(
      ctx,
      path,
      (visitor, language) => renderApp({ visitor, view }, language),
      ({ isMember }) => isMember,
    );
  },
});
