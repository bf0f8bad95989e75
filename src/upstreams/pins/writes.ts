/** Records what upstreams list, withholds changes, and accepts them. */
import { defineWrite } from '../../database/define.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';
import { listPins } from './reads.ts';

export interface SeenTool {
  name: string;
  hash: string;
  /** JSON. */
  definition: string;
}

export interface NoteToolsInput {
  upstream: string;
  tools: readonly SeenTool[];
  /** Accept changes at once. */
  follows: boolean;
}

const SERVER = 'server';

/** Resolves with the names of the tools whose definition has changed now. */
export const noteTools = defineWrite('upstreams.noteTools', async (tx, input: NoteToolsInput): Promise<string[]> => {
  const { upstream, tools, follows } = input;
  const existing = new Map((await listPins(tx.db, upstream)).map((row) => [row.name, row]));
  const changed: string[] = [];
  for (const { name, hash, definition } of tools) {
    const row = existing.get(name);
    if (row && row.accepted_hash === hash && row.pending_hash === null) continue;
    if (row?.pending_hash === hash && !follows) continue;
    const isAccepted = !row || follows || row.accepted_hash === hash;
    const values = isAccepted
      ? { accepted_hash: hash, accepted: definition, pending_hash: null, pending: null }
      : { accepted_hash: row.accepted_hash, accepted: row.accepted, pending_hash: hash, pending: definition };
    const accepted = row && !follows ? {} : { accepted_by: SERVER, accepted_at: tx.nowMs };
    await tx.db
      .insertInto('upstream_tools')
      .values({ upstream, name, ...values, accepted_by: SERVER, accepted_at: tx.nowMs, changed_at: tx.nowMs })
      .onConflict((conflict) =>
        conflict.columns(['upstream', 'name']).doUpdateSet({ ...values, ...accepted, changed_at: tx.nowMs }),
      )
      .execute();
    if (!row) continue;
    changed.push(name);
    const details = { tool: name, from: row.accepted_hash, to: hash };
    const action = isAccepted ? 'upstream.tool.restore' : 'upstream.tool.withhold';
    await audit(tx, { actor: SERVER, action: follows ? 'upstream.tool.follow' : action, subject: upstream, details });
  }
  return changed;
});

export interface AcceptToolsInput extends AuditActor {
  upstream: string;
  /** Default: all that wait. */
  tool: string | null;
  /** Of the definition that the operator has seen; absent: whatever waits. */
  hash?: string | undefined;
}

/** Resolves with the names that were accepted. Throws NOT_FOUND when nothing waits, CONFLICT when something else waits. */
export const acceptTools = defineWrite(
  'upstreams.acceptTools',
  async (tx, input: AcceptToolsInput): Promise<string[]> => {
    const { upstream, tool, hash, actor, ipPrefix } = input;
    const waiting = (await listPins(tx.db, upstream)).filter(
      ({ name, pending }) => pending !== null && (tool === null || name === tool),
    );
    if (waiting.length === 0) {
      throw new FareboxError('NOT_FOUND', {
        message: `No changed definition of ${tool === null ? upstream : `${upstream} ${tool}`} is waiting.`,
        next: 'List the tools to see which definitions have changed.',
      });
    }
    if (hash !== undefined && waiting.some(({ pending_hash: pendingHash }) => pendingHash !== hash))
      throw createReasonError('version_conflict');
    for (const { name, accepted_hash: from, pending_hash: to, pending } of waiting) {
      await tx.db
        .updateTable('upstream_tools')
        .set({
          accepted_hash: to ?? from,
          accepted: pending ?? '{}',
          pending_hash: null,
          pending: null,
          accepted_by: actor,
          accepted_at: tx.nowMs,
          changed_at: tx.nowMs,
        })
        .where('upstream', '=', upstream)
        .where('name', '=', name)
        .execute();
      await audit(tx, {
        actor,
        ipPrefix,
        action: 'upstream.tool.accept',
        subject: upstream,
        details: { tool: name, from, to },
      });
    }
    return waiting.map(({ name }) => name);
  },
);

/** An operator tries a tool out; recorded before it is called. */
export const noteTestCall = defineWrite(
  'upstreams.noteTestCall',
  async (tx, { upstream, tool, ...who }: AuditActor & { upstream: string; tool: string }): Promise<void> => {
    await audit(tx, { ...who, action: 'upstream.tool.test', subject: upstream, details: { tool } });
  },
);
