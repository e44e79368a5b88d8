import {
  bindingScope,
  isSign,
  isWord,
  lambdaParameters,
  membersOfOs,
  nameOf,
  type PythonMeaning,
  type PythonPart,
  type PythonScope,
  parametersOf,
  partsOf,
  scopeOfName,
  splitAt,
  targetsOf,
  upTo,
  wrapping,
} from './pythonScopes.ts';
import { type PythonGroup, type PythonNode, readLogicalLines } from './pythonSyntax.ts';
import { type Found, isKey } from './scan.ts';

/** A name or an expression in brackets, and the attributes, items, and calls behind it. */
interface Primary {
  readonly meaning: PythonMeaning | undefined;
  /** The offset of the node behind it. */
  readonly end: number;
  readonly keys: readonly Found[];
  /** The key of its last item: `os.environ['KEY']`. */
  readonly item: Found | undefined;
}

/** Members of the environment. `setdefault` and `pop` take what was set outside as well. */
const membersOfEnviron = new Map<string, PythonMeaning>([
  ...['get', 'setdefault', 'pop', 'has_key', '__getitem__', '__contains__'].map(
    (name) => [name, 'lookUp'] as const,
  ),
  ...['copy', 'keys', '__iter__'].map((name) => [name, 'copy'] as const),
]);

/** Number of base classes that are searched for an attribute that a class lacks. */
const mostBases = 10;

const keywords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** The keys that a Python file reads from the environment of its process, also by other names of it. */
export function keysInPython(text: string): readonly Found[] {
  if (!/environ|getenv/.test(text)) return [];
  const parts = partsOf(readLogicalLines(text));
  for (const part of parts) bindAliases(part);
  return parts.flatMap(keysAt);
}

function bindAliases({ nodes, scope, isStatement, begun }: PythonPart): void {
  const own = bindingScope(scope);
  for (const [at, node] of nodes.entries()) {
    if (isSign(node, ':='))
      bind(nodes.slice(at - 1, at), evaluate(upTo(nodes, at + 1, ',', ':='), scope), own);
    if (isWord(node, 'lambda')) bindDefaults(lambdaParameters(nodes, at), scope, scope);
  }
  if (begun?.kind === 'function') {
    const parameters = parametersOf(nodes);
    // The first parameter of a method is usually its object.
    if (own.kind === 'class') begun.names.set(nameOf(parameters[0] ?? []), own);
    bindDefaults(parameters, scope, begun);
  } else if (begun?.kind === 'class') {
    for (const base of parametersOf(nodes).slice(0, mostBases)) {
      const value = evaluate(base, scope);
      if (typeof value === 'object' && value !== begun) begun.bases.push(value);
    }
  } else if (isStatement) {
    // Also for `a, b = os.environ, 1`.
    const value = splitAt(nodes, '=').at(-1) ?? [];
    const values = splitAt(value, ',').map((one) => evaluate(one, scope));
    for (const target of targetsOf(nodes)) {
      const targets = splitAt(target, ',');
      if (targets.length !== values.length) continue;
      for (const [at, one] of targets.entries()) bind(one, values[at], own);
    }
  }
}

function bindDefaults(
  parameters: readonly (readonly PythonNode[])[],
  from: PythonScope,
  to: PythonScope,
): void {
  for (const parameter of parameters) {
    const [, value = []] = splitAt(parameter, '=');
    bind(parameter.slice(0, 1), evaluate(value, from), to);
  }
}

/** Binds a name, or an attribute of an object of this file: `self.env = os.environ`. */
function bind(target: readonly PythonNode[], meaning: PythonMeaning | undefined, scope: PythonScope): void {
  const name = target.at(-1);
  if (meaning === undefined || name?.kind !== 'word') return;
  const owner = target.length === 1 ? scope : evaluate(target.slice(0, -2), scope);
  if (typeof owner === 'object') (owner.shared.get(name.text) ?? owner).names.set(name.text, meaning);
}

/** Returns the value of an expression: the first of its alternatives that has one. */
function evaluate(nodes: readonly PythonNode[], scope: PythonScope): PythonMeaning | undefined {
  return alternativesOf(nodes)
    .map((one) => {
      const primary = one.length > 0 ? primaryAt(one, 0, scope) : undefined;
      return primary?.end === one.length ? primary.meaning : undefined;
    })
    .find((meaning) => meaning !== undefined);
}

/** Returns the operands of `a or b`, `a | b`, and `a if condition else b`. */
function alternativesOf(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const alternatives: PythonNode[][] = [[]];
  let isCondition = false;
  for (const node of nodes) {
    if (isWord(node, 'if')) isCondition = true;
    else if (isWord(node, 'else') || (!isCondition && (isWord(node, 'or') || isSign(node, '|')))) {
      alternatives.push([]);
      isCondition = false;
    } else if (!isCondition) alternatives.at(-1)?.push(node);
  }
  return alternatives;
}

