/** Builds the security schemes that operations need. */
import type { Access } from '../../kernel/tool/access.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import type { ApiInfo, SecurityRequirement } from './types.ts';

type Credential = 'key' | 'session' | 'operator';

/** Credentials that open an operation; each alone suffices. A grant of OAuth is a key with caps. */
const credentialsByAccess: Readonly<Record<Access, readonly Credential[]>> = {
  public: [],
  key: ['key'],
  'root-key': ['key'],
  'account-reader': ['key', 'session'],
  member: ['session', 'key'],
  'member-session': ['session'],
  owner: ['session', 'key'],
  'company-admin': ['session', 'key'],
  'admin-session': ['session'],
  'key-owner': ['key', 'session'],
  'key-maker': ['key', 'session'],
  operator: ['operator', 'session'],
};

/** Of these a grant is none. */
const ROOT_ONLY: ReadonlySet<Access> = new Set(['root-key', 'owner', 'key-owner', 'key-maker']);

const scopes = {
  tools: 'Call the tools',
  account: 'Read and manage the account',
  newsroom: 'Work with the newsroom of the company',
} as const;

/** Whether clients can sign their users in. */
export function hasOAuth({ tools }: Registry): boolean {
  const paths = new Set(tools.flatMap(({ routes }) => routes.map(({ path }) => path)));
  return paths.has('/oauth/authorize') && paths.has('/oauth/token');
}

export class Security {
  readonly #facts: Pick<ApiInfo, 'baseUrl' | 'takesQueryKey'>;
  readonly #hasOAuth: boolean;
  readonly #used = new Set<string>();

  constructor(registry: Registry, facts: Pick<ApiInfo, 'baseUrl' | 'takesQueryKey'>) {
    this.#facts = facts;
    this.#hasOAuth = hasOAuth(registry);
  }

  /** Alternatives, the usual one first. */
  listForTool(tool: RegisteredTool, path: string): SecurityRequirement[] {
    const { access, definition } = tool;
    const names = [...this.#listForAccess(tool, path), ...(definition.body === 'form' ? [{ client: [] }] : [])];
    this.#markUsed(names);
    return access === 'public' ? [{}, ...names] : names;
  }

  /** Of an MCP server: a key, or a token that was made for it. */
  listForMcp(): SecurityRequirement[] {
    return this.#markUsed([{ key: [] }, ...(this.#hasOAuth ? [{ oauth: ['tools'] }] : [])]);
  }

  listForOperator(): SecurityRequirement[] {
    return this.#markUsed([{ operator: [] }]);
  }

  #markUsed(requirements: SecurityRequirement[]): SecurityRequirement[] {
    for (const name of requirements.flatMap(Object.keys)) this.#used.add(name);
    return requirements;
  }

  #listForAccess(tool: RegisteredTool, path: string): SecurityRequirement[] {
    const { access, toolset, definition, reply } = tool;
    // In the gateway a key is welcome where none is needed: the caller's own mode then holds.
    const isData = (reply === 'json' || reply === 'bytes') && definition.body !== 'raw';
    const isWelcome = access === 'public' && toolset.errors === 'gateway' && isData;
    const credentials = isWelcome ? (['key'] as const) : credentialsByAccess[access];
    const names: SecurityRequirement[] = credentials.map((credential) => ({ [credential]: [] }));
    if (!credentials.some((credential) => credential === 'key')) return names;
    if (this.#facts.takesQueryKey(tool, path)) names.push({ queryKey: [] });
    if (this.#hasOAuth && !ROOT_ONLY.has(access)) names.push({ oauth: [toolset.scope ?? 'tools'] });
    return names;
  }

  /** Those that `of` has named so far. */
  get schemes(): Record<string, object> {
    return Object.fromEntries(Object.entries(this.#buildSchemes()).filter(([name]) => this.#used.has(name)));
  }

  #buildSchemes(): Record<string, object> {
    const { baseUrl } = this.#facts;
    const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
    const tokens = { tokenUrl: `${baseUrl}/oauth/token`, scopes };
    return {
      key: bearer('API key. POST /api/proxy/account/create creates one.'),
      queryKey: {
        type: 'apiKey',
        in: 'query',
        name: 'apiKey',
        description: 'API key in the query, for quick tests only.',
      },
      oauth: {
        type: 'oauth2',
        description: 'OAuth 2.1 access token with the scopes and limits that its owner granted; PKCE with S256.',
        flows: {
          authorizationCode: { authorizationUrl: `${baseUrl}/oauth/authorize`, ...tokens },
          clientCredentials: tokens,
        },
      },
      client: { type: 'http', scheme: 'basic', description: 'ID and secret of an OAuth client.' },
      session: bearer('Session token of a signed-in person.'),
      operator: bearer("The server's ADMIN_TOKEN."),
    };
  }
}
