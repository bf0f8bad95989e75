/** People and machines among those who open and click. */
import { describe, expect, it } from 'vitest';
import {
  classifyHits,
  findFirstHits,
  type Hit,
  keepsMail,
} from '../../../../src/newsroom/mailing/tracking/classify.ts';
import { shortenAddress } from '../../../../src/newsroom/mailing/tracking/networks.ts';

const sentAt = Date.UTC(2026, 10, 21);
const mail = { sentAt, transport: 'smtp' } as const;
const MINUTE = 60_000;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const CUBOT =
  'Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const OUTLOOK = 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const YAHOO = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';

const open: Hit = {
  kind: 'open',
  isTrap: false,
  method: 'GET',
  userAgent: IPHONE,
  address: '203.0.113.7',
  at: sentAt + 10 * MINUTE,
  url: null,
};
const click: Hit = { ...open, kind: 'click', url: 'https://example.com/a' };

const judge = (hit: Hit): string => {
  const [{ actorClass, reasons } = { actorClass: 'none', reasons: [] }] = classifyHits([hit], mail);
  return [actorClass, ...reasons].join(' ');
};

describe('a hit', () => {
  it.each<[string, Hit, string]>([
    ['a reader', open, 'human'],
    ['a reader who clicks', click, 'human'],
    ['a telephone that is called like a robot', { ...click, userAgent: CUBOT }, 'human'],
    ['Outlook on a desk', { ...open, userAgent: OUTLOOK }, 'human'],
    ['Gmail', { ...open, userAgent: GMAIL }, 'unknown image_proxy'],
    ['Yahoo', { ...open, userAgent: YAHOO }, 'unknown image_proxy'],
    ['the privacy proxy of Apple Mail', { ...open, userAgent: 'Mozilla/5.0' }, 'machine privacy_proxy'],
    ['a click under that name', { ...click, userAgent: 'Mozilla/5.0' }, 'human'],
    ['HEAD', { ...open, method: 'HEAD' }, 'machine head'],
    ['nobody', { ...click, userAgent: ' ' }, 'machine no_agent'],
    [
      'a preview',
      { ...click, userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
      'machine machine_agent',
    ],
    ['a program', { ...click, userAgent: 'python-requests/2.32' }, 'machine machine_agent'],
    ['a scanner', { ...click, userAgent: 'BarracudaCentral' }, 'machine machine_agent'],
    ['who is too quick', { ...click, at: sentAt + 9_000 }, 'machine too_soon'],
    ['who comes before the mail', { ...open, at: sentAt - 1 }, 'unknown not_sent'],
    ['a click out of a gateway', { ...click, address: '40.94.12.3' }, 'machine gateway_network'],
    ['the same by its kept part', { ...click, address: '40.94.12.0/24' }, 'machine gateway_network'],
    ['an open out of a gateway', { ...open, address: '40.94.12.3' }, 'human'],
    ['an open over the newer protocol', { ...open, address: '::ffff:203.0.113.9' }, 'human'],
  ])('of %s', (_, hit, verdict) => {
    expect(judge(hit)).toBe(verdict);
  });

  it('is not too soon where mail stays here, and belongs to nobody without a mail', () => {
    const soon = { ...click, at: sentAt + 1_000 };
    expect(classifyHits([soon], { sentAt, transport: 'outbox' })[0]?.actorClass).toBe('human');
    expect(classifyHits([soon], null)[0]?.actorClass).toBe('human');
    expect(classifyHits([soon], { sentAt: null, transport: 'smtp' })[0]).toEqual({
      actorClass: 'unknown',
      reasons: ['not_sent'],
    });
  });

  it('in a burst over all links is a machine, the earlier ones too; a reader later is not', () => {
    const burst = ['a', 'b', 'c', 'd'].map((name, at) => ({ ...click, url: name, at: click.at + at * 1_000 }));
    const reader = { ...click, at: click.at + MINUTE };
    expect(classifyHits(burst.slice(0, 2), mail).map(({ actorClass }) => actorClass)).toEqual(['human', 'human']);
    const judgements = classifyHits([...burst, reader], mail);
    expect(judgements.map(({ actorClass }) => actorClass)).toEqual([
      'machine',
      'machine',
      'machine',
      'machine',
      'human',
    ]);
    expect(findFirstHits([...burst, reader], judgements)).toEqual({ openedAt: reader.at, clickedAt: reader.at });
    // Three clicks on one link, or three links in six seconds, are a reader's.
    const slow = ['a', 'b', 'c'].map((name, at) => ({ ...click, url: name, at: reader.at + at * 3_000 }));
    expect(
      classifyHits([click, click, click, ...slow], mail).filter(({ actorClass }) => actorClass !== 'human'),
    ).toEqual([]);
  });

  it('near the link that nobody sees is a machine, before and after it', () => {
    const trap = { ...click, isTrap: true, at: click.at + 3 * MINUTE };
    const hits = [-61, -59, 0, 59, 61].map((seconds) => ({ ...open, at: trap.at + seconds * 1_000 }));
    expect(classifyHits([...hits, trap], mail).map(({ actorClass }) => actorClass)).toEqual([
      'human',
      'machine',
      'machine',
      'machine',
      'human',
      'machine',
    ]);
  });

  it('counts as the first of an unknown opener, and keeps no more than it may', () => {
    const proxied = { ...open, userAgent: GMAIL };
    expect(findFirstHits([proxied], classifyHits([proxied], mail))).toEqual({ openedAt: proxied.at, clickedAt: null });
    expect([keepsMail('open', true, true), keepsMail('click', true, true), keepsMail('click', false, false)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(['203.0.113.77', '2001:db8:1:2::7', '::ffff:203.0.113.77', 'x'].map(shortenAddress)).toEqual([
      '203.0.113.0/24',
      '2001:db8:1::/48',
      '203.0.113.0/24',
      null,
    ]);
  });

  it('among ten thousand is judged without delay', () => {
    const hits = Array.from({ length: 10_000 }, (_, at) => ({
      ...click,
      isTrap: at % 2 === 0,
      url: `${at}`,
      at: click.at + at,
    }));
    const started = process.cpuUsage();
    expect(classifyHits(hits, mail).every(({ actorClass }) => actorClass === 'machine')).toBe(true);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });
});
