// The suite imports `globSync` from `fs`, which Node 20 does not have; the server scenarios never call it.
import fs from 'node:fs';
import { register } from 'node:module';

const hooks = `
export async function resolve(specifier, context, next) {
  const fromSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/dist/');
  return specifier === 'fs' && fromSuite ? { url: 'suite:fs', shortCircuit: true } : next(specifier, context);
}
export async function load(url, context, next) {
  if (url !== 'suite:fs') return next(url, context);
  const source = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
  return { format: 'module', source, shortCircuit: true };
}`;

if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
