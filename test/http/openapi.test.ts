/** The API description, as two validators that know nothing of each other see it. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { apiFacts } from '../../src/http/described.ts';
import { openApiDocument } from '../../src/kernel/openapi/document.ts';
import { loadCatalogue } from '../harness/catalogue.ts';

const registry = await loadCatalogue();
const about = { version: '1.0.0', baseUrl: 'https://farebox.example', allowQueryKey: true };
const document = openApiDocument(registry, apiFacts(about, []));
const text = JSON.stringify(document);

it('fits the schema of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('has nothing that Redocly finds wrong, examples included', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      'operation-4xx-response': 'error',
      'no-unused-components': 'error',
      'info-license': 'error',
    },
  });
  const problems = await lintFromString({ source: text, config });
  const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
  expect(told).toEqual([]);
});
