/** Finds the names that a caller may have meant, among the tools that the caller can use. */

import { FareboxError } from '../../kernel/errors/errors.ts';
import { type FindMember, isMember } from '../../kernel/tool/access.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { truncate } from '../../text/truncate.ts';
import type { McpCaller, McpDoorDeps } from '../types.ts';
import { isVisibleTo } from './visibility.ts';

const NAMES = 3;

interface NameFinderDeps {
  registry: Registry;
  findMember: FindMember;
  isSetUp: NonNullable<McpDoorDeps['isSetUp']>;
}

export class NameFinder {
  readonly #deps: NameFinderDeps;

  constructor(deps: NameFinderDeps) {
    this.#deps = deps;
  }

  async findNearest(name: string, { principal }: Pick<McpCaller, 'principal'>): Promise<string[]> {
    const { registry, findMember, isSetUp } = this.#deps;
    const member = await isMember(principal, findMember);
    const fits = (tool: RegisteredTool): boolean =>
      isVisibleTo(tool, principal, member) &&
      // A stranger may come back with a test key.
      (principal.kind === 'anonymous' || isSetUp(tool, principal.mode));
    return registry.nearest(name, NAMES, fits);
  }

  async explainUnknown(name: string, caller: McpCaller): Promise<FareboxError> {
    return new FareboxError('UNKNOWN_TOOL', {
      message: `There is no tool named ${JSON.stringify(truncate(name, 64))}.`,
      details: { nearest: await this.findNearest(name, caller) },
    });
  }
}
