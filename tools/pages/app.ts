import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { appViews, renderApp } from '../../src/web/pages/app.ts';
import { showPrivately } from './_private.ts';

export default definePage({
  title: 'Newsroom',
  description: 'The newsroom of a company, for its members: analyses, releases, media, campaigns, team and plan.',
  route: 'GET /app',
  otherRoutes: ['GET /app/{view}'],
  effect: 'read',
  secret: true,
  input: z.object({
    view: z.enum(appViews).optional().catch(undefined).describe('Which of its pages; default: the start.'),
    id: z.string().max(64).optional().catch(undefined).describe('What is open there.'),
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
