import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertMayCall, identifyMember } from '../../../src/kernel/call/admission.ts';
import { FareboxError } from '../../../src/kernel/errors/errors.ts';
import type {
  AccountPrincipal,
  AnonymousPrincipal,
  Member,
  OperatorPrincipal,
  Principal,
  SessionPrincipal,
} from '../../../src/kernel/principal.ts';
import type { Access, FindMember } from '../../../src/kernel/tool/access.ts';
import { type RegisteredTool, registerTool } from '../../../src/kernel/tool/registry.ts';
import { defineTool, defineToolset } from '../../../src/kernel/tool/tool.ts';

const definition = defineTool({
  description: 'D.',
  effect: 'write',
  input: z.object({}),
  output: z.object({}),
  examples: [{}],
  run: async () => ({}),
});

function tool(access: Access, more: { scope?: 'account' | 'newsroom'; effect?: 'read' } = {}): RegisteredTool {
  const { scope = 'newsroom', effect = 'write' } = more;
  const toolset = defineToolset({
    title: 'T',
    description: 'T.',
    path: '/t',
    access,
    layer: null,
    scope,
    errors: 'newsroom',
    timeoutMs: 1_000,
  });
  return registerTool('try', 't', toolset, { ...definition, effect });
}

const ip = '192.0.2.1';
const anonymous: AnonymousPrincipal = { kind: 'anonymous', mode: 'live', ip };
const operator: OperatorPrincipal = { kind: 'operator', mode: 'live', ip };
const key: AccountPrincipal = {
  kind: 'account',
  mode: 'live',
  ip,
  accountId: 'agt_1',
  keyId: 'key_1',
  lineage: 'key_1',
  isRoot: false,
  status: 'active',
  caps: {},
};
const root: AccountPrincipal = { ...key, isRoot: true };
const capped: AccountPrincipal = { ...key, caps: { perDayMicros: 1 } };
const grant: AccountPrincipal = { ...key, grant: { scopes: ['newsroom'], resource: 'https://farebox.example' } };
const admin: SessionPrincipal = {
  kind: 'session',
  mode: 'live',
  ip,
  sessionId: 'ses_1',
  userId: 1,
  email: 'a@b.jp',
  companyId: 'c_1',
  accountId: 'agt_1',
  role: 'admin',
  isOperator: false,
  status: 'active',
};
const clerk: SessionPrincipal = { ...admin, role: 'member' };
const chief: SessionPrincipal = { ...clerk, isOperator: true };

const company = (role: Member['role']): FindMember => {
  const member: Member = { companyId: 'c_1', accountId: 'agt_1', role, userId: 1, isMakerPresent: true };
  return async () => member;
};
const none: FindMember = async () => null;

/** `passes`, or the newsroom's word or the catalogue's code of the refusal. */
async function outcome(called: RegisteredTool, principal: Principal, memberOf: FindMember): Promise<string> {
  try {
    assertMayCall(called, principal);
    await identifyMember(called, principal, memberOf);
    return 'passes';
  } catch (thrown) {
    if (!(thrown instanceof FareboxError)) throw thrown;
    return thrown.facts.reason ?? thrown.code;
  }
}

const callers = { anonymous, operator, key, root, capped, grant, clerk, admin, chief };
type Caller = keyof typeof callers;

/** Callers of a company, whose keys were made by an admin. */
const inCompany: Record<string, Record<Caller, string>> = {
  member: row('UNAUTHENTICATED', 'UNAUTHENTICATED', 'passes', 'passes', 'passes', 'passes', 'passes', 'passes'),
  'member-session': sessionsOnly('passes'),
  owner: row(
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'passes',
    'passes',
    'owner_required',
    'owner_required',
    'passes',
    'passes',
  ),
  'company-admin': row(
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'passes',
    'passes',
    'passes',
    'passes',
    'admin_required',
    'passes',
  ),
  'admin-session': sessionsOnly('admin_required'),
  'key-owner': row(
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'passes',
    'passes',
    'owner_required',
    'owner_required',
    'passes',
    'passes',
  ),
  'key-maker': sessionsOnly('passes'),
};

function row(...words: [string, string, string, string, string, string, string, string]): Record<Caller, string> {
  const [anonymous, operator, key, root, capped, grant, clerk, admin] = words;
  return { anonymous, operator, key, root, capped, grant, clerk, admin, chief: clerk };
}

