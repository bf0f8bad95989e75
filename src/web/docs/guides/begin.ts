/** The introductory guides: first call, MCP clients and sandbox. */
import { buildFirstSteps, buildMcpSection } from '../../../describe/guide.ts';
import { PAID_MCP_PATH } from '../../../describe/mcp-servers.ts';
import { formatText } from '../../../locales/format.ts';
import { texts } from '../../../locales/texts.ts';
import { listClients } from '../../clients.ts';
import { buildHttpSnippets, buildSnippets } from '../../snippets.ts';
import type { Guide, Sample } from './types.ts';

export const firstCall: Guide = {
  id: 'first-call',
  buildSamples({ registry, facts }) {
    const { baseUrl } = facts;
    const tool = registry.get('translate-premium') ?? registry.tools.find(({ priceMicros }) => priceMicros > 0);
    const input = tool?.definition.examples[0] ?? {};
    const create = { method: 'POST', url: `${baseUrl}/api/proxy/account/create`, token: null, isOnce: false };
    const call = (): Sample | undefined =>
      tool && {
        snippets: buildSnippets(tool, input, baseUrl),
        answer:
          '{\n  "success": true,\n  "translated": "おはようございます",\n  "detectedSourceLang": "EN",\n  "price": "0.003 (3 WT)",\n  "balance": 0.247,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "sandbox": true\n}',
      };
    return {
      create: {
        snippets: buildHttpSnippets({ ...create, body: { name: 'my agent', mode: 'test' } }),
        answer: '{ "success": true, "apiKey": "fbx_test_…", "balance": 0.25, "message": "…" }',
      },
      call: call(),
      script: { code: buildFirstSteps(registry, facts).code ?? '' },
    };
  },
};

export const mcpGuide: Guide = {
  id: 'mcp',
  buildSamples({ facts: { baseUrl } }, language) {
    const { run, inFile } = texts('docs', language);
    return {
      configuration: { code: buildMcpSection(baseUrl).code ?? '' },
      clients: {
        sections: listClients(`${baseUrl}${PAID_MCP_PATH}`).map(({ title, withKey: { file, text } }) => ({
          title,
          text: [file === null ? run : formatText(inFile, { file: `\`${file}\`` }, language)],
          code: text,
        })),
      },
    };
  },
};

export const sandboxGuide: Guide = {
  id: 'sandbox',
  buildSamples: ({ facts: { baseUrl } }) => ({
    failure: {
      snippets: buildHttpSnippets({
        method: 'POST',
        url: `${baseUrl}/api/proxy/translate-premium`,
        token: '<apiKey>',
        body: { text: 'sandbox:down', targetLang: 'JA' },
        isOnce: true,
      }),
      answer:
        '{\n  "success": false,\n  "error": {\n    "code": "UPSTREAM_FAILED",\n    "message": "The provider failed. Nothing was charged.",\n    "next": "Retry in a few seconds.",\n    "retryable": true,\n    "details": { "attempts": [{ "source": "deepl", "status": "failed", "ms": 2, "kind": "overloaded" }] }\n  }\n}',
    },
  }),
};
