import type { LogicalLine, PythonNode } from './pythonSyntax.ts';

/**
 * The value of an expression. `os`: the module. `environ`: the environment. `lookUp`: a function whose first argument
 * is a key. `copy`: a function that returns the environment. `wrap`: a function that returns an object with the content
 * of its argument. A scope: a class or an instance of it.
 */
export type PythonValue = 'os' | 'environ' | 'lookUp' | 'copy' | 'wrap' | PythonScope | PythonStrings;

/** The possible strings of an expression, or the strings in a list. */
export interface PythonStrings {
  readonly strings: readonly string[];
}

export interface PythonScope {
  /** `expression`: a comprehension, or an expression with a `lambda`. */
  readonly kind: 'module' | 'class' | 'function' | 'expression';
  /** The values of the declared names. `undefined` for a value of another kind. */
  readonly names: Map<string, PythonValue | undefined>;
  /** The values of the names that were bound in this scope before the current statement. */
  readonly currentValues: Map<string, PythonValue | undefined>;
  /** The base classes of a class. */
  readonly bases: PythonScope[];
  /** The scopes of names from `global` and `nonlocal` statements. */
  readonly outerScopesByName: Map<string, PythonScope>;
  /** The names that inner scopes bind at any time, with `global` or `nonlocal`. */
  readonly namesBoundInside: Set<string>;
  readonly outer: PythonScope | undefined;
  /** The indentation of the statement that starts the scope, in columns. -1 for a module. */
  readonly indent: number;
}

/** A statement, or the content of a pair of brackets. */
export interface PythonPart {
  readonly nodes: readonly PythonNode[];
  readonly scope: PythonScope;
  readonly isStatement: boolean;
  /** Whether the statement runs whenever its scope runs: it isn't in a branch, a loop, or a `try`. */
  readonly isUnconditional: boolean;
  /** The scope that a `def` or a `class` starts. */
  readonly innerScope?: PythonScope;
}

/** Keywords of statements with a suite, which can follow the colon on the same line. */
const compoundKeywords = new Set(
  'if elif else for while try except finally with def class async match case'.split(' '),
);

/** Splits a file into parts in text order, and declares the names of all scopes. */
export function splitIntoParts(lines: readonly LogicalLine[]): readonly PythonPart[] {
  const parts: PythonPart[] = [];
  let scope = createPythonScope('module', undefined, -1);
  /** The indentation of the first statement of each scope, in columns. */
  const indents = new Map<PythonScope, number>();
  for (const { indent, nodes } of lines) {
    while (scope.outer && scope.indent >= indent) scope = scope.outer;
    for (const [index, statement] of splitStatements(nodes).entries()) {
      if (!indents.has(scope)) indents.set(scope, indent);
      const isUnconditional = indents.get(scope) === indent && (index === 0 || !isCompound(nodes));
      const kind = startsWithKeyword(statement, 'class')
        ? 'class'
        : startsWithKeyword(statement, 'def')
          ? 'function'
          : undefined;
      const innerScope = kind && createPythonScope(kind, scope, indent);
      addParts(
        { nodes: statement, scope, isStatement: true, isUnconditional, ...(innerScope && { innerScope }) },
        parts,
      );
      scope = innerScope ?? scope;
    }
  }
  return parts;
}

function createPythonScope(
  kind: PythonScope['kind'],
  outer: PythonScope | undefined,
  indent: number,
): PythonScope {
  return {
    kind,
    names: new Map(),
    currentValues: new Map(),
    bases: [],
    outerScopesByName: new Map(),
    namesBoundInside: new Set(),
    outer,
    indent,
  };
}

/** Whether a statement starts with a keyword, or with `async` and the keyword. */
function startsWithKeyword([first, second]: readonly PythonNode[], keyword: string): boolean {
  return isWord(first, keyword) || (isWord(first, 'async') && isWord(second, keyword));
}

/** Adds a part, and the parts in its brackets. */
function addParts(part: PythonPart, parts: PythonPart[]): void {
  const { nodes, isStatement } = part;
  const hasOwnScope = nodes.some((one) => isWord(one, 'lambda') || (!isStatement && isWord(one, 'for')));
  const scope = hasOwnScope ? createPythonScope('expression', part.scope, part.scope.indent) : part.scope;
  const own = { ...part, scope };
  parts.push(own);
  declareBoundNames(own);
  for (const node of nodes) {
    if (node.kind === 'group')
      addParts({ nodes: node.nodes, scope, isStatement: false, isUnconditional: false }, parts);
  }
}

