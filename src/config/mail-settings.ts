/** Email settings: mail server, signing and limits. */
import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { parseMailAddress } from '../lib/mail-address.ts';
import { address, hosts, integer, oneOf, optional, secret, secretText, setting } from './setting-kinds.ts';

const mailDomain = z
  .string()
  .refine((text) => parseMailAddress(`postmaster@${text}`) !== null, 'must be a domain such as mail.farebox.example')
  .transform((text) => text.toLowerCase());

/** Labels of SPF records may begin with an underscore. */
const spfDomain = z
  .string()
  .regex(
    /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)+$/i,
    'must be a domain such as _spf.mail.example',
  )
  .transform((text) => text.toLowerCase());

/** One line of an environment file holds it with \n where its lines end. The mail library signs with RSA alone. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isPrivateKey, 'must be an RSA private key in PEM form');

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** A user or a password with a line end would be a command of its own. */
function namesMailbox(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  const isWord = (word: string): boolean => {
    try {
      return word !== '' && !/\p{Cc}/u.test(decodeURIComponent(word));
    } catch {
      return false;
    }
  };
  return hostname !== '' && isWord(username) && isWord(password);
}

export const mailSettings = {
  smtpUrl: secret(
    'Mail',
    'Mail server, smtp(s)://user:pass@host:port; without it emails are saved to DATA_DIR/outbox',
    address(['smtp:', 'smtps:'], 'smtps://user:pass@mail.example:465').refine(
      (text) => new URL(text).hostname !== '',
      'must name a host',
    ),
  ),
  smtpTimeoutMs: setting('Mail', 'Timeout of the mail server in milliseconds', integer(1_000, 600_000), '30000'),
  mailFrom: optional(
    'Mail',
    'Sender address of emails; default: noreply@ the host of BASE_URL',
    z.string().refine((text) => parseMailAddress(text) !== null, 'must be an e-mail address'),
  ),
  mailSenderName: setting('Mail', 'Sender name of emails', z.string().max(100), 'Farebox'),
  mailPostalAddress: setting(
    'Mail',
    'Postal address in the footer of emails of companies without their own; required by law',
    z.string().max(300),
    '',
  ),
  mailDomain: optional(
    'Mail',
    'Domain of Message-IDs and bounce addresses; default: the domain of MAIL_FROM',
    mailDomain,
  ),
  dkimSelector: optional(
    'Mail',
    'DKIM selector; the public key is published at <selector>._domainkey.<domain of MAIL_FROM>',
    z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/i, 'must be a DNS label such as farebox1'),
  ),
  dkimPrivateKey: secret(
    'Mail',
    'Private DKIM key (RSA, PEM) with \\n for line breaks; used with DKIM_SELECTOR',
    privateKey,
  ),
  mailOwnDomains: setting(
    'Mail',
    'Whether companies can send campaigns from domains of their own, signed with their own key; auto: unless SMTP_URL is a mail service that accepts only senders set up there',
    oneOf('auto', 'on', 'off'),
    'auto',
  ),
  mailSpfInclude: optional(
    'Mail',
    'Domain that the SPF records of these domains include, such as _spf.mail.example; without it, companies are asked for no SPF record',
    spfDomain,
  ),
  mailPerMinute: setting('Mail', 'Emails handed to the mail server per minute', integer(1, 60_000), '60'),
  mailDomainGapMs: setting(
    'Mail',
    'Minimum time in milliseconds between two emails to one domain',
    integer(0, 600_000),
    '1000',
  ),
  mailWarmup: setting(
    'Mail',
    'on: start with 50 emails per day and raise the limit by half each day, up to the daily limit',
    oneOf('on', 'off'),
    'off',
  ),
  mailFirstDayMax: setting(
    'Mail',
    'Emails that a new company on the free plan can send through the mail server in its first 24 hours',
    integer(0, 1_000_000),
    '20',
  ),
  mailCompanyShare: setting(
    'Mail',
    'Percentage of the daily limit that one company can use through the mail server, if there are several',
    integer(1, 100),
    '50',
  ),
  bounceMailboxUrl: secret(
    'Mail',
    'Bounce mailbox, imap(s)://user:pass@host:port/folder or pop3(s)://user:pass@host:port, read once a minute; without it, post bounces to /internal/bounces',
    address(['imap:', 'imaps:', 'pop3:', 'pop3s:'], 'imaps://bounces:pass@mail.example').refine(
      namesMailbox,
      'must name a user, a password and a host',
    ),
  ),
  linkLegacySecret: secret(
    'Mail',
    'Secret of an earlier system whose unsubscribe links are still accepted',
    secretText(1),
  ),
  clickHosts: setting('Mail', 'Additional hosts that tracked links may point to', hosts, ''),
  retentionEventsDays: setting(
    'Mail',
    'Days to keep single opens and clicks; totals are kept',
    integer(1, 4_000),
    '400',
  ),
  nodeEnv: optional(
    'Mail',
    'production keeps login codes out of the log; otherwise they are logged while no mail server is configured',
    z.string().max(50),
  ),
} as const;
