export type Severity = 'error' | 'warning' | 'info';

/** What a client may stumble over in what a server offers. */
export interface Fault {
  /** `error`: clients refuse it. `warning`: some do, or a model is misled. `info`: it could be better. */
  readonly severity: Severity;
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

export interface Rule {
  readonly severity: Severity;
  readonly message: (...names: readonly string[]) => string;
  readonly why: () => string;
}

/** A fault without its place in the list: what rules find. */
export interface Finding<Id extends string = string> {
  readonly rule: Id;
  /** A function where it is long to make: not all are listed. */
  readonly path?: string | (() => string);
  readonly names?: readonly string[];
}

/** Of each rule, no more are listed: a schema of thousands of properties has thousands of places. */
const listed = 20;
const longest = 60;

/** The most severe first; those of one rule in the order in which they were found. */
export function faultsFrom<Id extends string>(
  rules: Readonly<Record<Id, Rule>>,
  findings: Iterable<Finding<Id>>,
): readonly Fault[] {
  const byRule = new Map<Id, { readonly faults: Fault[]; count: number }>();
  for (const { rule, path, names = [] } of findings) {
    const { severity, message, why } = rules[rule];
    const group = byRule.get(rule) ?? { faults: [], count: 0 };
    byRule.set(rule, group);
    group.count += 1;
    if (group.faults.length === listed) continue;
    group.faults.push({
      severity,
      rule,
      message: message(...names.map(short)),
      why: why(),
      ...(path === undefined ? {} : { path: typeof path === 'string' ? path : path() }),
    });
  }
  const all = [...byRule.values()].flatMap(({ faults, count }) =>
    faults.map((fault, at) =>
      at === listed - 1 && count > listed ? { ...fault, unlisted: count - listed } : fault,
    ),
  );
  return all.sort((one, other) => weight(one) - weight(other));
}

function weight({ severity }: Fault): number {
  return { error: 0, warning: 1, info: 2 }[severity];
}

/** A name from outside may be a page long. */
function short(name: string): string {
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}
