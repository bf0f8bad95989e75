/** The ways in: a code by mail, an operator at a trusted address, an address proved elsewhere. newsroom.md §2.5, §4.1. */

import { createHmac, randomInt } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { LimitState } from '../../kernel/ports.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { maskAddress } from '../../ledger/accounts/accounts.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createRandomBase62, sha256Hex } from '../../lib/ids.ts';
import { isPlainAddress, type MailAddress, parseMailAddress } from '../../lib/mail-address.ts';
import { toHostKey } from '../../lib/network.ts';
import { formatZonedTime } from '../../lib/zoned-time.ts';
import { FALLBACK } from '../../locales/texts.ts';
import { cutCodePoints } from '../../text/truncate.ts';
import type { IdentityDeps } from '../deps.ts';
import { countWithin, createLimitError } from '../guards/limits.ts';
import { findInviteByCode } from '../invites/invite-reads.ts';
import { readInviteState } from '../invites/invite-types.ts';
import { composeCodeMail } from '../mails.ts';
import { formatCompany, formatUser } from '../present.ts';
import { findAddressRoles, findUserByAddress } from '../reads.ts';
import type { CodeRequest, CodeTry, ProvedAddress, Requester, SentCode, SignedInSession } from '../types.ts';
import { requestCode, useCode } from './code-writes.ts';
import { createSession } from './sessions.ts';
import type { SignInInput, SignInOutcome, SignInResult } from './sign-in-writes.ts';
import * as writes from './sign-in-writes.ts';

const HOUR_SECONDS = 3_600;
/** Requests for codes in an hour. */
/** To one mailbox, before it gets one a minute: a stranger can slow its owner down, and not shut them out. */
const CODES_PER_ADDRESS = 10;
const SLOW_SECONDS = 60;
/** To one mailbox from one network. */
const CODES_PER_ADDRESS_AND_NETWORK = 10;
const CODES_PER_IP = 100;
/** A /24 or a /56: a fifth of all, so that none uses up what is there for everybody. */
const CODES_PER_NETWORK = 200;
const CODES_IN_ALL = 1_000;

/** Longer texts are no id of ours and are ignored like any unknown one. */
const COMPANY_ID_CHARS_MAX = 64;
/** Of the names that somebody new gives so many characters are kept. */
const NAME_CHARS_MAX = 200;
const COMPANY_NAME_CHARS_MAX = 500;

/** 131 bits. */
const ATTEMPT_CHARS = 22;

const NO_WELCOME =
  'The welcome budget of this server is used up for today, so the company’s account starts at 0 USD. Add funds with a deposit.';

export async function sendCode(deps: IdentityDeps, request: CodeRequest, from: Requester): Promise<SentCode> {
  const address = parseSignInAddress(request.email);
  await countRequest(deps, address, from);
  if (isTrusted(deps, address, from))
    return { direct: await signIn(deps, { ...request, email: address.address }, from) };
  const { database, mail, log, settings } = deps;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const [roles, user] = await Promise.all([
    findAddressRoles(database.db, address.norm, await database.now()),
    findUserByAddress(database.db, address.norm),
  ]);
  const newAttempt = createRandomBase62(ATTEMPT_CHARS);
  const codeRequest = await database.write(requestCode, {
    emailNorm: address.norm,
    mac: deps.secrets.sign('code', formatCodeText(address, code)),
    companyId: readCompanyId(request) ?? null,
    asker: deps.secrets.sign('code', `asker|v1|${toHostKey(from.ip)}`),
    attempt: hashAttempt(request.attempt),
    newAttempt: sha256Hex(newAttempt),
  });
  const attempt = { new: newAttempt, named: request.attempt, other: undefined }[codeRequest.attempt];
  // An address with which nobody could sign in gets a code that nobody is told.
  const mayCome = maySignUp(deps, address) || Object.values(roles).includes(true) || (await isInvited(deps, request));
  if (codeRequest.sent) {
    const to = user?.email ?? address.address;
    await mail.post({
      ...composeCodeMail(to, code, settings.serviceName, from.language ?? FALLBACK),
      isWanted: mayCome,
    });
    const isTold = mayCome && settings.tellsCodes && mail.transport === 'outbox';
    if (isTold) log.info({}, 'sign-in code written to the outbox in DATA_DIR');
  }
  return {
    sent: codeRequest.sent,
    email: address.address,
    expiresIn: Math.floor(codeRequest.expiresInMs / 1_000),
    resendAfter: Math.ceil(codeRequest.resendAfterMs / 1_000),
    ...(attempt === undefined ? {} : { attempt }),
  };
}

const hashAttempt = (attempt: string | undefined): string | null => (attempt === undefined ? null : sha256Hex(attempt));

const readCompanyId = ({ companyId }: Pick<CodeRequest, 'companyId'>): string | undefined =>
  companyId !== undefined && companyId.length <= COMPANY_ID_CHARS_MAX ? companyId : undefined;

const shorten = (text: string | undefined, charsMax: number): string =>
  cutCodePoints((text ?? '').trim().toWellFormed(), charsMax).trim();

async function isInvited({ database }: IdentityDeps, { inviteHash }: CodeRequest): Promise<boolean> {
  if (inviteHash === undefined) return false;
  return readInviteState(await findInviteByCode(database.db, inviteHash), await database.now()) === 'open';
}

