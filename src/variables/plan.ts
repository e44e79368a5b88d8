import type { KnownVariable } from './variable.ts';

/**
 * What is wanted of a key. An absent `value` stays as it is; `isSecret` makes it a secret. `false` is no wish: a secret
 * stays one.
 */
export interface RequestedVariable {
  readonly key: string;
  readonly value?: string;
  readonly isSecret?: boolean;
}

/** One request, or a part of one. In the order of a plan nothing is removed before all that is new is there. */
export type VariableStep =
  | { readonly kind: 'add'; readonly key: string; readonly value: string; readonly isSecret: boolean }
  | {
      readonly kind: 'change';
      /** What it is called from now on. */
      readonly key: string;
      /** As it was. */
      readonly variable: KnownVariable;
      /** Absent: as it is. */
      readonly value?: string;
      readonly isSecret: boolean;
    }
  | { readonly kind: 'remove'; readonly key: string; readonly variable: KnownVariable };

/** What a person means: keys to set, keys to take away. */
export interface RequestedChanges {
  readonly set: readonly RequestedVariable[];
  readonly remove: readonly string[];
}

/** What someone else did to a key meanwhile. A secret's value can't be seen, so neither can its change. */
export interface ConcurrentChange {
  readonly key: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** The difference between what a text stood on and what it says now. What was a secret stays one, also when it is gone. */
export function findRequestedChanges(
  base: readonly KnownVariable[],
  wanted: readonly RequestedVariable[],
): RequestedChanges {
  const before = variablesByKey(base);
  const after = new Set(wanted.map(({ key }) => key));
  return {
    set: wanted
      .filter((one) => needsChange(before.get(one.key), one))
      .map((one) => (before.get(one.key)?.isSecret ? { ...one, isSecret: true } : one)),
    remove: base.filter(({ key }) => !after.has(key)).map(({ key }) => key),
  };
}

/**
 * The steps from what the service has now. A key that is gone meanwhile is added again; one that came meanwhile is
 * changed. `lost`: what is gone and has no value to be added with.
 */
export function planSteps(
  now: readonly KnownVariable[],
  { set, remove }: RequestedChanges,
): { readonly steps: readonly VariableStep[]; readonly lost: readonly string[] } {
  const there = variablesByKey(now);
  const steps: VariableStep[] = [];
  const lost: string[] = [];
  for (const wanted of set) {
    const { key, value, isSecret = false } = wanted;
    const variable = there.get(key);
    if (variable) {
      if (!needsChange(variable, wanted)) continue;
      const change = { kind: 'change' as const, key, variable, isSecret: variable.isSecret || isSecret };
      steps.push(value === undefined || value === variable.value ? change : { ...change, value });
    } else if (value === undefined) lost.push(key);
    else steps.push({ kind: 'add', key, value, isSecret });
  }
  for (const key of remove) {
    const variable = there.get(key);
    if (variable) steps.push({ kind: 'remove', key, variable });
  }
  const order = ['add', 'change', 'remove'];
  steps.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { steps, lost };
}

/** What is different on the service from what was read earlier. */
export function findConcurrentChanges(
  base: readonly KnownVariable[],
  now: readonly KnownVariable[],
): readonly ConcurrentChange[] {
  const before = variablesByKey(base);
  const after = variablesByKey(now);
  const changes: ConcurrentChange[] = [];
  for (const { key, id, isSecret, value } of now) {
    const was = before.get(key);
    if (!was) changes.push({ key, kind: 'added' });
    else if (was.id !== id || was.isSecret !== isSecret || was.value !== value) {
      changes.push({ key, kind: 'changed' });
    }
  }
  for (const { key } of base) if (!after.has(key)) changes.push({ key, kind: 'removed' });
  return changes;
}

function needsChange(variable: KnownVariable | undefined, { value, isSecret }: RequestedVariable): boolean {
  if (!variable) return true;
  return (value !== undefined && value !== variable.value) || (isSecret === true && !variable.isSecret);
}

function variablesByKey(variables: readonly KnownVariable[]): ReadonlyMap<string, KnownVariable> {
  return new Map(variables.map((variable) => [variable.key, variable]));
}
