import { type ParserPlugin, parse } from '@babel/parser';
import { bundlerKeys, type FoundKey, isVariableKey } from './foundKey.ts';
import {
  getMemberValue,
  getModuleValue,
  getPossibleStrings,
  isEnvironment,
  isScriptObject,
  ScriptEvaluator,
  type ScriptScope,
  type ScriptValue,
  setValue,
} from './scriptEvaluator.ts';
import {
  getDeclaredNames,
  getIdentifierName,
  getMemberKey,
  getPatternProperties,
  getPropertyKey,
  getStringValue,
  isScriptNode,
  type ScriptKey,
  type ScriptNode,
  toScriptNodes,
} from './scriptSyntax.ts';

/** A node with its parent and the scopes around it, innermost first. */
interface VisitedNode {
  readonly node: ScriptNode;
  readonly scopes: readonly ScriptScope[];
  readonly parent: ScriptNode | undefined;
}

/** Maximum number of characters. Longer files are usually generated. */
const maxLength = 100_000;

/**
 * Finds the keys that a script reads through other names of the environment: `const env = process.env`, `const { env }
 * = process`, `(process.env as Env).KEY`, `'KEY' in process.env`. Returns `undefined` if the text can't be parsed.
 */
export function findAliasedKeys(
  text: string,
  plugins: readonly ParserPlugin[],
): readonly FoundKey[] | undefined {
  if (text.length > maxLength || isTooNested(text)) return undefined;
  try {
    const { program } = parse(text, {
      sourceType: 'unambiguous',
      plugins: [...plugins],
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
    });
    return findKeysInProgram(program as unknown as ScriptNode);
  } catch {
    // The text is incomplete or in another language. The patterns in `javaScriptKeys.ts` find direct reads.
    return undefined;
  }
}

function findKeysInProgram(program: ScriptNode): readonly FoundKey[] {
  const evaluator = new ScriptEvaluator();
  const all = [...visitNodes(program, evaluator)];
  for (const one of all) declareNames(one, evaluator);
  for (const one of all) bindScriptAliases(one, evaluator);
  return all.flatMap((one) => findScriptKeysAt(one, evaluator));
}

/** Visits all nodes in text order. Each function, class, block, loop, and `catch` clause has its own scope. */
function* visitNodes(program: ScriptNode, evaluator: ScriptEvaluator): Generator<VisitedNode> {
  const rest: VisitedNode[] = [{ node: program, scopes: [], parent: undefined }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node } = next;
    const own = createScope(next, evaluator);
    const scopes = own ? [own, ...next.scopes] : next.scopes;
    yield { ...next, scopes };
    const parts = Object.values(node).flat().filter(isScriptNode);
    for (const part of parts.toReversed()) rest.push({ node: part, scopes, parent: node });
  }
}

function createScope({ node, parent }: VisitedNode, evaluator: ScriptEvaluator): ScriptScope | undefined {
  const isFunction = /^(?:Program|StaticBlock|TSModuleBlock)$|Function|Method$/.test(node.type);
  const isBlock = /^(?:BlockStatement|ClassBody|For\w*Statement|SwitchStatement|CatchClause)$/.test(
    node.type,
  );
  if (!isFunction && !isBlock) return undefined;
  let thisValue: ScriptScope['thisValue'];
  if (parent && (node.type === 'ClassBody' || node.type === 'ObjectMethod'))
    thisValue = evaluator.getMembers(parent);
  else if (/^Function(?:Declaration|Expression)$/.test(node.type)) thisValue = null;
  return { names: new Map(), isFunction, thisValue };
}

