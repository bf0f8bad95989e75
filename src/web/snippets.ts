/** One call of a tool in the languages that callers write. */
import type { RegisteredTool } from '../kernel/registry.ts';

export interface Snippet {
  /** `curl`, `JavaScript`, … */
  name: string;
  code: string;
}

/** `input`: as the tool takes it. `<apiKey>` stands where the key belongs. */
export function buildSnippets({ method, path, name }: RegisteredTool, input: object, baseUrl: string): Snippet[] {
  const url = `${baseUrl}${path}`;
  const json = JSON.stringify(input);
  return [
    {
      name: 'curl',
      code: `curl -s ${url} \\
  -H 'Authorization: Bearer <apiKey>' -H 'Idempotency-Key: my-first-call' \\
  --json '${json.replaceAll("'", "'\\''")}'`,
    },
    {
      name: 'JavaScript',
      code: `const reply = await fetch('${url}', {
  method: '${method}',
  headers: {
    authorization: 'Bearer <apiKey>',
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify(${JSON.stringify(input, null, 2).replaceAll('\n', '\n  ')}),
});
const { success, price, balance, receipt, error, ...answer } = await reply.json();`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request, uuid

request = urllib.request.Request(
    "${url}",
    data=json.dumps(${toPython(input)}).encode(),
    headers={
        "Authorization": "Bearer <apiKey>",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
answer = json.load(urllib.request.urlopen(request))`,
    },
    {
      name: 'MCP',
      code: `{
  "mcpServers": {
    "farebox": {
      "type": "http",
      "url": "${baseUrl}/mcp/proxy",
      "headers": { "Authorization": "Bearer <apiKey>" }
    }
  }
}
// then: tools/call ${JSON.stringify({ name: 'call_tool', arguments: { name, arguments: input } })}`,
    },
  ];
}

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
