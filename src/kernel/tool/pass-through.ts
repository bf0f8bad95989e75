import type { JsonSchema } from './json-schema.ts';

/** Schemas and annotations of an upstream's tool, shown unchanged. */
export interface PassThrough {
  /** Without references. */
  input: JsonSchema;
  /** Of the structured content, where the upstream promises one. */
  structured: JsonSchema | undefined;
  annotations: Readonly<Record<string, unknown>> | undefined;
}
