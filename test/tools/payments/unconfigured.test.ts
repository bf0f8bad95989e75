/** Live accounts on a server without card payments: the operator is the way, and nothing pretends otherwise. */
import { afterEach, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../../harness/farebox.ts';

let server: Farebox | undefined;
afterEach(() => server?.stop());

async function start(contact: string): Promise<{ server: Farebox; apiKey: string; refusal: Answer }> {
  const env = { GROQ_API_KEY: 'unused', WELCOME_USD_PER_DAY: '0', OPERATOR_CONTACT: contact };
  const started = await startFarebox({ env });
  server = started;
  const { apiKey } = await started.account('live');
  const refusal = await started.request('POST', '/api/proxy/llm-fast', { key: apiKey, body: { prompt: 'hi' } });
  expect(refusal.status).toBe(402);
  return { server: started, apiKey, refusal };
}

const contacts: [contact: string, shown: string][] = [
  ['ops@example.com', '<a href="mailto:ops@example.com">ops@example.com</a>'],
  ['https://example.com/pay?a=1&b=2', '<a href="https://example.com/pay?a=1&amp;b=2">'],
  ['javascript:alert(1)', '<bdi>javascript:alert(1)</bdi>'],
  ['the <b>front</b> desk', '<bdi>the &lt;b>front&lt;/b> desk</bdi>'],
];
it.each(contacts)(
  'shows %s on the payment page',
  async (contact, shown) => {
    const { server, apiKey, refusal } = await start(contact);
    const url = /"url":"([^"]+)"/.exec(refusal.text)?.[1] ?? '';
    const path = url.slice(server.url.length);
    const page = await server.request('GET', path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(shown);
    expect(page.text).not.toContain('<form method="post"');
    const pressed = await server.request('POST', path);
    expect(pressed.status).toBe(503);
    expect(pressed.text).toContain(shown);
    const asked = await server.request('POST', '/api/stripe/checkout', { body: { amount: 10, apiKey } });
    expect(asked).toMatchObject({
      status: 503,
      body: {
        error: { code: 'TOOL_UNAVAILABLE', next: `Ask its operator to add to the balance: ${contact}` },
      },
    });
    expect(asked.text).not.toContain('STRIPE');
  },
  30_000,
);

it('offers no link where there is nobody to pay or to ask', async () => {
  const { refusal } = await start('');
  expect(refusal.body).toMatchObject({ deposit: { paymentLinks: [] } });
});
