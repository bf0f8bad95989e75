/** Samples of the guides for servers and newsrooms. */
import { buildHttpSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

export const webhooksGuide: Guide = {
  id: 'webhooks',
  buildSamples: ({ facts: { baseUrl } }) => ({
    changes: {
      snippets: buildHttpSnippets({
        method: 'GET',
        url: `${baseUrl}/v1/ai-feed/articles.diff.jsonl`,
        token: null,
        body: null,
        isOnce: false,
      }),
    },
  }),
};

export const newsroomGuide: Guide = {
  id: 'newsroom',
  buildSamples({ facts: { baseUrl } }) {
    const post = (path: string, token: string | null, body: object) => ({
      snippets: buildHttpSnippets({ method: 'POST', url: `${baseUrl}${path}`, token, body, isOnce: false }),
    });
    return {
      code: post('/auth/send-code', null, { email: 'ada@studio.example' }),
      analysis: post('/api/analyze', '<token>', {
        content: 'Studio Ada opens a lantern workshop in Osaka on 21 November…',
      }),
    };
  },
};