function isCompound([first]: readonly PythonNode[]): boolean {
  return first?.kind === 'word' && compoundKeywords.has(first.text);
}

/** Splits a line into statements, including the one after the colon of `if x: y`. */
function splitStatements(line: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const header = isCompound(line) ? takeUntil(line, 0, ':') : [];
  const rest = isCompound(line) ? line.slice(header.length + 1) : line;
  return [header, ...splitAt(rest, ';')].filter(({ length }) => length > 0);
}

/** Declares the names that a part binds, so that they shadow outer names. */
function declareBoundNames({ nodes, scope, isStatement, innerScope }: PythonPart): void {
  const outer = getBindingScope(scope);
  const declare = (names: readonly string[], target: PythonScope): void => {
    for (const name of names) declareName(name, target);
  };
  for (const [index, node] of nodes.entries()) {
    const previous = nodes[index - 1];
    if (isSign(node, ':=') && previous?.kind === 'word') declare([previous.text], outer);
    if (isWord(node, 'for'))
      declare(findBoundNames(takeUntil(nodes, index + 1, 'in', 'for')), isStatement ? outer : scope);
    if (isWord(node, 'lambda')) declare(findLambdaParameters(nodes, index).map(getFirstName), scope);
    if (isStatement && isWord(node, 'as')) declare(findBoundNames(nodes.slice(index + 1, index + 2)), outer);
  }
  if (!isStatement) return;
  const [first] = nodes;
  if (isWord(first, 'import') || isWord(first, 'from')) importNames(nodes, outer);
  else if (isWord(first, 'global') || isWord(first, 'nonlocal')) shareNames(nodes, outer);
  else if (innerScope) {
    const keywordIndex = nodes.findIndex((one) => isWord(one, 'def') || isWord(one, 'class'));
    declare(findBoundNames(nodes.slice(keywordIndex + 1, keywordIndex + 2)), outer);
    if (innerScope.kind === 'function') declare(findParameters(nodes).map(getFirstName), innerScope);
    else
      outer.names.set(findBoundNames(nodes.slice(keywordIndex + 1, keywordIndex + 2))[0] ?? '', innerScope);
  } else declare(findTargets(nodes).flatMap(findBoundNames), outer);
}

/** Declares the names of `import os as o, sys` and `from os import (environ as e, getenv)`. */
function importNames(nodes: readonly PythonNode[], scope: PythonScope): void {
  const start = nodes.findIndex((one) => isWord(one, 'import')) + 1;
  const list = nodes[start]?.kind === 'group' ? nodes[start].nodes : nodes.slice(start);
  const isFrom = isWord(nodes[0], 'from');
  const isOs = isFrom && start === 3 && isWord(nodes[1], 'os');
  for (const one of splitAt(list, ',')) {
    if (isOs && isSign(one[0], '*')) for (const [name, value] of osMembers) importName(name, value, scope);
    else importName(...readImportedName(one, isFrom, isOs), scope);
  }
}

/** Returns the local name of an imported name, and its value. `isOs`: whether the name is imported from `os`. */
function readImportedName(
  nodes: readonly PythonNode[],
  isFrom: boolean,
  isOs: boolean,
): [local: string, value: PythonValue | undefined] {
  const as = nodes.findIndex((node) => isWord(node, 'as'));
  const [name = ''] = findBoundNames(nodes.slice(0, 1));
  const [local = name] = as < 0 ? [] : findBoundNames(nodes.slice(as + 1));
  if (isOs) return [local, osMembers.get(name)];
  if (isFrom) return [local, wrappingFunctions.has(name) ? 'wrap' : undefined];
  // `import os.path` binds `os`.
  return [local, name === 'os' && (as < 0 || as === 1) ? 'os' : undefined];
}

function importName(name: string, value: PythonValue | undefined, scope: PythonScope): void {
  // An unknown value doesn't replace an earlier one, because `try` and `except` often contain alternative imports.
  const { names } = scope.outerScopesByName.get(name) ?? scope;
  if (value !== undefined || !names.has(name)) names.set(name, value);
}

