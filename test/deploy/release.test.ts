/** The release workflow: what it runs exists, rights are as small as its work, and actionlint agrees where it is installed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { programs } from '../harness/programs.ts';
import { root, textOf } from '../harness/sources.ts';

const FILE = '.github/workflows/release.yml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: Step[];
}

describe('the release workflow', () => {
  const { permissions, jobs }: { permissions: object; jobs: Record<string, Job> } = parse(textOf(FILE));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('tests before it packs, and publishes nothing that was not packed', () => {
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['test', undefined],
      ['pack', 'test'],
      ['npm', 'pack'],
      ['image', 'pack'],
    ]);
  });

  it('has the smallest rights, a time limit for each job and a version for each action', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
      const writes = Object.entries(job.permissions ?? {}).filter(([, right]) => right === 'write');
      expect(
        writes.map(([scope]) => scope).filter((scope) => !/^(id-token|attestations|packages)$/.test(scope)),
      ).toEqual([]);
    }
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
  });

  it('signs what it publishes', () => {
    const attested = (job: string) => jobs[job]?.steps.filter(({ uses }) => uses?.startsWith('actions/attest-')).length;
    expect([attested('pack'), attested('image')]).toEqual([2, 1]);
    expect(jobs.npm?.steps.some(({ run }) => run?.includes('npm publish --provenance'))).toBe(true);
  });

  it('runs files that exist', () => {
    const files = steps.flatMap(({ run = '' }) => [...run.matchAll(/(?:^|node )((?:\.ci|deploy|src)\/[\w./-]+)/gm)]);
    expect(files.length).toBeGreaterThan(1);
    for (const [, file = ''] of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  });

  it.runIf(programs.actionlint !== null)('satisfies actionlint', () => {
    execFileSync(programs.actionlint ?? '', ['-no-color', join(root, FILE)], { encoding: 'utf8' });
  });
});
