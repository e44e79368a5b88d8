export type LintSeverity = 'error' | 'warning' | 'info';

/** What a client may stumble over in what a server offers. */
export interface LintIssue {
  /** `error`: clients refuse it. `warning`: some do, or a model is misled. `info`: it could be better. */
  readonly severity: LintSeverity;
  /** Stays the same in all languages. */
  readonly rule: string;
  readonly message: string;
  /** Which clients, and why. */
  readonly why: string;
  /** Where in the offer, as a JSON Pointer; absent where it is about all of it. */
  readonly path?: string;
  /** How many more places have the same fault, which aren't listed. */
  readonly unlisted?: number;
}

export interface LintRule {
  readonly severity: LintSeverity;
  readonly message: (...names: readonly string[]) => string;
  readonly why: () => string;
}

/** A fault without its place in the list: what rules find. */
export interface LintFinding<Id extends string = string> {
  readonly rule: Id;
  /** A function where it is long to make: not all are listed. */
  readonly path?: string | (() => string);
  readonly names?: readonly string[];
}

/** Of each rule, no more are listed: a schema of thousands of properties has thousands of places. */
const maxListedPerRule = 20;
const maxNameLength = 60;

/** The most severe first; those of one rule in the order in which they were found. */
export function createLintIssues<Id extends string>(
  rules: Readonly<Record<Id, LintRule>>,
  findings: Iterable<LintFinding<Id>>,
): readonly LintIssue[] {
  const byRule = new Map<Id, { readonly faults: LintIssue[]; count: number }>();
  for (const { rule, path, names = [] } of findings) {
    const { severity, message, why } = rules[rule];
    const group = byRule.get(rule) ?? { faults: [], count: 0 };
    byRule.set(rule, group);
    group.count += 1;
    if (group.faults.length === maxListedPerRule) continue;
    group.faults.push({
      severity,
      rule,
      message: message(...names.map(shortenName)),
      why: why(),
      ...(path === undefined ? {} : { path: typeof path === 'string' ? path : path() }),
    });
  }
  const all = [...byRule.values()].flatMap(({ faults, count }) =>
    faults.map((fault, at) =>
      at === maxListedPerRule - 1 && count > maxListedPerRule
        ? { ...fault, unlisted: count - maxListedPerRule }
        : fault,
    ),
  );
  return all.sort((one, other) => getSeverityRank(one) - getSeverityRank(other));
}

function getSeverityRank({ severity }: LintIssue): number {
  return { error: 0, warning: 1, info: 2 }[severity];
}

/** A name from outside may be a page long. */
function shortenName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}
