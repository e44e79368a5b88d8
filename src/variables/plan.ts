import type { KnownVariable } from './variable.ts';

/**
 * The requested state of a variable. Without a `value`, the existing value is kept. `isSecret: true` makes the variable
 * a secret; a secret is never made plain.
 */
export interface RequestedVariable {
  readonly key: string;
  readonly value?: string;
  readonly isSecret?: boolean;
}

/**
 * A change to one variable. One request can contain several `add` steps. Plans delete variables after all other steps.
 */
export type VariableStep =
  | { readonly kind: 'add'; readonly key: string; readonly value: string; readonly isSecret: boolean }
  | {
      readonly kind: 'change';
      /** The new key. */
      readonly key: string;
      /** The variable before the change. */
      readonly variable: KnownVariable;
      /** Absent if the value doesn't change. */
      readonly value?: string;
      readonly isSecret: boolean;
    }
  | { readonly kind: 'remove'; readonly key: string; readonly variable: KnownVariable };

/** The changes that a user requests: variables to set, and keys to delete. */
export interface RequestedChanges {
  readonly set: readonly RequestedVariable[];
  readonly remove: readonly string[];
}

/** A change by another user. A changed value of a secret isn't detectable. */
export interface ConcurrentChange {
  readonly key: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/**
 * Finds the changes from the variables that a document was created from (`base`) to its content (`requested`). A secret
 * stays a secret, even if another user has deleted it in the meantime.
 */
export function findRequestedChanges(
  base: readonly KnownVariable[],
  requested: readonly RequestedVariable[],
): RequestedChanges {
  const before = indexByKey(base);
  const after = new Set(requested.map(({ key }) => key));
  return {
    set: requested
      .filter((one) => needsChange(before.get(one.key), one))
      .map((one) => (before.get(one.key)?.isSecret ? { ...one, isSecret: true } : one)),
    remove: base.filter(({ key }) => !after.has(key)).map(({ key }) => key),
  };
}

/**
 * Plans the steps from the current variables of the service to the requested changes. Adds keys again that another user
 * deleted, and changes keys that another user added. `keysWithoutValue`: keys that another user deleted, and that can't
 * be added again because they have no value.
 */
export function planSteps(
  current: readonly KnownVariable[],
  { set, remove }: RequestedChanges,
): { readonly steps: readonly VariableStep[]; readonly keysWithoutValue: readonly string[] } {
  const currentVariables = indexByKey(current);
  const steps: VariableStep[] = [];
  const keysWithoutValue: string[] = [];
  for (const requested of set) {
    const { key, value, isSecret = false } = requested;
    const variable = currentVariables.get(key);
    if (variable) {
      if (!needsChange(variable, requested)) continue;
      const change = { kind: 'change' as const, key, variable, isSecret: variable.isSecret || isSecret };
      steps.push(value === undefined || value === variable.value ? change : { ...change, value });
    } else if (value === undefined) keysWithoutValue.push(key);
    else steps.push({ kind: 'add', key, value, isSecret });
  }
  for (const key of remove) {
    const variable = currentVariables.get(key);
    if (variable) steps.push({ kind: 'remove', key, variable });
  }
  const order = ['add', 'change', 'remove'];
  steps.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { steps, keysWithoutValue };
}

/** Finds the differences between variables that were read earlier and the current ones. */
export function findConcurrentChanges(
  base: readonly KnownVariable[],
  current: readonly KnownVariable[],
): readonly ConcurrentChange[] {
  const before = indexByKey(base);
  const after = indexByKey(current);
  const changes: ConcurrentChange[] = [];
  for (const { key, id, isSecret, value } of current) {
    const previous = before.get(key);
    if (!previous) changes.push({ key, kind: 'added' });
    else if (previous.id !== id || previous.isSecret !== isSecret || previous.value !== value) {
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

function indexByKey(variables: readonly KnownVariable[]): ReadonlyMap<string, KnownVariable> {
  return new Map(variables.map((variable) => [variable.key, variable]));
}