/** The same for every address: who asks too often is told so, whoever they ask for. */
async function countRequest({ limiter }: IdentityDeps, { norm }: MailAddress, { ip }: Requester): Promise<void> {
  const mailbox = sha256Hex(norm).slice(0, 32);
  const counts = [
    [`code-ip ${toHostKey(ip)}`, CODES_PER_IP],
    [`code-network ${maskAddress(ip)}`, CODES_PER_NETWORK],
    [`code-pair ${mailbox} ${maskAddress(ip)}`, CODES_PER_ADDRESS_AND_NETWORK],
    ['code-all', CODES_IN_ALL],
  ] as const;
  await countWithin(limiter, counts, HOUR_SECONDS);
  if ((await limiter.consume(`code-address ${mailbox}`, CODES_PER_ADDRESS, HOUR_SECONDS)).isAllowed) return;
  const turn = await limiter.consume(`code-slow ${mailbox}`, 1, SLOW_SECONDS);
  if (!turn.isAllowed) throw createLimitError(turn, 1);
}

/** An operator's own machine, and no page of a stranger opened on it. */
function isTrusted({ settings }: IdentityDeps, { norm }: MailAddress, { ip, origin }: Requester): boolean {
  if (!settings.adminEmails.has(norm) || !ipaddr.isValid(ip)) return false;
  if (origin === undefined || (origin !== null && origin !== settings.baseUrl)) return false;
  const address = ipaddr.process(ip);
  return settings.trustedAdminIps.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match([network, bits]);
  });
}

export async function verify(deps: IdentityDeps, request: CodeTry, from: Requester): Promise<SignedInSession> {
  const address = parseMailAddress(request.email);
  if (!address || !isPlainAddress(address)) throw createReasonError('invalid_code');
  const text = formatCodeText(address, request.code.replace(/\s/g, ''));
  const macs = deps.secrets.deriveKeys('code').map(({ kid, key }) => `${kid}.${computeMac(key, text)}`);
  const { session, result } = await writeSignIn(deps, { ...request, address }, from, (signIn) =>
    deps.database.write(useCode, { macs, attempt: hashAttempt(request.attempt), signIn }),
  );
  switch (result.state) {
    case 'signed-in':
      return buildSignedInSession(deps, session, result);
    case 'too-many':
      throw createReasonError('too_many_attempts', { retryAfterSeconds: 60 });
    default:
      throw createReasonError('invalid_code');
  }
}

const formatCodeText = ({ norm }: MailAddress, code: string): string => `code|v1|${norm}|${code}`;

/** As `Secrets.sign` writes it. */
const computeMac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

export async function signIn(deps: IdentityDeps, proved: ProvedAddress, from: Requester): Promise<SignedInSession> {
  const address = parseSignInAddress(proved.email);
  const { session, result } = await writeSignIn(deps, { ...proved, address }, from, (input) =>
    deps.database.write(writes.signIn, input),
  );
  if (result.state === 'signed-in') return buildSignedInSession(deps, session, result);
  throw new FareboxError('FORBIDDEN', {
    message: 'Sign-up is closed on this server',
    next: 'Ask a member of a company here, or the operator, for an invitation.',
  });
}

type SignInAttempt<T> = { session: string; result: Exclude<T, { state: 'needs-company' }> };

/** Tries without a new company first, which also checks the invite: a company is counted only where one is needed. */
async function writeSignIn<T extends SignInOutcome | { state: string }>(
  deps: IdentityDeps,
  { address, ...proved }: ProvedAddress & { address: MailAddress },
  { ip }: Requester,
  write: (input: SignInInput) => Promise<T>,
): Promise<SignInAttempt<T>> {
  const { settings, accounts } = deps;
  const { token, stored } = createSession(settings.sessionDays * DAY_MS);
  const input: SignInInput = {
    email: address.address,
    emailNorm: address.norm,
    name: shorten(proved.name, NAME_CHARS_MAX),
    companyName: shorten(proved.companyName, COMPANY_NAME_CHARS_MAX),
    companyIds: [readCompanyId(proved) ?? []].flat(),
    maySignUp: maySignUp(deps, address),
    ...(proved.inviteHash === undefined ? {} : { inviteHash: proved.inviteHash }),
    newCompany: null,
    session: stored,
  };
  const first = await write(input);
  if (isSettled(first)) return { session: token, result: first };
  const account = await accounts.prepareOpening(ip, { isInvited: proved.inviteHash !== undefined });
  const newCompany = { companyId: `c_${createRandomBase62(22)}`, timezone: settings.presentation.zone, account };
  const second = await write({ ...input, newCompany });
  if (isSettled(second)) return { session: token, result: second };
  throw new FareboxError('INTERNAL', { message: 'A company was asked for again.' });
}

const isSettled = <T extends { state: string }>(result: T): result is Exclude<T, { state: 'needs-company' }> =>
  result.state !== 'needs-company';

/** Whoever comes first of a company: everybody while sign-up is open, the operators always. */
function maySignUp({ settings }: IdentityDeps, { norm }: MailAddress): boolean {
  return settings.signUp === 'open' || settings.adminEmails.has(norm);
}

function parseSignInAddress(text: string): MailAddress {
  const address = parseMailAddress(text);
  if (address && isPlainAddress(address)) return address;
  throw createInvalidInputError([{ path: 'email', message: 'Not a valid email address' }]);
}

function buildSignedInSession({ settings }: IdentityDeps, token: string, result: SignInResult): SignedInSession {
  const { user, company, role, expiresAtMs, isNewUser, isNewCompany, welcomeMicros, invite } = result;
  const { presentation } = settings;
  return {
    token,
    expiresAt: formatZonedTime(expiresAtMs, presentation.zone),
    user: formatUser(presentation, user, company.id, role),
    company: formatCompany(presentation, company),
    isNewUser,
    isNewCompany,
    message: isNewCompany && welcomeMicros === 0 ? NO_WELCOME : null,
    invite,
  };
}
