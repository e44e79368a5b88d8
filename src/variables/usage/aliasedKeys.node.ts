import { type ParserPlugin, parse } from '@babel/parser';
import { isTooNested } from './isTooNested.ts';
import { type Found, isKey, keysOfBundler } from './scan.ts';
import {
  isNode,
  type Key,
  keyNode,
  literalKey,
  type Node,
  nameOf,
  namesIn,
  nodesIn,
  propertiesOf,
  textOf,
} from './syntax.ts';

/** What an expression refers to. `viteEnv`: `import.meta.env`, in which the bundler sets some keys. */
type Meaning = 'global' | 'process' | 'bun' | 'deno' | 'meta' | 'env' | 'denoEnv' | 'viteEnv';

/** The names of a scope; `undefined`: it is something else. */
type Scope = Map<string, Meaning | undefined>;

/** A node, the scopes around it from the innermost, and the node that it is a part of. */
interface Visited {
  readonly node: Node;
  readonly scopes: readonly Scope[];
  readonly parent: Node | undefined;
}

const roots: Readonly<Record<string, Meaning>> = {
  ...{ process: 'process', globalThis: 'global', global: 'global', window: 'global', self: 'global' },
  ...{ Bun: 'bun', Deno: 'deno' },
};
const members: Readonly<Partial<Record<Meaning, Readonly<Record<string, Meaning>>>>> = {
  global: { process: 'process', Bun: 'bun', Deno: 'deno' },
  process: { env: 'env', default: 'process' },
  bun: { env: 'env' },
  deno: { env: 'denoEnv' },
  meta: { env: 'viteEnv' },
};

/** Characters. A longer text is built from others as a rule. */
const longest = 100_000;

/**
 * Returns the keys that a script reads through other names of the environment: `const env = process.env`,
 * `const { env } = process`, `(process.env as Env).KEY`, `'KEY' in process.env`. None where the text can't be parsed.
 */
export function keysByAlias(text: string, plugins: readonly ParserPlugin[]): readonly Found[] {
  if (text.length > longest || isTooNested(text)) return [];
  try {
    const { program } = parse(text, {
      sourceType: 'unambiguous',
      plugins: [...plugins],
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
    });
    return keysIn(program as unknown as Node);
  } catch {
    // It isn't this language, or an unfinished text: the patterns of `javaScriptKeys` find what is plain.
    return [];
  }
}

function keysIn(program: Node): readonly Found[] {
  const all = [...visit(program)];
  for (const one of all) declare(one);
  for (const one of all) bindAliases(one);
  return all.flatMap((one) => keysAt(one));
}

/** All nodes in the order of the text. Each function, block, loop, and handler has a scope of its own. */
function* visit(program: Node): Generator<Visited> {
  const isScope =
    /^(?:Program|BlockStatement|StaticBlock|For\w*Statement|SwitchStatement|CatchClause)$|Function|Method$/;
  const rest: Visited[] = [{ node: program, scopes: [], parent: undefined }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node } = next;
    const own: Scope | undefined = isScope.test(node.type) ? new Map() : undefined;
    const scopes = own ? [own, ...next.scopes] : next.scopes;
    yield { ...next, scopes };
    const parts = Object.values(node).flat().filter(isNode);
    for (const part of parts.toReversed()) rest.push({ node: part, scopes, parent: node });
  }
}

/** Notes the names that a node declares, so that they hide those outside. */
function declare({ node, scopes }: Visited): void {
  const [inner, outer = inner] = scopes;
  if (!inner || !outer) return;
  if (node.type === 'VariableDeclarator') for (const name of namesIn(node['id'])) inner.set(name, undefined);
  if (/Function|Method$/.test(node.type)) {
    for (const name of namesIn(node['params'])) inner.set(name, undefined);
    for (const name of namesIn(node['id'])) outer.set(name, undefined);
  }
  if (node.type === 'CatchClause') for (const name of namesIn(node['param'])) inner.set(name, undefined);
  if (node.type === 'ClassDeclaration') for (const name of namesIn(node['id'])) inner.set(name, undefined);
  if (node.type !== 'ImportDeclaration') return;
  const isProcess = /^(?:node:)?process$/.test(textOf(node['source']) ?? '');
  for (const one of nodesIn(node['specifiers'])) {
    const [local = ''] = namesIn(one['local']);
    const imported = one.type === 'ImportSpecifier' ? nameOf(one['imported']) : 'default';
    inner.set(local, isProcess ? members.process?.[imported ?? ''] : undefined);
  }
}

function bindAliases({ node, scopes }: Visited): void {
  const assigned = assignmentOf(node);
  if (assigned) bind(assigned.to, meaningOf(assigned.from, scopes), scopes);
}

/** The pattern and the value of a declaration, an assignment, or a default. */
function assignmentOf(node: Node): { readonly to: unknown; readonly from: unknown } | undefined {
  if (node.type === 'VariableDeclarator') return { to: node['id'], from: node['init'] };
  if (node.type === 'AssignmentPattern') return { to: node['left'], from: node['right'] };
  const isPlain = node.type === 'AssignmentExpression' && node['operator'] === '=';
  return isPlain ? { to: node['left'], from: node['right'] } : undefined;
}

