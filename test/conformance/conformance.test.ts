import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../harness/long.ts';
import { fixtures } from './fixtures.ts';
import { type Served, serveInterface } from './server.ts';
import { runSuite } from './suite.ts';

/** What a server without sessions can't do: it has no way to ask its client something in the middle of a call. */
const needSessions = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
];

describe.runIf(isLong)('the public conformance suite against the protocol module', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveInterface(fixtures);
  });
  afterAll(() => served.close());

  // Each is a run of the whole suite.
  it('passes every scored scenario of 2026-07-28', { timeout: 200_000 }, async () => {
    const { exitCode, output } = await runSuite(served.url, ['--requirements', '2026-07-28']);
    expect(output).toContain('=== SUMMARY ===');
    expect(exitCode, output).toBe(0);
  });

  it('passes 2025-11-25 but for what needs sessions', { timeout: 200_000 }, async () => {
    const { exitCode, output } = await runSuite(served.url, ['--requirements', '2025-11-25'], needSessions);
    expect(output).toContain('=== SUMMARY ===');
    expect(exitCode, output).toBe(0);
  });
});