/** Declares the names of a node in its scope, so that they shadow outer names. */
function declareNames({ node, scopes, parent }: VisitedNode, evaluator: ScriptEvaluator): void {
  const [inner, outer = inner] = scopes;
  if (!inner || !outer) return;
  const declare = (scope: ScriptScope, pattern: unknown): void => {
    for (const name of getDeclaredNames(pattern)) scope.names.set(name, undefined);
  };
  if (node.type === 'VariableDeclarator') {
    const isVar = parent?.['kind'] === 'var';
    declare((isVar && scopes.find(({ isFunction }) => isFunction)) || inner, node['id']);
  }
  if (/Function|Method$/.test(node.type)) {
    declare(inner, node['params']);
    declare(outer, node['id']);
  }
  if (node.type === 'CatchClause') declare(inner, node['param']);
  if (node.type === 'ClassDeclaration' || node.type === 'TSEnumDeclaration') {
    for (const name of getDeclaredNames(node['id'])) inner.names.set(name, evaluator.getMembers(node));
  }
  if (node.type === 'ImportDeclaration') declareImports(node, inner);
  if (node.type === 'TSImportEqualsDeclaration' && isScriptNode(node['moduleReference'])) {
    const [local = ''] = getDeclaredNames(node['id']);
    inner.names.set(local, getModuleValue(node['moduleReference']['expression']));
  }
}

function declareImports(node: ScriptNode, scope: ScriptScope): void {
  const source = getModuleValue(node['source']);
  for (const one of toScriptNodes(node['specifiers'])) {
    const [local = ''] = getDeclaredNames(one['local']);
    const imported = getIdentifierName(one['imported']) ?? getStringValue(one['imported']) ?? 'default';
    const isWhole = one.type !== 'ImportSpecifier' || imported === 'default';
    scope.names.set(local, isWhole ? source : getMemberValue(source, imported));
  }
}

function bindScriptAliases(visited: VisitedNode, evaluator: ScriptEvaluator): void {
  const { node, scopes } = visited;
  const assignment = findAssignment(node);
  if (assignment)
    bindPattern(assignment.target, evaluator.evaluate(assignment.source, scopes), scopes, evaluator);
  const iteration = findIteration(visited);
  const strings = iteration ? getPossibleStrings(evaluator.evaluate(iteration.list, scopes)) : [];
  if (iteration && strings.length > 0) bindPattern(iteration.target, { strings }, scopes, evaluator);
  if (node.type === 'ObjectExpression') evaluator.readObject(node, scopes);
  if (node.type === 'TSEnumDeclaration') readEnum(node, scopes, evaluator);
  if (/^Class(?:Declaration|Expression)$/.test(node.type)) {
    const base = evaluator.evaluate(node['superClass'], scopes);
    if (isScriptObject(base)) evaluator.getMembers(node).base = base;
  }
  const self = scopes.find((one) => one.thisValue !== undefined)?.thisValue;
  if (!self) return;
  if (/^Class\w*Property$/.test(node.type)) {
    const meaning = evaluator.evaluate(node['value'], scopes);
    if (meaning) setValue(self.names, getPropertyKey(node)?.name ?? '', meaning);
  }
  // Handles `constructor(private env = process.env)`.
  const parameter = node.type === 'TSParameterProperty' ? node['parameter'] : undefined;
  if (isScriptNode(parameter) && parameter.type === 'AssignmentPattern') {
    const meaning = evaluator.evaluate(parameter['right'], scopes);
    if (meaning) setValue(self.names, getIdentifierName(parameter['left']) ?? '', meaning);
  }
}

function readEnum(node: ScriptNode, scopes: readonly ScriptScope[], evaluator: ScriptEvaluator): void {
  const { names } = evaluator.getMembers(node);
  const body = isScriptNode(node['body']) ? node['body'] : node;
  for (const one of toScriptNodes(body['members'])) {
    const name = getIdentifierName(one['id']) ?? getStringValue(one['id']) ?? '';
    names.set(name, evaluator.evaluate(one['initializer'], scopes));
  }
}

const iteratingMethods = new Set('every filter find findIndex flatMap forEach map some'.split(' '));

/** Returns the pattern and the array of `for (const one of list)` and `list.forEach((one) => …)`. */
function findIteration({
  node,
  parent,
}: VisitedNode): { readonly target: unknown; readonly list: unknown } | undefined {
  if (node.type === 'ForOfStatement') {
    const left = isScriptNode(node['left']) ? node['left'] : undefined;
    const [declared] = toScriptNodes(left?.['declarations']);
    return { target: declared?.['id'] ?? left, list: node['right'] };
  }
  const isCallback = /Function/.test(node.type) && /^(?:Optional)?CallExpression$/.test(parent?.type ?? '');
  const callee = isCallback ? parent?.['callee'] : undefined;
  if (!isScriptNode(callee) || !iteratingMethods.has(getMemberKey(callee)?.name ?? '')) return undefined;
  return { target: toScriptNodes(node['params'])[0], list: callee['object'] };
}