function primaryAt(nodes: readonly PythonNode[], start: number, scope: PythonScope): Primary {
  const first = nodes[start];
  let name = first?.kind === 'word' ? first.text : undefined;
  if (name !== undefined && keywords.has(name)) {
    return { meaning: undefined, end: start + 1, keys: [], item: undefined };
  }
  let meaning = first && meaningOf(first, scope);
  let item: Found | undefined;
  const keys: Found[] = [];
  let at = start + 1;
  for (; at < nodes.length; at++) {
    const node = nodes[at];
    const member = nodes[at + 1];
    if (isSign(node, '.') && member?.kind === 'word') {
      meaning = memberOf(meaning, member.text);
      name = member.text;
      item = undefined;
      at++;
    } else if (node?.kind === 'group' && node.open !== '{') {
      item = node.open === '[' && meaning === 'environ' ? keyOf(node.nodes) : undefined;
      keys.push(...(meaning === 'lookUp' && node.open === '(' ? argumentKeys(node) : []));
      if (item) keys.push(item);
      meaning = node.open === '(' ? resultOf(meaning, name, node, scope) : undefined;
    } else break;
  }
  return { meaning, end: at, keys, item };
}

function meaningOf(node: PythonNode, scope: PythonScope): PythonMeaning | undefined {
  if (node.kind === 'word') {
    const owner = scopeOfName(node.text, scope);
    if (owner) return owner.names.get(node.text);
    return node.text === 'os' ? 'os' : node.text === 'dict' ? 'wrap' : undefined;
  }
  if (node.kind !== 'group' || node.open === '[') return undefined;
  return node.open === '(' ? evaluate(node.nodes, scope) : contentOf(node, scope);
}

function memberOf(object: PythonMeaning | undefined, name: string): PythonMeaning | undefined {
  if (typeof object === 'object') {
    return [object, ...object.bases].find(({ names }) => names.has(name))?.names.get(name);
  }
  if (object === 'os') return membersOfOs.get(name);
  if (object === 'environ') return membersOfEnviron.get(name);
  // Of a module, such as `copy.copy` and `types.MappingProxyType`.
  return object === undefined && wrapping.has(name) ? 'wrap' : undefined;
}

/** Returns the result of a call. `name`: of the function. */
function resultOf(
  callee: PythonMeaning | undefined,
  name: string | undefined,
  list: PythonGroup,
  scope: PythonScope,
): PythonMeaning | undefined {
  if (callee === 'copy') return 'environ';
  if (callee === 'wrap') return contentOf(list, scope);
  if (typeof callee === 'object') return callee;
  const [module] = list.nodes;
  const isImport = name === '__import__' || name === 'import_module';
  return isImport && module?.kind === 'string' && module.value === 'os' ? 'os' : undefined;
}

/** Returns `environ` for `{**os.environ}`, and for arguments such as `(os.environ, A='x')`. */
function contentOf({ nodes, open }: PythonGroup, scope: PythonScope): 'environ' | undefined {
  return splitAt(nodes, ',').some((one) => {
    const isUnpacked = isSign(one[0], '**');
    if (open === '{' && !isUnpacked) return false;
    return evaluate(isUnpacked ? one.slice(1) : one, scope) === 'environ';
  })
    ? 'environ'
    : undefined;
}

/** The key that a function is called with: its first argument, or the one called `key`. */
function argumentKeys({ nodes }: PythonGroup): readonly Found[] {
  return splitAt(nodes, ',').flatMap((one, at) => {
    const isNamed = isWord(one[0], 'key') && isSign(one[1], '=');
    return keyOf(isNamed ? one.slice(2) : at === 0 ? one : []) ?? [];
  });
}

function keyOf([node, ...others]: readonly PythonNode[]): Found | undefined {
  if (node?.kind !== 'string' || node.value === undefined || others.length > 0) return undefined;
  return isKey(node.value) ? { key: node.value, at: node.at } : undefined;
}

/** The keys that a part reads itself, not those within its brackets. */
function keysAt({ nodes, scope, isStatement }: PythonPart): readonly Found[] {
  const found: Found[] = [];
  /** Before this, items are set. */
  const valueStart = !isStatement ? 0 : isWord(nodes[0], 'del') ? nodes.length : lastAssignment(nodes);
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at];
    if ((node?.kind !== 'word' && node?.kind !== 'group') || isSign(nodes[at - 1], '.')) {
      at++;
      continue;
    }
    const { meaning, end, keys, item } = primaryAt(nodes, at, scope);
    found.push(...keys.filter((key) => key !== item || at >= valueStart));
    const asked = meaning === 'environ' ? askedKey(nodes, at) : undefined;
    if (asked) found.push(asked);
    at = end;
  }
  return found;
}

function lastAssignment(nodes: readonly PythonNode[]): number {
  return nodes.findLastIndex((one) => isSign(one, '='));
}

/** The key of `'KEY' in os.environ` and `'KEY' not in os.environ`. */
function askedKey(nodes: readonly PythonNode[], at: number): Found | undefined {
  if (!isWord(nodes[at - 1], 'in')) return undefined;
  const key = isWord(nodes[at - 2], 'not') ? at - 3 : at - 2;
  return nodes[key - 1]?.kind === 'string' ? undefined : keyOf(nodes.slice(Math.max(0, key), key + 1));
}
