/** The guides for servers and newsrooms: events from outside, and news. */
import { buildHttpSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

export const webhooksGuide: Guide = {
  id: 'webhooks',
  titles: { en: 'Webhooks', ja: 'Webhook', zh: 'Webhook' },
  about: 'Events that credit payments, and ways to track changes.',
  build: (_registry, { baseUrl }) => [
    {
      title: 'Deposits and plans',
      text: [
        `The operator configures Stripe to send its events to \`${baseUrl}/billing/webhook\`: \`checkout.session.*\`, \`charge.refunded\`, \`refund.*\`, \`charge.refund.updated\` and \`charge.dispute.*\` for deposits, \`customer.subscription.*\` and \`invoice.*\` for plans.`,
        'Every event is verified by its signature and applied once, however often it is delivered. A deposit is credited before the server acknowledges the event, and the payer sees a confirmation only after that.',
      ],
    },
    {
      title: 'Tracking changes',
      text: [
        'You don’t need a webhook to resume after a 402: retry the call with the same `Idempotency-Key` once the link is paid. To follow the public feed, request the changes since your last cursor. Each change is returned once.',
      ],
      snippets: buildHttpSnippets({
        method: 'GET',
        url: `${baseUrl}/v1/ai-feed/articles.diff.jsonl`,
        token: null,
        body: null,
        isOnce: false,
      }),
    },
  ],
};

export const newsroomGuide: Guide = {
  id: 'newsroom',
  titles: { en: 'Newsroom', ja: 'ニュースルーム', zh: '新闻室' },
  about: 'Analyze a text, write a release, find media outlets and track who opened your email.',
  build(_registry, { baseUrl }) {
    const post = (path: string, body: object) =>
      buildHttpSnippets({ method: 'POST', url: `${baseUrl}${path}`, token: '<token>', body, isOnce: false });
    return [
      {
        title: 'Sign in',
        text: [
          'People sign in with an emailed code, on `/login` or through the API. The first sign-in creates a company. Programs use an API key, which members create in the dashboard or with `POST /auth/api-keys`.',
        ],
        snippets: buildHttpSnippets({
          ...{ method: 'POST', url: `${baseUrl}/auth/send-code`, token: null, isOnce: false },
          body: { email: 'ada@studio.example' },
        }),
      },
      {
        title: 'Analyze a text',
        text: [
          'Send the text as `content`, or a page as `url`, in English, Japanese or Chinese. The response contains the news quality score (NQ) with reasons for each dimension, facts and names with their offsets in characters, and suggestions that you can apply one by one.',
        ],
        snippets: post('/api/analyze', { content: 'Studio Ada opens a lantern workshop in Osaka on 21 November…' }),
      },
      {
        title: 'From release to coverage',
        text: [
          'Use these operations in order. The same features are available on `/app`, and the API reference lists all fields.',
        ],
        items: [
          '`POST /api/press-release`: save a release; `…/generate` writes one, `…/optimize` improves it, `…/pdf` exports it',
          '`POST /api/media/recommend`: recommended media outlets, with reasons',
          '`POST /api/media/lists`: create a media list',
          '`POST /api/campaigns`: draft one email per outlet, then edit, test and send; `…/tracking` separates people from bots',
          '`POST /api/publish-to-aeo`: publish to the public feed for search and answer engines',
        ],
      },
    ];
  },
};
