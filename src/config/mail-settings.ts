/** Variables of mail: what it is sent through, signed with and limited by. */
import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { parseMailAddress } from '../lib/mail-address.ts';
import { address, hosts, integer, oneOf, optional, secret, secretText, setting } from './setting-kinds.ts';

const mailDomain = z
  .string()
  .refine((text) => parseMailAddress(`postmaster@${text}`) !== null, 'must be a domain such as mail.farebox.example')
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
    'Mail server, smtp(s)://user:pass@host:port; without it mail becomes files in DATA_DIR/outbox',
    address(['smtp:', 'smtps:'], 'smtps://user:pass@mail.example:465').refine(
      (text) => new URL(text).hostname !== '',
      'must name a host',
    ),
  ),
  smtpTimeoutMs: setting('Mail', 'Patience with the mail server', integer(1_000, 600_000), '30000'),
  mailFrom: optional(
    'Mail',
    'Address that mail comes from; default: noreply@ the host of BASE_URL',
    z.string().refine((text) => parseMailAddress(text) !== null, 'must be an e-mail address'),
  ),
  mailSenderName: setting('Mail', 'What the sender is called', z.string().max(100), 'Farebox'),
  mailPostalAddress: setting(
    'Mail',
    'Postal address at the end of mails whose company has none; the law wants one in each',
    z.string().max(300),
    '',
  ),
  mailDomain: optional(
    'Mail',
    'Domain of Message-IDs and of the addresses that bounces come back to; default: the domain of MAIL_FROM',
    mailDomain,
  ),
  dkimSelector: optional(
    'Mail',
    'Selector of the DKIM key: its public half is at <selector>._domainkey.<domain of MAIL_FROM>',
    z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/i, 'must be a DNS label such as farebox1'),
  ),
  dkimPrivateKey: secret(
    'Mail',
    'Private DKIM key (RSA) in PEM form, with \\n for its line ends; with DKIM_SELECTOR',
    privateKey,
  ),
  mailPerMinute: setting('Mail', 'Mails that the mail server is given in a minute', integer(1, 60_000), '60'),
  mailDomainGapMs: setting('Mail', 'Between two mails to one domain', integer(0, 600_000), '1000'),
  mailWarmup: setting(
    'Mail',
    'on: the first days of sending allow 50 mails, then half as many more each day, up to the daily limit',
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
    'Percentage of the daily limit that one company can use through the mail server, where there are several',
    integer(1, 100),
    '50',
  ),
  bounceMailboxUrl: secret(
    'Mail',
    'Mailbox that bounces come back to, imap(s)://user:pass@host:port/folder or pop3(s)://user:pass@host:port, read once a minute; without it POST /internal/bounces takes them',
    address(['imap:', 'imaps:', 'pop3:', 'pop3s:'], 'imaps://bounces:pass@mail.example').refine(
      namesMailbox,
      'must name a user, a password and a host',
    ),
  ),
  linkLegacySecret: secret('Mail', 'Accepts unsubscribe links with an old token made with it', secretText(1)),
  clickHosts: setting('Mail', 'More hosts that counted links may lead to', hosts, ''),
  retentionEventsDays: setting(
    'Mail',
    'Days that opens and clicks are kept; their totals stay',
    integer(1, 4_000),
    '400',
  ),
  nodeEnv: optional(
    'Mail',
    'production keeps login codes out of the log; elsewhere they are written there while there is no mail server',
    z.string().max(50),
  ),
} as const;
