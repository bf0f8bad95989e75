/** What pages show of this server beside its catalogue. */
import type { DiscoveryFacts } from '../describe/guide.ts';
import type { RegisteredTool } from '../kernel/registry.ts';

export interface PageFacts extends DiscoveryFacts {
  /** How a tool stands for live accounts: a source is set up and answers, all of them rest after failures, none is set up. */
  readToolState(tool: RegisteredTool): ToolState;
}

export type ToolState = 'ready' | 'resting' | 'not-set-up';
