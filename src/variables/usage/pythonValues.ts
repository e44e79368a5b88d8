import { type FoundKey, isVariableKey } from './foundKey.ts';
import {
  findScopeOfName,
  getBindingScope,
  isSign,
  isWord,
  osMembers,
  type PythonScope,
  type PythonStrings,
  type PythonValue,
  splitAt,
  wrappingFunctions,
} from './pythonScopes.ts';
import type { PythonGroup, PythonNode } from './pythonSyntax.ts';

/** A name or an expression in brackets with the attributes, items, and calls after it. */
interface Primary {
  readonly value: PythonValue | undefined;
  /** The index of the node after the expression. */
  readonly endIndex: number;
  readonly keys: readonly FoundKey[];
  /** The keys of the last item: `os.environ['KEY']`. */
  readonly itemKeys: readonly FoundKey[];
}

/** Members of the environment. `setdefault` and `pop` also return existing values. */
const environMembers = new Map<string, PythonValue>([
  ...['get', 'setdefault', 'pop', 'has_key', '__getitem__', '__contains__'].map(
    (name) => [name, 'lookUp'] as const,
  ),
  ...['copy', 'keys', '__iter__'].map((name) => [name, 'copy'] as const),
]);

const keywords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Evaluates an expression. Returns the value of the first alternative that has one. */
export function evaluate(nodes: readonly PythonNode[], scope: PythonScope): PythonValue | undefined {
  return splitAlternatives(nodes)
    .map((one) => {
      const primary = one.length > 0 ? evaluatePrimary(one, 0, scope) : undefined;
      return primary?.endIndex === one.length ? primary.value : undefined;
    })
    .find((meaning) => meaning !== undefined);
}

/** Returns the operands of `a or b`, `a | b`, and `a if condition else b`. */
function splitAlternatives(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
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

export function evaluatePrimary(nodes: readonly PythonNode[], start: number, scope: PythonScope): Primary {
  const first = nodes[start];
  let name = first?.kind === 'word' ? first.text : undefined;
  if (name !== undefined && keywords.has(name)) {
    return { value: undefined, endIndex: start + 1, keys: [], itemKeys: [] };
  }
  let value = first && evaluateNode(first, scope);
  let itemKeys: readonly FoundKey[] = [];
  const keys: FoundKey[] = [];
  let index = start + 1;
  for (; index < nodes.length; index++) {
    const node = nodes[index];
    const member = nodes[index + 1];
    if (isSign(node, '.') && member?.kind === 'word') {
      value = getAttributeValue(value, member.text);
      name = member.text;
      itemKeys = [];
      index++;
    } else if (node?.kind === 'group' && node.openingBracket !== '{') {
      itemKeys =
        node.openingBracket === '[' && value === 'environ' ? findPossibleKeys(node.nodes, scope) : [];
      keys.push(
        ...(value === 'lookUp' && node.openingBracket === '(' ? findKeysInArguments(node, scope) : []),
        ...itemKeys,
      );
      value = node.openingBracket === '(' ? getCallResult(value, name, node, scope) : undefined;
    } else break;
  }
  return { value, endIndex: index, keys, itemKeys };
}

function evaluateNode(node: PythonNode, scope: PythonScope): PythonValue | undefined {
  if (node.kind === 'word') {
    const owner = findScopeOfName(node.text, scope);
    const isBound = owner === getBindingScope(scope) && owner.currentValues.has(node.text);
    if (owner) return (isBound ? owner.currentValues : owner.names).get(node.text);
    return node.text === 'os' ? 'os' : node.text === 'dict' ? 'wrap' : undefined;
  }
  if (node.kind === 'string') return node.value === undefined ? undefined : { strings: [node.value] };
  if (node.kind !== 'group') return undefined;
  if (node.openingBracket === '(' && !node.nodes.some((one) => isSign(one, ',')))
    return evaluate(node.nodes, scope);
  return (
    (node.openingBracket === '{' ? findWrappedEnviron(node, scope) : undefined) ??
    findStringsInCollection(node)
  );
}

/** Maximum number of strings. A longer list isn't a list of keys, and each string is processed for each read. */
const maxStrings = 100;

/** Returns the strings in a tuple, a list, or a set. */
function findStringsInCollection({ nodes }: PythonGroup): PythonStrings | undefined {
  const strings = splitAt(nodes, ',')
    .slice(0, maxStrings)
    .flatMap(([one, ...others]) => (one?.kind === 'string' && others.length === 0 ? (one.value ?? []) : []));
  return strings.length > 0 ? { strings } : undefined;
}

export function isPythonScope(value: PythonValue | undefined): value is PythonScope {
  return typeof value === 'object' && 'names' in value;
}

export function asPythonStrings(value: PythonValue | undefined): PythonStrings | undefined {
  return typeof value === 'object' && 'strings' in value ? value : undefined;
}

function getAttributeValue(object: PythonValue | undefined, name: string): PythonValue | undefined {
  if (asPythonStrings(object)) return name === 'value' ? object : undefined;
  if (isPythonScope(object)) {
    return [object, ...object.bases].find(({ names }) => names.has(name))?.names.get(name);
  }
  if (object === 'os') return osMembers.get(name);
  if (object === 'environ') return environMembers.get(name);
  // The function might be a member of a module, such as `copy.copy` and `types.MappingProxyType`.
  return object === undefined && wrappingFunctions.has(name) ? 'wrap' : undefined;
}

/** Returns the result of a call. `name`: the name of the function. */
function getCallResult(
  callee: PythonValue | undefined,
  name: string | undefined,
  list: PythonGroup,
  scope: PythonScope,
): PythonValue | undefined {
  if (callee === 'copy') return 'environ';
  if (callee === 'wrap') return findWrappedEnviron(list, scope);
  if (isPythonScope(callee)) return callee;
  const [module] = list.nodes;
  const isImport = name === '__import__' || name === 'import_module';
  return isImport && module?.kind === 'string' && module.value === 'os' ? 'os' : undefined;
}

/** Returns `environ` for `{**os.environ}`, and for arguments such as `(os.environ, A='x')`. */
function findWrappedEnviron(
  { nodes, openingBracket }: PythonGroup,
  scope: PythonScope,
): 'environ' | undefined {
  return splitAt(nodes, ',').some((one) => {
    const isUnpacked = isSign(one[0], '**');
    if (openingBracket === '{' && !isUnpacked) return false;
    return evaluate(isUnpacked ? one.slice(1) : one, scope) === 'environ';
  })
    ? 'environ'
    : undefined;
}

/** Returns the possible keys in the first argument, or in the one called `key`. */
function findKeysInArguments({ nodes }: PythonGroup, scope: PythonScope): readonly FoundKey[] {
  return splitAt(nodes, ',').flatMap((one, index) => {
    const isNamed = isWord(one[0], 'key') && isSign(one[1], '=');
    return findPossibleKeys(isNamed ? one.slice(2) : index === 0 ? one : [], scope);
  });
}

/** Returns the possible keys of an expression. */
export function findPossibleKeys(nodes: readonly PythonNode[], scope: PythonScope): readonly FoundKey[] {
  const [first] = nodes;
  if (first?.kind !== 'string' && first?.kind !== 'word') return [];
  const texts = asPythonStrings(evaluate(nodes, scope))?.strings ?? [];
  return texts.filter(isVariableKey).map((key) => ({ key, offset: first.offset }));
}
