import type { FoundKey } from './foundKey.ts';
import {
  findLambdaParameters,
  findParameters,
  findTargets,
  getBindingScope,
  getFirstName,
  isSign,
  isWord,
  type PythonPart,
  type PythonScope,
  type PythonValue,
  splitAt,
  splitIntoParts,
  takeUntil,
} from './pythonScopes.ts';
import { type PythonNode, readLogicalLines } from './pythonSyntax.ts';
import {
  asPythonStrings,
  evaluate,
  evaluatePrimary,
  findPossibleKeys,
  isPythonScope,
} from './pythonValues.ts';

/** The number of base classes that are searched for an attribute that a class doesn't have. */
const maxBases = 10;

/** Finds the keys that a Python file reads from its environment, including reads through other names. */
export function findPythonKeys(text: string): readonly FoundKey[] {
  if (!/environ|getenv/.test(text)) return [];
  const parts = splitIntoParts(readLogicalLines(text));
  for (const part of parts) bindPythonAliases(part);
  const foundKeys: FoundKey[] = [];
  let statement: PythonPart | undefined;
  for (const part of parts) {
    if (part.isStatement) {
      if (statement) updateNames(statement);
      statement = part;
    }
    foundKeys.push(...findPythonKeysAt(part));
  }
  return foundKeys;
}

/** Updates the current values of names after a statement. A conditional statement doesn't shadow a value. */
function updateNames({ nodes, scope, isUnconditional, innerScope }: PythonPart): void {
  const own = getBindingScope(scope);
  const update = (
    target: readonly PythonNode[],
    value: PythonValue | undefined,
    isCertain: boolean,
  ): void => {
    const name = target.length === 1 ? getFirstName(target) : '';
    if (!own.names.has(name) || own.namesBoundInside.has(name)) return;
    if (isCertain || (value !== undefined && !asPythonStrings(value))) own.currentValues.set(name, value);
  };
  if (innerScope) return;
  for (const [target, value] of findAssignments(nodes, scope)) update(target, value, isUnconditional);
  // The loop variable is bound in the suite of the loop.
  for (const { target, list } of findLoops(nodes))
    update(target, asPythonStrings(evaluate(list, scope)), true);
}

/** Returns the targets of an assignment with their values, also for `a, b = os.environ, 1`. */
function findAssignments(
  nodes: readonly PythonNode[],
  scope: PythonScope,
): readonly (readonly [target: readonly PythonNode[], value: PythonValue | undefined])[] {
  const value = splitAt(nodes, '=').at(-1) ?? [];
  const values = splitAt(value, ',').map((one) => evaluate(one, scope));
  return findTargets(nodes).flatMap((target) => {
    const targets = splitAt(target, ',');
    if (targets.length === 1)
      return [[target, values.length === 1 ? values[0] : evaluate(value, scope)] as const];
    return targets.map(
      (one, index) => [one, targets.length === values.length ? values[index] : undefined] as const,
    );
  });
}

/** Returns the target and the list of each `for` in a statement or a comprehension. */
function findLoops(
  nodes: readonly PythonNode[],
): readonly { readonly target: readonly PythonNode[]; readonly list: readonly PythonNode[] }[] {
  return nodes.flatMap((node, index) => {
    if (!isWord(node, 'for')) return [];
    const target = takeUntil(nodes, index + 1, 'in', 'for');
    const list = takeUntil(nodes, index + target.length + 2, 'for', 'if', 'async');
    return [{ target, list }];
  });
}

function bindPythonAliases({ nodes, scope, isStatement, innerScope }: PythonPart): void {
  const own = getBindingScope(scope);
  for (const [index, node] of nodes.entries()) {
    if (isSign(node, ':='))
      bindTarget(nodes.slice(index - 1, index), evaluate(takeUntil(nodes, index + 1, ',', ':='), scope), own);
    if (isWord(node, 'lambda')) bindDefaults(findLambdaParameters(nodes, index), scope, scope);
  }
  if (innerScope?.kind === 'function') {
    const parameters = findParameters(nodes);
    // The first parameter of a method is usually its object.
    if (own.kind === 'class') innerScope.names.set(getFirstName(parameters[0] ?? []), own);
    bindDefaults(parameters, scope, innerScope);
  } else if (innerScope?.kind === 'class') {
    for (const base of findParameters(nodes).slice(0, maxBases)) {
      const value = evaluate(base, scope);
      if (isPythonScope(value) && value !== innerScope) innerScope.bases.push(value);
    }
  } else if (isStatement) {
    for (const [target, value] of findAssignments(nodes, scope)) bindTarget(target, value, own);
  }
  for (const { target, list } of findLoops(nodes)) {
    bindTarget(target, asPythonStrings(evaluate(list, scope)), isStatement ? own : scope);
  }
}

function bindDefaults(
  parameters: readonly (readonly PythonNode[])[],
  from: PythonScope,
  to: PythonScope,
): void {
  for (const parameter of parameters) {
    const [, value = []] = splitAt(parameter, '=');
    bindTarget(parameter.slice(0, 1), evaluate(value, from), to);
  }
}

/** Binds a name or an attribute of an object: `self.env = os.environ`. */
function bindTarget(target: readonly PythonNode[], value: PythonValue | undefined, scope: PythonScope): void {
  const name = target.at(-1);
  if (value === undefined || name?.kind !== 'word') return;
  const owner = target.length === 1 ? scope : evaluate(target.slice(0, -2), scope);
  if (!isPythonScope(owner)) return;
  const { names } = owner.outerScopesByName.get(name.text) ?? owner;
  const knownValue = names.get(name.text);
  // A string doesn't replace another kind of value.
  if (!asPythonStrings(value) || knownValue === undefined || asPythonStrings(knownValue))
    names.set(name.text, value);
}

/** Finds the keys that a part reads itself, without those in nested brackets. */
function findPythonKeysAt({ nodes, scope, isStatement }: PythonPart): readonly FoundKey[] {
  const foundKeys: FoundKey[] = [];
  /** Items before this index are set or deleted, not read. */
  const valueStart = !isStatement ? 0 : isWord(nodes[0], 'del') ? nodes.length : lastAssignmentIndex(nodes);
  let index = 0;
  while (index < nodes.length) {
    const node = nodes[index];
    if ((node?.kind !== 'word' && node?.kind !== 'group') || isSign(nodes[index - 1], '.')) {
      index++;
      continue;
    }
    const { value, endIndex, keys, itemKeys } = evaluatePrimary(nodes, index, scope);
    foundKeys.push(...keys.filter((key) => !itemKeys.includes(key) || index >= valueStart));
    if (value === 'environ') foundKeys.push(...findMembershipKeys(nodes, index, scope));
    index = endIndex;
  }
  return foundKeys;
}

function lastAssignmentIndex(nodes: readonly PythonNode[]): number {
  return nodes.findLastIndex((one) => isSign(one, '='));
}

/** Finds the keys of `'KEY' in os.environ` and `'KEY' not in os.environ`. */
function findMembershipKeys(
  nodes: readonly PythonNode[],
  index: number,
  scope: PythonScope,
): readonly FoundKey[] {
  if (!isWord(nodes[index - 1], 'in')) return [];
  const end = isWord(nodes[index - 2], 'not') ? index - 2 : index - 1;
  // The name can be an attribute: `Keys.API`.
  let start = end - 1;
  while (isSign(nodes[start - 1], '.')) start -= 2;
  return nodes[start - 1]?.kind === 'string'
    ? []
    : findPossibleKeys(nodes.slice(Math.max(0, start), end), scope);
}