function sessionsOnly(clerk: string): Record<Caller, string> {
  const refused = 'session_required';
  return row('UNAUTHENTICATED', 'UNAUTHENTICATED', refused, refused, refused, refused, clerk, 'passes');
}

const accesses: readonly Access[] = [
  'member',
  'member-session',
  'owner',
  'company-admin',
  'admin-session',
  'key-owner',
  'key-maker',
];

describe('what belongs to a company', () => {
  it.each(accesses)('%s', async (access) => {
    for (const [name, principal] of Object.entries(callers)) {
      const found = await outcome(tool(access), principal, company('admin'));
      expect.soft([name, found]).toEqual([name, Reflect.get(inCompany[access] ?? {}, name)]);
    }
  });

  it('is closed to accounts that have none; their root keys manage their own keys', async () => {
    for (const access of accesses) {
      const isKeyPath = access === 'key-owner' || access === 'key-maker';
      expect(await outcome(tool(access), root, none)).toBe(isKeyPath ? 'passes' : 'no_company');
      expect(await outcome(tool(access), key, none)).toBe(isKeyPath ? 'FORBIDDEN' : 'no_company');
    }
  });

  it('asks for the role of the moment', async () => {
    expect(await outcome(tool('company-admin'), key, company('member'))).toBe('admin_required');
    expect(await outcome(tool('member'), key, company('member'))).toBe('passes');
  });

  it('asks nobody, and gives no promise, for anything but the key of an account', () => {
    const asked: FindMember = () => Promise.reject(new Error('asked'));
    for (const access of ['public', 'key', 'root-key', 'operator'] as const) {
      expect(identifyMember(tool(access), root, asked)).toBeNull();
    }
    expect(identifyMember(tool('member'), admin, asked)).toEqual({
      isMakerPresent: true,
      companyId: 'c_1',
      accountId: 'agt_1',
      role: 'admin',
      userId: 1,
    });
  });
});

describe('the rest', () => {
  it('operators are those with the token and those in a session', async () => {
    const called = tool('operator');
    expect(await outcome(called, operator, none)).toBe('passes');
    expect(await outcome(called, chief, none)).toBe('passes');
    expect(await outcome(called, admin, none)).toBe('operator_required');
    expect(await outcome(called, key, none)).toBe('operator_required');
    expect(await outcome(called, anonymous, none)).toBe('UNAUTHENTICATED');
  });

  it('a session is no key', async () => {
    for (const access of ['key', 'root-key'] as const) {
      expect(await outcome(tool(access), admin, none)).toBe('UNAUTHENTICATED');
    }
    expect(await outcome(tool('public'), admin, none)).toBe('passes');
  });

  it('a token opens its scopes alone', async () => {
    expect(await outcome(tool('member', { scope: 'account' }), grant, company('admin'))).toBe('insufficient_scope');
    expect(await outcome(tool('public', { scope: 'account' }), grant, none)).toBe('insufficient_scope');
  });

  it('a list of tools binds operations of companies, but not the paths of keys', async () => {
    const narrow: AccountPrincipal = { ...root, caps: { tools: ['other'] } };
    expect(await outcome(tool('member'), narrow, company('admin'))).toBe('CAP_REACHED');
    expect(await outcome(tool('member'), { ...narrow, caps: { tools: ['try'] } }, company('admin'))).toBe('passes');
    expect(await outcome(tool('key-owner'), narrow, none)).toBe('passes');
    expect(await outcome(tool('key'), narrow, none)).toBe('passes');
  });

  it('a suspended account: its keys do nothing, its sessions read, and write where it is about themselves', async () => {
    const status = 'suspended';
    expect(await outcome(tool('member', { effect: 'read' }), { ...key, status }, company('admin'))).toBe(
      'ACCOUNT_SUSPENDED',
    );
    const session: SessionPrincipal = { ...admin, status };
    expect(await outcome(tool('member', { effect: 'read' }), session, none)).toBe('passes');
    expect(await outcome(tool('member'), session, none)).toBe('ACCOUNT_SUSPENDED');
    expect(await outcome(tool('member', { scope: 'account' }), session, none)).toBe('passes');
    expect(await outcome(tool('operator'), { ...session, isOperator: true }, none)).toBe('passes');
  });
});
