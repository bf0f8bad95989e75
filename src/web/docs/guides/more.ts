/** The guides for servers and newsrooms: events from outside, and news. */
import { buildHttpSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

export const webhooksGuide: Guide = {
  id: 'webhooks',
  titles: { en: 'Webhooks', ja: 'Webhook', zh: 'Webhook' },
  about: 'How payments reach the balance, and how to follow what changes.',
  build: (_registry, { baseUrl }) => [
    {
      title: 'Deposits and plans',
      text: [
        `Whoever runs this server lets Stripe send its events to \`${baseUrl}/billing/webhook\`: \`checkout.session.*\`, \`charge.refunded\`, \`refund.*\`, \`charge.refund.updated\` and \`charge.dispute.*\` for deposits, \`customer.subscription.*\` and \`invoice.*\` for plans.`,
        'Each event is checked by its signature and has its effect once, whichever way and however often it comes. A deposit is on the balance before Stripe is answered; the page that the payer comes back to says so only then.',
      ],
    },
    {
      title: 'Following what changes',
      text: [
        'A payer needs no webhook: a call that was answered with 402 is sent again under its `Idempotency-Key` once the link was paid. Programs that follow the public feed ask for what is new since a cursor, and get nothing twice.',
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
  titles: { en: 'The newsroom', ja: 'ニュースルーム', zh: '新闻室' },
  about: 'Analyse a text, write a release, find who might print it, and see who read it.',
  build(_registry, { baseUrl }) {
    const post = (path: string, body: object) =>
      buildHttpSnippets({ method: 'POST', url: `${baseUrl}${path}`, token: '<token>', body, isOnce: false });
    return [
      {
        title: 'Sign in',
        text: [
          'People sign in with a code that comes by mail, on `/login` or by two requests; the first sign-in makes a company. Programs use an API key, which a member makes on `/app` or with `POST /auth/api-keys`.',
        ],
        snippets: buildHttpSnippets({
          ...{ method: 'POST', url: `${baseUrl}/auth/send-code`, token: null, isOnce: false },
          body: { email: 'ada@studio.example' },
        }),
      },
      {
        title: 'Analyse a text',
        text: [
          '`content` is the text, `url` the page to read it from, in English, Japanese or Chinese. The answer has the news quality (NQ), each of its dimensions with reasons, facts and names with their places in the text, and suggestions that can be applied one by one. Offsets count characters.',
        ],
        snippets: post('/api/analyze', { content: 'Studio Ada opens a lantern workshop in Osaka on 21 November…' }),
      },
      {
        title: 'From a release to its readers',
        text: [
          'The order in which they are used; `/app` has the same as pages, and the reference has each with its fields.',
        ],
        items: [
          '`POST /api/press-release`: keep a release; `…/generate` writes one, `…/optimize` improves it, `…/pdf` prints it',
          '`POST /api/media/recommend`: who might print it, each with reasons',
          '`POST /api/media/lists`: a list of them',
          '`POST /api/campaigns`: one mail to each, to be changed, tried and sent; `…/tracking` tells people from machines',
          '`POST /api/publish-to-aeo`: into the public feed, for search and answer engines',
        ],
      },
    ];
  },
};
