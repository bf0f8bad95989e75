import type { JsonSchema } from './json-schema.ts';

/** What is shown of a tool of an upstream that the operator has added. */
export interface PassThrough {
  /** Without references. */
  input: JsonSchema;
  /** Of the structured content, where the upstream promises one. */
  structured: JsonSchema | undefined;
  annotations: Readonly<Record<string, unknown>> | undefined;
}