/** Returns the pattern and the value of a declaration, an assignment, or a default. */
function findAssignment(
  node: ScriptNode,
): { readonly target: unknown; readonly source: unknown } | undefined {
  if (node.type === 'VariableDeclarator') return { target: node['id'], source: node['init'] };
  if (node.type === 'AssignmentPattern') return { target: node['left'], source: node['right'] };
  const isPlain =
    node.type === 'AssignmentExpression' && /^(?:\|\||&&|\?\?)?=$/.test(String(node['operator']));
  return isPlain ? { target: node['left'], source: node['right'] } : undefined;
}

function bindPattern(
  pattern: unknown,
  meaning: ScriptValue | undefined,
  scopes: readonly ScriptScope[],
  evaluator: ScriptEvaluator,
): void {
  if (!isScriptNode(pattern) || meaning === undefined) return;
  if (pattern.type === 'AssignmentPattern') bindPattern(pattern['left'], meaning, scopes, evaluator);
  if (pattern.type === 'Identifier') {
    const name = String(pattern['name']);
    const scope = scopes.find(({ names }) => names.has(name));
    if (scope) setValue(scope.names, name, meaning);
  }
  if (pattern.type === 'MemberExpression') {
    const object = evaluator.evaluate(pattern['object'], scopes);
    const name = getMemberKey(pattern)?.name;
    if (isScriptObject(object) && name !== undefined) setValue(object.names, name, meaning);
  }
  for (const { name, value } of getPatternProperties(pattern))
    bindPattern(value, getMemberValue(meaning, name), scopes, evaluator);
  // Handles `const { KEY, ...rest } = process.env`.
  const rest = toScriptNodes(pattern['properties']).find(({ type }) => type === 'RestElement');
  if (isEnvironment(meaning)) bindPattern(rest?.['argument'], meaning, scopes, evaluator);
}

/** Finds the keys that a node reads itself, without those of its child nodes. */
function findScriptKeysAt(
  { node, scopes, parent }: VisitedNode,
  evaluator: ScriptEvaluator,
): readonly FoundKey[] {
  const findPossibleKeys = (value: unknown): readonly ScriptKey[] => {
    const offset = isScriptNode(value) ? value.start : 0;
    return getPossibleStrings(evaluator.evaluate(value, scopes)).map((name) => ({ name, offset }));
  };
  const findReadKeys = (object: unknown, keys: readonly ScriptKey[]): readonly FoundKey[] =>
    keys.length === 0 ? [] : filterEnvironmentKeys(evaluator.evaluate(object, scopes), keys);
  const assignment = findAssignment(node);
  if (assignment) return findKeysInPattern(assignment.target, evaluator.evaluate(assignment.source, scopes));
  if (/^(?:Optional)?MemberExpression$/.test(node.type)) {
    if (isSetOrCalled(node, parent)) return [];
    const key = getMemberKey(node);
    return findReadKeys(node['object'], key ? [key] : findPossibleKeys(node['property']));
  }
  // Handles `import { KEY } from '$env/static/private'`.
  if (node.type === 'ImportDeclaration') {
    const imported = toScriptNodes(node['specifiers'])
      .map((one) => one['imported'])
      .filter(isScriptNode);
    return filterEnvironmentKeys(
      getModuleValue(node['source']),
      imported.map((one) => ({ name: getIdentifierName(one) ?? '', offset: one.start })),
    );
  }
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') {
    return findReadKeys(node['right'], findPossibleKeys(node['left']));
  }
  if (!/^(?:Optional)?CallExpression$/.test(node.type)) return [];
  const [first, second] = toScriptNodes(node['arguments']);
  const callee = isScriptNode(node['callee']) ? node['callee'] : undefined;
  if (!callee) return [];
  const method = getMemberKey(callee)?.name ?? '';
  if (evaluator.evaluate(callee['object'], scopes) === 'denoEnv') {
    return ['get', 'has'].includes(method) ? toFoundKeys(findPossibleKeys(first)) : [];
  }
  if (method === 'hasOwnProperty') return findReadKeys(callee['object'], findPossibleKeys(first));
  return isLookupFunction(callee) ? findReadKeys(first, findPossibleKeys(second)) : [];
}

