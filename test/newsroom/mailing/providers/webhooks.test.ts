/** Webhooks of mail providers, on both databases: recorded samples, signatures, repeats, and other people's requests. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config/config.ts';
import { examineSending } from '../../../../src/server/commands/sending.ts';
import { startServer } from '../../../../src/server/main.ts';
import { dailyEngines, freshDatabase } from '../../../harness/databases.ts';
import type { Answer } from '../../../harness/farebox.ts';
import { serverEnv } from '../../../harness/server-env.ts';
import { listOf } from '../../../tools/auth/newsroom.ts';
import { type CampaignWorld, openCampaignWorld } from '../../../tools/campaign/world.ts';
import * as samples from './samples.ts';
import { snsCertificate } from './sns-certificate.ts';

const { mailgunFailure, postmarkBounce, resendBounce, sendgridBounce, sesBounce, sesComplaint } = samples;

/** What each sample does to an email that nothing has come of. */
type Outcome = 'hard' | 'soft' | 'complaint' | 'unsubscribed' | 'nothing';
type Write = (email: samples.Subject) => samples.Sample;

const blocked = '550 5.7.1 Message rejected due to local policy: listed at spamhaus';
const cases: readonly (readonly [provider: string, what: string, Outcome, Write])[] = [
  ['postmark', 'HardBounce', 'hard', (email) => samples.postmark(postmarkBounce(email))],
  [
    'postmark',
    'a hard bounce that is a block',
    'soft',
    (email) => samples.postmark(postmarkBounce(email, { Details: blocked })),
  ],
  [
    'postmark',
    'SoftBounce',
    'soft',
    (email) => samples.postmark(postmarkBounce(email, { Type: 'SoftBounce', Details: '452 4.2.2 Mailbox full' })),
  ],
  [
    'postmark',
    'SpamComplaint',
    'complaint',
    (email) =>
      samples.postmark(postmarkBounce(email, { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Details: '' })),
  ],
  [
    'postmark',
    'AutoResponder',
    'nothing',
    (email) => samples.postmark(postmarkBounce(email, { Type: 'AutoResponder' })),
  ],
  [
    'postmark',
    'SubscriptionChange',
    'unsubscribed',
    ({ to }) =>
      samples.postmark({
        RecordType: 'SubscriptionChange',
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        ChangedAt: '2026-11-28T10:53:34.416071Z',
        Recipient: to,
        Origin: 'Recipient',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      }),
  ],
  ['mailgun', 'permanent failure', 'hard', (email) => samples.mailgun(mailgunFailure(email))],
  [
    'mailgun',
    'temporary failure that is retried',
    'nothing',
    (email) => samples.mailgun(mailgunFailure(email, { severity: 'temporary' })),
  ],
  [
    'mailgun',
    'mailbox full',
    'soft',
    (email) =>
      samples.mailgun(mailgunFailure(email, { 'delivery-status': { code: 452, message: '4.2.2 Mailbox is full' } })),
  ],
  [
    'mailgun',
    'an address that bounced before',
    'hard',
    (email) =>
      samples.mailgun(
        mailgunFailure(email, {
          reason: 'suppress-bounce',
          'delivery-status': { code: 605, message: '', description: 'Not delivering to previously bounced address' },
        }),
      ),
  ],
  ['mailgun', 'complained', 'complaint', (email) => samples.mailgun(mailgunFailure(email, { event: 'complained' }))],
  [
    'mailgun',
    'unsubscribed',
    'unsubscribed',
    (email) => samples.mailgun(mailgunFailure(email, { event: 'unsubscribed' })),
  ],
  ['mailgun', 'delivered', 'nothing', (email) => samples.mailgun(mailgunFailure(email, { event: 'delivered' }))],
  ['sendgrid', 'bounce', 'hard', (email) => samples.sendgrid([sendgridBounce(email)])],
  [
    'sendgrid',
    'block',
    'soft',
    (email) =>
      samples.sendgrid([
        sendgridBounce(email, {
          type: 'blocked',
          reason: blocked,
          status: '5.7.1',
          bounce_classification: 'Reputation',
        }),
      ]),
  ],
  [
    'sendgrid',
    'spamreport',
    'complaint',
    (email) => samples.sendgrid([sendgridBounce(email, { event: 'spamreport' })]),
  ],
  [
    'sendgrid',
    'dropped because of an earlier bounce',
    'hard',
    (email) => samples.sendgrid([sendgridBounce(email, { event: 'dropped', reason: 'Bounced Address', status: '' })]),
  ],
  ['sendgrid', 'open', 'nothing', (email) => samples.sendgrid([sendgridBounce(email, { event: 'open' })])],
  ['resend', 'a suppressed address', 'hard', (email) => samples.resend(resendBounce(email))],
  [
    'resend',
    'a transient bounce',
    'soft',
    (email) =>
      samples.resend(resendBounce(email, { type: 'Transient', diagnosticCode: ['smtp; 452 4.2.2 Over quota'] })),
  ],
  [
    'resend',
    'email.complained',
    'complaint',
    (email) => samples.resend({ ...resendBounce(email), type: 'email.complained' }),
  ],
  ['ses', 'Permanent bounce', 'hard', (email) => samples.sns(sesBounce(email))],
  [
    'ses',
    'Transient bounce, signed by version 1',
    'soft',
    (email) =>
      samples.sns(
        sesBounce(email, {
          bounceType: 'Transient',
          bouncedRecipients: [{ emailAddress: email.to, diagnosticCode: 'smtp; 452 4.2.2 full' }],
        }),
        { version: '1' },
      ),
  ],
  ['ses', 'Complaint event', 'complaint', (email) => samples.sns(sesComplaint(email))],
];

