import type { ItemGroup, LintSummary } from '../pageSchemas.ts';

/** `error`: clients reject the item. `warning`: some clients reject it, or a model is misled. `info`: a suggestion. */
type LintSeverity = 'error' | 'warning' | 'info';

/** A problem that clients can have with a tool, a resource, or a prompt of a server. */
export interface LintIssue {
  readonly severity: LintSeverity;
  /** The ID of the rule, which is the same in all languages. */
  readonly rule: string;
  readonly message: string;
  /** The effect on clients, and its cause. */
  readonly reason: string;
  /** JSON Pointer into the item. Absent for an issue of the whole item. */
  readonly path?: string;
  /** Number of additional locations with the same issue, which aren't listed. Only the last listed issue of a rule has it. */
  readonly unlisted?: number;
}

/** The severity and the texts of a rule. Tables of rules add checks, such as for tools or for schemas. */
export interface LintRule {
  readonly severity: LintSeverity;
  readonly message: (...messageArguments: readonly string[]) => string;
  readonly reason: () => string;
}

/** A location that violates a rule. */
export interface LintViolation {
  /** JSON Pointer, or a function that creates it, because deep pointers are long and not all violations are listed. */
  readonly path?: string | (() => string);
  /** The names and values that the message contains. */
  readonly messageArguments?: readonly string[];
}

export interface LintFinding<Id extends string = string> extends LintViolation {
  readonly rule: Id;
}

/** Maximum number of issues of a rule that are listed. A schema with thousands of properties can have thousands of issues. */
const maxListedPerRule = 20;
/** Maximum number of characters of a name or value in a message. */
const maxNameLength = 60;
/** Maximum number of items that a summary names for each rule. */
const maxNamedItems = 20;

const severities: readonly LintSeverity[] = ['error', 'warning', 'info'];

/** Runs a check of each rule, in the order of the table, and adds the ID of the rule to its violations. */
export function* runChecks<Id extends string, Rule>(
  rules: Readonly<Record<Id, Rule>>,
  check: (rule: Rule) => Iterable<LintViolation> | undefined,
): Generator<LintFinding<Id>> {
  for (const id in rules) {
    for (const violation of check(rules[id]) ?? []) yield { ...violation, rule: id };
  }
}

/** Creates issues from findings. The most severe issues are first; issues of one rule are together, in the order of the findings. */
export function createLintIssues<Id extends string>(
  rules: Readonly<Record<Id, LintRule>>,
  findings: Iterable<LintFinding<Id>>,
): readonly LintIssue[] {
  const groupsByRule = new Map<Id, { readonly issues: LintIssue[]; count: number }>();
  for (const { rule, path, messageArguments = [] } of findings) {
    const { severity, message, reason } = rules[rule];
    const group = groupsByRule.get(rule) ?? { issues: [], count: 0 };
    groupsByRule.set(rule, group);
    group.count += 1;
    if (group.issues.length === maxListedPerRule) continue;
    group.issues.push({
      severity,
      rule,
      message: message(...messageArguments.map(truncateArgument)),
      reason: reason(),
      ...(path === undefined ? {} : { path: typeof path === 'string' ? path : path() }),
    });
  }
  const all = [...groupsByRule.values()].flatMap(({ issues, count }) =>
    issues.map((issue, index) =>
      index === maxListedPerRule - 1 && count > maxListedPerRule
        ? { ...issue, unlisted: count - maxListedPerRule }
        : issue,
    ),
  );
  return all.sort(compareSeverity);
}

/** Summarizes the issues of all items by rule: the most severe rules first, then the most frequent ones. */
export function summarizeLintIssues(groups: readonly ItemGroup[]): readonly LintSummary[] {
  const entries = groups
    .flatMap(({ items }) => items)
    .flatMap((item) => item.lintIssues.map((issue) => ({ item, issue })));
  return [...Map.groupBy(entries, ({ issue }) => issue.rule).values()]
    .flatMap((ruleEntries) => {
      const [first] = ruleEntries;
      if (!first) return [];
      const items = [...new Map(ruleEntries.map(({ item: { key, name } }) => [key, { key, name }])).values()];
      const { severity, rule, message, reason } = first.issue;
      const count = ruleEntries.reduce((sum, { issue: { unlisted = 0 } }) => sum + 1 + unlisted, 0);
      const namedItems = items.slice(0, maxNamedItems);
      return [
        {
          severity,
          rule,
          message,
          reason,
          count,
          items: namedItems,
          moreItems: items.length - namedItems.length,
        },
      ];
    })
    .sort((one, other) => compareSeverity(one, other) || other.count - one.count);
}

function compareSeverity(one: Pick<LintIssue, 'severity'>, other: Pick<LintIssue, 'severity'>): number {
  return severities.indexOf(one.severity) - severities.indexOf(other.severity);
}

function truncateArgument(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** Returns one violation, of the whole checked value, if `isViolated` is true. */
export const violationIf = (isViolated: boolean): readonly LintViolation[] => (isViolated ? [{}] : []);

/** Whether a text is missing, empty, or only white space. Values that aren't strings violate another rule. */
export function isBlank(text: unknown): boolean {
  return text === undefined || (typeof text === 'string' && text.trim() === '');
}