export const osMembers: ReadonlyMap<string, PythonValue> = new Map([
  ['environ', 'environ'],
  ['getenv', 'lookUp'],
]);

/** Functions that return an object with the content of their argument. */
export const wrappingFunctions = new Set(
  'dict ChainMap OrderedDict MappingProxyType copy deepcopy cast'.split(' '),
);

/** Declares the names of a `global` or `nonlocal` statement as names of an outer scope. */
function shareNames(nodes: readonly PythonNode[], scope: PythonScope): void {
  let owner = scope.outer ?? scope;
  while (owner.outer && isWord(nodes[0], 'global')) owner = owner.outer;
  for (const name of findBoundNames(nodes.slice(1))) {
    scope.outerScopesByName.set(name, owner);
    owner.namesBoundInside.add(name);
  }
}

/** Declares a name in the scope in which an assignment would bind it. */
function declareName(name: string, scope: PythonScope): void {
  const { names } = scope.outerScopesByName.get(name) ?? scope;
  if (!names.has(name)) names.set(name, undefined);
}

/** Returns the scope in which an assignment in an expression binds its name: the scope of the statement. */
export function getBindingScope(scope: PythonScope): PythonScope {
  return scope.kind === 'expression' && scope.outer ? getBindingScope(scope.outer) : scope;
}

/** Returns the scope that declares a name. The names of a class aren't visible in its methods. */
export function findScopeOfName(name: string, scope: PythonScope): PythonScope | undefined {
  const own = getBindingScope(scope);
  for (let one: PythonScope | undefined = scope; one; one = one.outer) {
    if (one.names.has(name) && (one.kind !== 'class' || one === own)) return one;
  }
  return undefined;
}

/** Returns the parameters of a `def`, each with its annotation and default. */
export function findParameters(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const list = nodes.find((one) => one.kind === 'group' && one.openingBracket === '(');
  return list?.kind === 'group' ? splitParameters(list.nodes) : [];
}

function splitParameters(list: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  return splitAt(list, ',').map((one) => one.slice(one.findIndex(({ kind }) => kind === 'word')));
}

export function getFirstName(parameter: readonly PythonNode[]): string {
  return findBoundNames(parameter.slice(0, 1))[0] ?? '';
}

/** Returns the targets of `a = b = value`, without the annotation of `a: Type = value`. */
export function findTargets(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const targets = splitAt(nodes, '=').slice(0, -1);
  return targets.map((one) => takeUntil(one, 0, ':'));
}

/** Returns the nodes from an index to the first of some signs or keywords, or to the end. */
export function takeUntil(
  nodes: readonly PythonNode[],
  start: number,
  ...ends: readonly string[]
): readonly PythonNode[] {
  const isEnd = (one: PythonNode | undefined): boolean =>
    (one?.kind === 'word' || one?.kind === 'sign') && ends.includes(one.text);
  let end = start;
  while (end < nodes.length && !isEnd(nodes[end])) end++;
  return nodes.slice(start, end);
}

/**
 * Returns the parameters of the `lambda` at an index. Stops at a `lambda` in a default value, so that each node is read
 * only once.
 */
export function findLambdaParameters(
  nodes: readonly PythonNode[],
  index: number,
): readonly (readonly PythonNode[])[] {
  return splitParameters(takeUntil(nodes, index + 1, ':', 'lambda'));
}

export function splitAt(nodes: readonly PythonNode[], separator: string): readonly (readonly PythonNode[])[] {
  const split: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (isSign(node, separator)) split.push([]);
    else split.at(-1)?.push(node);
  }
  return split;
}

export function isWord(node: PythonNode | undefined, text: string): boolean {
  return node?.kind === 'word' && node.text === text;
}

export function isSign(node: PythonNode | undefined, text: string): boolean {
  return node?.kind === 'sign' && node.text === text;
}

/** Returns the names that a target binds, without attributes and items. */
function findBoundNames(nodes: readonly PythonNode[]): readonly string[] {
  return nodes.flatMap((one, index) => {
    if (one.kind === 'group')
      return one.openingBracket === '{' || nodes[index - 1]?.kind === 'word' ? [] : findBoundNames(one.nodes);
    const isPlain = one.kind === 'word' && !isSign(nodes[index - 1], '.') && !isSign(nodes[index + 1], '.');
    return isPlain && nodes[index + 1]?.kind !== 'group' ? [one.text] : [];
  });
}