describe.each(dailyEngines(import.meta.url))('webhooks of mail providers on %s', (engine) => {
  let world: CampaignWorld;
  const emails: samples.Subject[] = [];
  const fetched: string[] = [];

  const post = (provider: string, { headers, body }: samples.Sample): Promise<Answer> =>
    world.ask('POST', `/webhooks/mail/${provider}`, { headers, body: Buffer.from(body) });
  const take = (): samples.Subject => {
    const email = emails.shift();
    if (!email) throw new Error('No email is left');
    return email;
  };
  const suppressionOf = async (to: string): Promise<unknown> =>
    listOf((await world.get(`/api/suppressions?email=${encodeURIComponent(to)}`)).body.items)[0]?.reason;

  let path: string;
  const mailOf = async ({ mailId }: samples.Subject): Promise<Record<string, unknown> | undefined> =>
    listOf((await world.get(`${path}/preview`)).body.emails).find(({ email_id }) => email_id === mailId);

  beforeAll(async () => {
    const fetchText = async (url: URL): Promise<string> => {
      fetched.push(url.href);
      return snsCertificate;
    };
    world = await openCampaignWorld(engine, {
      mailWebhooks: { fetchText },
      env: {
        ...samples.webhookEnv,
        ADMIN_TOKEN: 'an-operator-of-the-tests-long-enough',
        PLAN_LIMITS: '{"free":{"mails_per_day":1000}}',
      },
    });
    await world.ask('PUT', '/admin/settings/daily-limit', {
      key: 'an-operator-of-the-tests-long-enough',
      body: { limit: 1_000 },
    });
    const press_release_id = await world.createRelease();
    const found = listOf((await world.get('/api/media/search?per_page=500&delivery=email')).body.items);
    const media_ids = found.filter(({ deliverable }) => deliverable === true).map(({ media_id }) => media_id);
    const { list_id: media_list_id } = (await world.call('POST', '/api/media/lists', { name: '発表' })).body;
    await world.call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids });
    const draft = await world.draft({ press_release_id, media_list_id });
    path = draft.path;
    await world.send(path);
    for (const { email_id, to, subject, message_id } of draft.emails) {
      emails.push({
        mailId: Number(email_id),
        to: String(to),
        subject: String(subject),
        messageId: String(message_id),
      });
    }
    expect(emails.length).toBeGreaterThan(cases.length + 5);
  }, 120_000);
  afterAll(() => world.stop());

  it.each(cases)('%s: %s', async (provider, _what, outcome, write) => {
    const email = take();
    const sample = write(email);
    const answer = await post(provider, sample);
    const isSuppressed = ['hard', 'complaint', 'unsubscribed'].includes(outcome);
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { received: outcome === 'nothing' ? 0 : 1, suppressed: isSuppressed ? 1 : 0, ignored: 0 },
    });
    const mail = await mailOf(email);
    const reasons = {
      hard: 'hard_bounce',
      soft: undefined,
      complaint: 'complaint',
      unsubscribed: 'unsubscribed',
      nothing: undefined,
    };
    expect(await suppressionOf(email.to)).toBe(reasons[outcome]);
    expect(mail?.bounced_at !== null).toBe(outcome === 'hard' || outcome === 'soft');
    // Providers repeat what they are not sure of.
    expect((await post(provider, sample)).status).toBe(200);
    expect(await mailOf(email)).toEqual(mail);
  });

  it('count in the results of the campaign', async () => {
    const { body } = await world.get(`${path}/tracking`);
    const number = (wanted: Outcome): number => cases.filter(([, , outcome]) => outcome === wanted).length;
    expect(body).toMatchObject({
      bounced: { hard: number('hard'), soft: number('soft') },
      complained: number('complaint'),
      unsubscribed: number('unsubscribed'),
    });
  });

  it('take a batch, and ignore emails of others', async () => {
    const [one, two] = [take(), take()];
    const unknown = { ...one, to: 'nobody@elsewhere.co.jp', messageId: '<c1.e99999999.v1@elsewhere.co.jp>' };
    const batch = [sendgridBounce(one), sendgridBounce(two), sendgridBounce(unknown), 'odd', { event: 7 }];
    const { body } = await post('sendgrid', samples.sendgrid(batch));
    expect(body).toEqual({ received: 3, suppressed: 2, ignored: 1 });
    expect(await suppressionOf(unknown.to)).toBeUndefined();
  });

  it('refuse requests that are not the provider’s, or too old', async () => {
    const email = take();
    const old = { atMs: Date.now() - 25 * 3_600_000 };
    const otherKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
    const changed = ({ headers, body }: samples.Sample): samples.Sample => ({
      headers,
      body: body.replace('5.1.1', '5.1.2'),
    });
    const mail = samples.mailgun(mailgunFailure(email));
    const wrong: [string, samples.Sample][] = [
      ['postmark', samples.postmark(postmarkBounce(email), 'farebox:another-password-of-it')],
      ['postmark', { ...samples.postmark(postmarkBounce(email)), headers: {} }],
      ['mailgun', samples.mailgun(mailgunFailure(email), { key: 'another-key-of-mailgun-0000000' })],
      ['mailgun', samples.mailgun(mailgunFailure(email), old)],
      ['mailgun', { ...mail, body: mail.body.replace('"signature":"', '"signature":"0') }],
      ['sendgrid', samples.sendgrid([sendgridBounce(email)], { key: otherKey })],
      ['sendgrid', changed(samples.sendgrid([sendgridBounce(email)]))],
      ['sendgrid', samples.sendgrid([sendgridBounce(email)], old)],
      ['resend', samples.resend(resendBounce(email), { secret: `whsec_${Buffer.alloc(24).toString('base64')}` })],
      ['resend', changed(samples.resend(resendBounce(email, { diagnosticCode: ['5.1.1'] })))],
      ['resend', samples.resend(resendBounce(email), old)],
      ['ses', samples.sns(sesBounce(email), { topic: 'arn:aws:sns:us-west-2:999999999999:mine' })],
      ['ses', samples.sns(sesBounce(email), old)],
      ['ses', changed(samples.sns(sesBounce(email)))],
      ...[
        'https://sns.us-west-2.amazonaws.com.evil.example/a.pem',
        'http://sns.us-west-2.amazonaws.com/a.pem',
        'https://evil.example/sns.us-west-2.amazonaws.com/a.pem',
        'https://user@sns.us-west-2.amazonaws.com/a.pem',
        'https://sns.us-west-2.amazonaws.com:8443/a.pem',
        'https://s3.us-west-2.amazonaws.com/a.pem',
        'https://sns.us-west-2.amazonaws.com/a.txt',
      ].map((certificate): [string, samples.Sample] => ['ses', samples.sns(sesBounce(email), { certificate })]),
      ['sendgrid', { headers: {}, body: '' }],
      ['ses', { headers: {}, body: '{' }],
    ];
    for (const [at, [provider, sample]] of wrong.entries()) {
      expect.soft((await post(provider, sample)).status, `${at} ${provider}`).toBe(400);
    }
    expect(fetched.filter((url) => url !== samples.CERTIFICATE_URL)).toEqual([]);
    expect(await mailOf(email)).toMatchObject({ status: 'sent', bounced_at: null });
    expect(await suppressionOf(email.to)).toBeUndefined();
    expect((await post('sparkpost', samples.postmark({}))).status).toBe(404);
    const large = { headers: {}, body: 'x'.repeat(1_048_577) };
    expect((await post('ses', large)).status).toBe(413);
  });

  it('take a token of Mailgun once, whatever is signed with it', async () => {
    const [email, other] = [take(), take()];
    const token = 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123';
    await post('mailgun', samples.mailgun(mailgunFailure(email), { token }));
    const again = await post('mailgun', samples.mailgun(mailgunFailure(other, { event: 'complained' }), { token }));
    expect(again.status).toBe(200);
    expect(await suppressionOf(other.to)).toBeUndefined();
  });

  it('confirm the subscription of their own topic at Amazon SNS alone', async () => {
    const subscribe = `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${samples.TOPIC}&Token=1`;
    const type = 'SubscriptionConfirmation';
    const asked = await post('ses', samples.sns('You have chosen to subscribe', { type, subscribe }));
    expect(asked).toMatchObject({ status: 200, body: { received: 0 } });
    expect(fetched.at(-1)).toBe(subscribe);
    const evil = 'https://evil.example/?Action=ConfirmSubscription';
    expect((await post('ses', samples.sns('x', { type, subscribe: evil }))).status).toBe(400);
    expect(fetched).not.toContain(evil);
  });
});

