/** The debug service as tools use it: `ctx.services.fixes`. Rules: decisions.md §7, security.md 5. */

import type { Principal } from '../kernel/principal.ts';
import type { CallContext } from '../kernel/tool/context.ts';

/** A cause and its remedy. */
export interface Diagnosis {
  /** One sentence. */
  summary: string;
  likelyCause: string;
  /** From a published fix, in order; empty when none fits. */
  steps: string[];
  /** 0–1. */
  confidence: number;
  source: 'known-fix' | 'rules' | 'llm';
}

/** A published fix as a search finds it. */
export interface FoundFix {
  fixId: string;
  title: string;
  /** Plain text: cause, numbered steps, how to verify. Of a contributed fix: what its contributor wrote. */
  fixDescription: string;
  /** 0–1: how well it fits. */
  score: number;
  /** Confirmations that it worked, and that it did not. */
  successes: number;
  failures: number;
  /** A handle, or `farebox` for what ships with the product. */
  contributedBy: string;
}

export interface BugReport {
  lobsterId: string;
  errorDescription: string;
  errorMessage?: string | undefined;
}

export interface ReportAnswer {
  reportId: string;
  diagnosis: Diagnosis;
  fixes: FoundFix[];
  /** Earlier reports of the same error, paths, ids and numbers aside. */
  similarReports: number;
}

export interface Contribution {
  errorDescription: string;
  fixDescription: string;
  contributedBy: string;
}

/** `merged`: it says what another fix says already, whose id this is. */
export interface ContributionAnswer {
  fixId: string;
  status: 'pending' | 'merged' | 'published';
}

export interface Confirmation {
  fixId: string;
  worked: boolean;
}

export interface ConfirmationAnswer {
  /** Only a live account that has paid counts, once for each fix. */
  counted: boolean;
  successes: number;
  failures: number;
}

export interface Fixes {
  /** Files a report and diagnoses it. Throws RATE_LIMITED. */
  report(bug: BugReport, ctx: CallContext): Promise<ReportAnswer>;
  /** Published fixes, best first; none rather than ones that do not fit. */
  search(query: string, ctx: CallContext): Promise<FoundFix[]>;
  /** Screens a fix and lays it before a moderator. Throws INVALID_INPUT, CONFLICT, RATE_LIMITED. */
  contribute(contribution: Contribution, principal: Principal): Promise<ContributionAnswer>;
  /** Throws NOT_FOUND for a fix that is not published. */
  confirm(confirmation: Confirmation, principal: Principal): Promise<ConfirmationAnswer>;
  /**
   * What an error text means, from known fixes and rules alone: no model is asked, nothing is stored or limited.
   * Null when nothing is known about it.
   */
  diagnose(errorText: string): Promise<Diagnosis | null>;
  /** Throws FORBIDDEN for anybody but an operator. */
  openModeration(principal: Principal): Moderation;
}

/** A fix as a moderator sees it. */
export interface ModeratedFix extends Omit<FoundFix, 'score'> {
  errorDescription: string;
  status: 'pending' | 'published' | 'rejected';
  origin: 'farebox' | 'contributed';
  /** What to look at before it is accepted: links, commands that delete, and the like. */
  flags: string[];
  /** Contributions that said the same. */
  merged: number;
  /** The account that is rewarded; null for none. */
  agentId: string | null;
  createdAt: string;
}

export interface Moderation {
  /** Newest first, fifty a page. Throws INVALID_INPUT for a cursor of another list. */
  list(page: { status?: ModeratedFix['status'] | undefined; cursor?: string | undefined }): Promise<{
    fixes: ModeratedFix[];
    nextCursor: string | null;
  }>;
  /** `rewardWt`: credited by this very decision. Throws NOT_FOUND. */
  decide(
    fixId: string,
    status: 'published' | 'rejected',
  ): Promise<{ status: ModeratedFix['status']; changed: boolean; rewardWt: number }>;
}