function bind(pattern: unknown, meaning: Meaning | undefined, scopes: readonly Scope[]): void {
  if (!isNode(pattern) || meaning === undefined) return;
  if (pattern.type === 'AssignmentPattern') bind(pattern['left'], meaning, scopes);
  if (pattern.type === 'Identifier') {
    const name = String(pattern['name']);
    scopes.find((scope) => scope.has(name))?.set(name, meaning);
  }
  for (const { name, value } of propertiesOf(pattern)) bind(value, members[meaning]?.[name], scopes);
}

function meaningOf(value: unknown, scopes: readonly Scope[]): Meaning | undefined {
  if (!isNode(value)) return undefined;
  const inner = (field: string): Meaning | undefined => meaningOf(value[field], scopes);
  switch (value.type) {
    case 'Identifier': {
      const name = String(value['name']);
      const scope = scopes.find((one) => one.has(name));
      return scope ? scope.get(name) : Object.hasOwn(roots, name) ? roots[name] : undefined;
    }
    case 'MetaProperty':
      return nameOf(value['meta']) === 'import' ? 'meta' : undefined;
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const meaning = inner('object');
      return meaning && members[meaning]?.[keyNode(value)?.name ?? ''];
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return inner('expression');
    case 'LogicalExpression':
      return inner('left') ?? inner('right');
    case 'ConditionalExpression':
      return inner('consequent') ?? inner('alternate');
    case 'CallExpression': {
      const isRequired = /^(?:node:)?process$/.test(textOf(nodesIn(value['arguments'])[0]) ?? '');
      return isRequired && nameOf(value['callee']) === 'require' ? 'process' : undefined;
    }
    default:
      return undefined;
  }
}

/** The keys that a node reads itself, not those that its parts read. */
function keysAt({ node, scopes, parent }: Visited): readonly Found[] {
  const keyed = (object: unknown, keys: readonly (Key | undefined)[]): readonly Found[] => {
    const meaning = meaningOf(object, scopes);
    if (meaning !== 'env' && meaning !== 'viteEnv') return [];
    return foundOf(keys, meaning === 'viteEnv' ? keysOfBundler : []);
  };
  const assigned = assignmentOf(node);
  if (assigned) return patternKeys(assigned.to, meaningOf(assigned.from, scopes));
  if (/^(?:Optional)?MemberExpression$/.test(node.type)) {
    return isSetOrCalled(node, parent) ? [] : keyed(node['object'], [keyNode(node)]);
  }
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') {
    return keyed(node['right'], [literalKey(node['left'])]);
  }
  if (!/^(?:Optional)?CallExpression$/.test(node.type)) return [];
  const [first, second] = nodesIn(node['arguments']);
  const callee = isNode(node['callee']) ? node['callee'] : undefined;
  if (!callee) return [];
  if (meaningOf(callee['object'], scopes) === 'denoEnv') {
    const isRead = ['get', 'has'].includes(keyNode(callee)?.name ?? '');
    return isRead ? foundOf([literalKey(first)], []) : [];
  }
  return isLookUp(callee) ? keyed(first, [literalKey(second)]) : [];
}

/** The keys that a pattern takes out of a value, also within another pattern: `{ env: { KEY } } = process`. */
function patternKeys(pattern: unknown, meaning: Meaning | undefined): readonly Found[] {
  if (!isNode(pattern) || meaning === undefined) return [];
  if (pattern.type === 'AssignmentPattern') return patternKeys(pattern['left'], meaning);
  const properties = propertiesOf(pattern);
  if (meaning === 'env') return foundOf(properties, []);
  if (meaning === 'viteEnv') return foundOf(properties, keysOfBundler);
  return properties.flatMap(({ name, value }) => patternKeys(value, members[meaning]?.[name]));
}

/** What is set isn't read, and what is called is a method of the object. */
function isSetOrCalled(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'AssignmentExpression') return parent['left'] === node && parent['operator'] === '=';
  if (parent?.type === 'UnaryExpression') return parent['operator'] === 'delete';
  return parent?.type === 'CallExpression' && parent['callee'] === node;
}

/** `Object.hasOwn`, `Reflect.get`, `Reflect.has`, and `….hasOwnProperty.call`. */
function isLookUp(callee: Node): boolean {
  const method = keyNode(callee)?.name ?? '';
  const object = callee['object'];
  if (!isNode(object)) return false;
  const owner = nameOf(object) ?? keyNode(object)?.name ?? '';
  return ['Object.hasOwn', 'Reflect.get', 'Reflect.has', 'hasOwnProperty.call'].includes(
    `${owner}.${method}`,
  );
}

function foundOf(keys: readonly (Key | undefined)[], others: readonly string[]): readonly Found[] {
  return keys.flatMap((key) =>
    key && isKey(key.name) && !others.includes(key.name) ? [{ key: key.name, at: key.at }] : [],
  );
}
