/** The API description: complete, and right in the eyes of two validators that know nothing of each other. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { mcpServers } from '../../src/describe/mcp-servers.ts';
import { buildOpenApiDocument } from '../../src/describe/openapi/document.ts';
import { buildApiInfo } from '../../src/http/documents/api-documents.ts';
import { buildOwnDocuments } from '../../src/http/documents/documents.ts';
import { OPERATIONAL_PATHS } from '../../src/http/monitoring/health.ts';
import { catalogue } from '../../src/kernel/errors/catalogue.ts';
import { buildDiscoveryDocuments } from '../../src/web/documents.ts';
import { loadCatalogue } from '../harness/catalogue.ts';

const registry = await loadCatalogue();
const about = { version: '1.0.0', baseUrl: 'https://farebox.example', allowQueryKey: true };
const guide = {
  welcomeMicros: 0,
  depositAmounts: [10],
  operatorContact: 'https://farebox.example/contact',
  contentSignal: '',
  readToolState: () => 'ready' as const,
  readProviderStates: () => [],
  readUpstreams: () => Promise.reject(new Error('nobody reads the pages here')),
  readLatencies: () => Promise.reject(new Error('nobody reads the pages here')),
  readTimes: () => Promise.reject(new Error('nobody reads the pages here')),
};
const documents = [...buildOwnDocuments(), ...buildDiscoveryDocuments(registry, { ...about, ...guide })];
const description = buildOpenApiDocument(registry, buildApiInfo(about, documents, registry));
const text = JSON.stringify(description);

describe('validators', () => {
  it('find that it fits the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('find nothing wrong with it, examples included', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
        'no-invalid-parameter-examples': { severity: 'error', allowAdditionalProperties: true },
        'operation-4xx-response': 'error',
        // Two addresses only say that there is nothing.
        'operation-2xx-response': 'off',
        'no-unused-components': 'error',
        'info-license': 'error',
      },
    });
    const problems = await lintFromString({ source: text, config });
    const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
    expect(told).toEqual([]);
    const without = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.values(item).some(({ responses }) => !Object.keys(responses).some((status) => /^[23]/.test(status)))
        ? [path]
        : [],
    );
    expect(without.every((path) => path.startsWith('/.well-known/oauth-authorization-server/mcp/'))).toBe(true);
  });
});

describe('the description', () => {
  const described = (method: string, path: string): unknown => Object(description.paths[path])[method.toLowerCase()];

  it('has every route of every tool, document, probe and MCP server', () => {
    const routes = [
      ...registry.tools.flatMap((tool) => tool.routes.map(({ method, path }) => [method, path] as const)),
      ...documents.filter(({ isUnlisted }) => !isUnlisted).map(({ path }) => ['GET', path] as const),
      ...[...OPERATIONAL_PATHS].map((path) => ['GET', path] as const),
      ...mcpServers.map(({ path }) => ['POST', path] as const),
    ];
    expect(routes.filter(([method, path]) => !described(method, path))).toEqual([]);
    const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(routes.length);
  });

  it('has every error that an operation can answer, each with its example', () => {
    // Those of payments are answered only where wallets may pay.
    const ofPayments = ['PAYMENT_REQUIRED', 'PAYMENT_UNAVAILABLE'];
    const elsewhere = new Set(['UNKNOWN_TOOL', 'METHOD_NOT_ALLOWED', 'NOT_IMPLEMENTED', ...ofPayments]);
    const shown = Object.values(description.components.responses).flatMap(({ content = {} }) =>
      Object.keys(content['application/json']?.examples ?? {}),
    );
    expect(Object.keys(catalogue).filter((code) => !elsewhere.has(code) && !shown.includes(code))).toEqual([]);
    const { Error: error } = description.components.schemas;
    expect(Object(error).properties.error.properties.code.enum).toEqual(Object.keys(catalogue));
  });

  it.each(registry.tools.map((tool) => [tool.name, tool] as const))(
    'tells who may call %s and what it costs',
    (_name, tool) => {
      const operation = Object(described(tool.method, tool.path));
      const schemes = operation.security.flatMap((requirement: object) => Object.keys(requirement));
      expect(operation.security.some((one: object) => Object.keys(one).length === 0)).toBe(tool.access === 'public');
      if (tool.access === 'operator') expect(schemes).toContain('operator');
      if (tool.access === 'key') expect(schemes).toContain('key');
      expect(operation['x-price-usd'] > 0).toBe(tool.priceMicros > 0);
      const { walletDeposit, failsWith = [] } = tool.definition;
      // Others state with 402 what a wallet has to sign.
      const hasPayment = tool.priceMicros > 0 || walletDeposit !== undefined || failsWith.includes('PAYMENT_REQUIRED');
      expect('402' in operation.responses).toBe(hasPayment);
      if (operation.requestBody && tool.definition.examples.length > 0 && (tool.definition.body ?? 'json') === 'json') {
        const { examples } = operation.requestBody.content['application/json'];
        expect(Object.keys(examples)).toHaveLength(tool.definition.examples.length);
      }
    },
  );
});