describe('the settings of mail providers', () => {
  it.each([
    ['MAIL_WEBHOOK_SPARKPOST', 'x', 'MAIL_WEBHOOK_SPARKPOST is of no known mail provider'],
    ['MAIL_WEBHOOK_SES', 'a-topic', 'MAIL_WEBHOOK_SES must be the ARN of an SNS topic'],
    ['MAIL_WEBHOOK_POSTMARK', 'user:short', 'MAIL_WEBHOOK_POSTMARK must be user:password'],
    ['MAIL_WEBHOOK_SENDGRID', 'abc', 'MAIL_WEBHOOK_SENDGRID must be the verification key'],
    ['MAIL_WEBHOOK_RESEND', 'abc', 'MAIL_WEBHOOK_RESEND must be the signing secret'],
  ])('stop the start while %s can’t be used', async (variable, value, message) => {
    const database = await freshDatabase('sqlite');
    const config = readConfig({ ...serverEnv(database), [variable]: value, LOG_LEVEL: 'silent' }, []);
    await expect(startServer(config, [])).rejects.toThrow(message);
    await database.drop();
    const names = { findTexts: async () => [], findMailServers: async () => [] };
    const findings = await examineSending(
      { ...config, smtpUrl: 'smtp://mail.example', mailFrom: 'a@sender.co.jp' },
      names,
    );
    expect(findings).toContainEqual({
      what: 'Mail webhooks',
      state: 'failed',
      detail: expect.stringContaining(message),
    });
  });

  it('show in the doctor where the provider posts to', async () => {
    const env = { ...samples.webhookEnv, SMTP_URL: 'smtp://mail.example', BASE_URL: 'https://press.example' };
    const names = { findTexts: async () => [], findMailServers: async () => [] };
    const findings = await examineSending(readConfig(env, []), names);
    expect(findings).toContainEqual({
      what: 'Amazon SES webhook',
      state: 'ok',
      detail: 'https://press.example/webhooks/mail/ses',
    });
  });
});
