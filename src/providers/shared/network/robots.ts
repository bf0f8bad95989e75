/** robots.txt: a site's rules for crawlers. https://www.rfc-editor.org/rfc/rfc9309 */

export interface Robots {
  /** `path` with its query. */
  allows(path: string): boolean;
}

interface Rule {
  isAllowed: boolean;
  /** What stands between its `*`. */
  parts: readonly string[];
  /** It ends with `$`: nothing may follow. */
  isWhole: boolean;
  /** Characters of the rule: the longest that fits decides. */
  length: number;
}

/** The standard wants at least 500 KiB read. */
const CHARS_MAX = 512 * 1024;
const RULES_MAX = 5_000;
const RULE_CHARS_MAX = 1_000;

export const allowingRobots: Robots = { allows: () => true };

/** The rules for `agent`, else those for everybody. */
export function parseRobots(text: string, agent: string): Robots {
  const groups = new Map<string, Rule[]>();
  let names: string[] = [];
  let isInRules = false;
  for (const line of text.slice(0, CHARS_MAX).split(/\r\n|\r|\n/)) {
    const [, field = '', rest = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const value = rest.trim();
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (isInRules) names = [];
      isInRules = false;
      names.push(value.toLowerCase());
    } else if (name === 'allow' || name === 'disallow') {
      isInRules = true;
      // An empty rule forbids nothing.
      if (value === '') continue;
      for (const group of names) addRule(groups, group, value, name === 'allow');
    }
  }
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? [];
  return { allows: (path) => decide(rules, normalizePath(path)) };
}

function addRule(groups: Map<string, Rule[]>, group: string, value: string, isAllowed: boolean): void {
  const rules = groups.get(group) ?? [];
  groups.set(group, rules);
  if (rules.length >= RULES_MAX || value.length > RULE_CHARS_MAX) return;
  const isWhole = value.endsWith('$');
  const parts = normalizePath(isWhole ? value.slice(0, -1) : value).split('*');
  rules.push({ isAllowed, parts, isWhole, length: value.length });
}

function decide(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!matches(rule, path)) continue;
    if (!best || rule.length > best.length || (rule.length === best.length && rule.isAllowed)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** Each part as early as it can stand: no pattern takes longer than the path and itself are long. */
function matches({ parts: [first = '', ...others], isWhole }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const position = isWhole && isLast ? path.lastIndexOf(part) : path.indexOf(part, at);
    if (position < at) return false;
    at = position + part.length;
  }
  return !isWhole || at === path.length;
}

/** The same character is written the same way in rules and paths. */
const normalizePath = (path: string): string =>
  path
    .replace(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
