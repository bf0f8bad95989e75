/** One call of a tool in the languages that callers write. */
export interface Snippet {
  /** `curl`, `JavaScript`, … */
  name: string;
  code: string;
}

export interface HttpCall {
  method: string;
  url: string;
  /** Of `Authorization`; null: none is needed. */
  token: string | null;
  /** Null: the request has no body. */
  body: unknown;
  /** Repeated, it has its effect once. */
  isOnce: boolean;
}

/** `input`: as the tool takes it. `<apiKey>` stands where the key belongs. */
export function buildSnippets(
  { method, path, name }: { method: string; path: string; name: string },
  input: object,
  baseUrl: string,
): Snippet[] {
  const call = { method, url: `${baseUrl}${path}`, token: '<apiKey>', body: input, isOnce: true };
  return [...buildHttpSnippets(call), ...buildMcpSnippets(name, input, baseUrl)];
}

/** The same request from a shell, JavaScript and Python; each runs as it stands, without a package. */
export function buildHttpSnippets(call: HttpCall): Snippet[] {
  return [
    { name: 'curl', code: writeCurl(call) },
    { name: 'JavaScript', code: writeJavaScript(call) },
    { name: 'Python', code: writePython(call) },
  ];
}

function writeCurl({ method, url, token, body, isOnce }: HttpCall): string {
  const address = /[?&<]/.test(url) ? quoteForShell(url) : url;
  const isUsual = body === null ? method === 'GET' : method === 'POST';
  const headers = [
    ...(token === null ? [] : [`-H 'Authorization: Bearer ${token}'`]),
    ...(isOnce ? ['-H "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
  ];
  return [
    `curl -s ${isUsual ? '' : `-X ${method} `}${address}`,
    ...(headers.length > 0 ? [headers.join(' ')] : []),
    ...(body === null ? [] : [`--json ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function writeJavaScript({ method, url, token, body, isOnce }: HttpCall): string {
  const headers = [
    ...(token === null ? [] : [`authorization: 'Bearer ${token}',`]),
    ...(body === null ? [] : [`'content-type': 'application/json',`]),
    ...(isOnce ? [`'idempotency-key': crypto.randomUUID(),`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? ['headers: {', ...headers.map((line) => `  ${line}`), '},'] : []),
    ...(body === null ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
  ];
  const rest = options.length > 0 ? `, {\n${options.map((line) => `  ${line}`).join('\n')}\n}` : '';
  return `const reply = await fetch('${url}'${rest});\nconst answer = await reply.json();`;
}

function writePython({ method, url, token, body, isOnce }: HttpCall): string {
  const headers = [
    ...(token === null ? [] : [`"Authorization": "Bearer ${token}",`]),
    ...(body === null ? [] : [`"Content-Type": "application/json",`]),
    ...(isOnce ? [`"Idempotency-Key": str(uuid.uuid4()),`] : []),
  ];
  const lines = [
    `"${url}",`,
    ...(body === null ? [] : [`data=json.dumps(${toPython(body)}).encode(),`]),
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`method="${method}",`]),
    ...(headers.length > 0 ? ['headers={', ...headers.map((line) => `    ${line}`), '},'] : []),
  ];
  return `import json, urllib.request${isOnce ? ', uuid' : ''}

request = urllib.request.Request(
${lines.map((line) => `    ${line}`).join('\n')}
)
answer = json.load(urllib.request.urlopen(request))`;
}

/** The configuration of a client, then the request that it sends. */
function buildMcpSnippets(name: string, input: object, baseUrl: string): Snippet[] {
  const server = { type: 'http', url: `${baseUrl}/mcp/proxy`, headers: { Authorization: 'Bearer <apiKey>' } };
  const call = { method: 'tools/call', params: { name: 'call_tool', arguments: { name, arguments: input } } };
  return [
    { name: 'MCP', code: JSON.stringify({ mcpServers: { farebox: server } }, null, 2) },
    { name: 'tools/call', code: JSON.stringify(call, null, 2) },
  ];
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** JSON is Python but for three words. */
function toPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toPython(member)}`);
  return `{${members.join(', ')}}`;
}