/** Finds the keys that a pattern reads from a value, including nested patterns: `{ env: { KEY } } = process`. */
function findKeysInPattern(pattern: unknown, meaning: ScriptValue | undefined): readonly FoundKey[] {
  if (!isScriptNode(pattern) || meaning === undefined) return [];
  if (pattern.type === 'AssignmentPattern') return findKeysInPattern(pattern['left'], meaning);
  const properties = getPatternProperties(pattern);
  const inner = properties.flatMap(({ name, value }) =>
    findKeysInPattern(value, getMemberValue(meaning, name)),
  );
  return [...filterEnvironmentKeys(meaning, properties), ...inner];
}

/** Returns the members of an object that are keys of the environment. */
function filterEnvironmentKeys(
  object: ScriptValue | undefined,
  keys: readonly ScriptKey[],
): readonly FoundKey[] {
  if (!isEnvironment(object)) return [];
  return toFoundKeys(
    keys.filter(({ name }) => {
      if (isScriptObject(object)) return !object.names.has(name);
      return object !== 'viteEnv' || !bundlerKeys.includes(name);
    }),
  );
}

/** Whether a property isn't read: it's set or deleted, or it's a method that is called. */
function isSetOrCalled(node: ScriptNode, parent: ScriptNode | undefined): boolean {
  if (parent?.type === 'AssignmentExpression') return parent['left'] === node && parent['operator'] === '=';
  if (parent?.type === 'UnaryExpression') return parent['operator'] === 'delete';
  return parent?.type === 'CallExpression' && parent['callee'] === node;
}

const lookupFunctions = [
  ...['Object.hasOwn', 'Object.getOwnPropertyDescriptor', 'Reflect.get', 'Reflect.has'],
  ...['Reflect.getOwnPropertyDescriptor', 'hasOwnProperty.call'],
];

/**
 * Whether a function reads a key, such as `Object.hasOwn`, `Reflect.get`, `Reflect.has`, and `….hasOwnProperty.call`.
 */
function isLookupFunction(callee: ScriptNode): boolean {
  const object = callee['object'];
  if (!isScriptNode(object)) return false;
  const owner = getIdentifierName(object) ?? getMemberKey(object)?.name ?? '';
  return lookupFunctions.includes(`${owner}.${getMemberKey(callee)?.name ?? ''}`);
}

function toFoundKeys(keys: readonly ScriptKey[]): readonly FoundKey[] {
  return keys.filter(({ name }) => isVariableKey(name)).map(({ name, offset }) => ({ key: name, offset }));
}

/** Maximum depth of brackets. The parser is recursive. */
const maxDepth = 200;

/**
 * Maximum number of nested type arguments. The parser tries two readings of iteration `<T>`, so its time doubles with iteration
 * level.
 */
const maxTypeArguments = 7;

const openings = '([{';
const closings = ')]}';
/** A character at the end of a line that can end a statement. */
const statementEnd = /[\w$)\]}'"`;]/;
/** A character at the start of a line that continues the statement before it. */
const continuation = /[=.,?:+*/%&|^<>([`-]/;

/**
 * Whether the time to parse a script might grow faster than its length: brackets are nested too deeply, or a statement
 * has too many nested type arguments. Characters in strings and comments are counted, too.
 */
function isTooNested(text: string): boolean {
  /** The number of type arguments around iteration open bracket. */
  const countsAround: number[] = [];
  let count = 0;
  let last = '';
  let isNewLine = false;
  for (const character of text) {
    if (character === '\n') isNewLine = true;
    if (character.trim() === '') continue;
    const isStatement =
      character === ';' || (isNewLine && statementEnd.test(last) && !continuation.test(character));
    if (isStatement) count = countsAround.at(-1) ?? 0;
    if (openings.includes(character)) countsAround.push(count);
    else if (closings.includes(character)) count = countsAround.pop() ?? 0;
    // A less-than sign is counted as well.
    else if (character === '<') count++;
    if (countsAround.length > maxDepth || count > maxTypeArguments) return true;
    last = character;
    isNewLine = false;
  }
  return false;
}
