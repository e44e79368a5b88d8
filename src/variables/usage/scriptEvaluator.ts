import {
  getIdentifierName,
  getMemberKey,
  getPropertyKey,
  getStringValue,
  isScriptNode,
  type ScriptNode,
  toScriptNodes,
} from './scriptSyntax.ts';

/** The value of an expression. `viteEnv`: `import.meta.env`, in which the bundler sets some keys. */
export type ScriptValue =
  | 'global'
  | 'process'
  | 'bun'
  | 'deno'
  | 'meta'
  | 'env'
  | 'denoEnv'
  | 'viteEnv'
  | ScriptObject
  | ScriptStrings;

/** The possible strings of an expression, or the strings in an array. */
interface ScriptStrings {
  readonly strings: readonly string[];
}

/** An object of the script, or a class with its instances. */
interface ScriptObject {
  /** The values of the members that the script sets. `undefined` for a value of another kind. */
  readonly names: Map<string, ScriptValue | undefined>;
  /** Whether all other members are environment variables: `{ ...process.env }`. */
  isEnv: boolean;
  /** The base class. */
  base?: ScriptObject;
}

export interface ScriptScope {
  /** The values of the names. `undefined` for a value of another kind. */
  readonly names: Map<string, ScriptValue | undefined>;
  /** Whether `var` declares names in this scope. */
  readonly isFunction: boolean;
  /** The value of `this`. `undefined` if it's that of the outer scope, `null` if it's unknown. */
  readonly thisValue: ScriptObject | null | undefined;
}

type NamedValue = Extract<ScriptValue, string>;

const globalValues = new Map<string, ScriptValue>([
  ['process', 'process'],
  ...['globalThis', 'global', 'window', 'self'].map((name) => [name, 'global'] as const),
  ['Bun', 'bun'],
  ['Deno', 'deno'],
]);
const knownMembers: Readonly<Partial<Record<NamedValue, ReadonlyMap<string, ScriptValue>>>> = {
  global: new Map([...globalValues].filter(([name]) => name !== 'window' && name !== 'self')),
  process: new Map<string, ScriptValue>([
    ['env', 'env'],
    ['default', 'process'],
  ]),
  bun: new Map([['env', 'env']]),
  deno: new Map([['env', 'denoEnv']]),
  meta: new Map([['env', 'viteEnv']]),
};
const moduleValues = new Map<string, ScriptValue>([
  ['process', 'process'],
  ['node:process', 'process'],
  ['bun', 'bun'],
  // Modules of SvelteKit.
  ['$env/dynamic/private', 'process'],
  ['$env/dynamic/public', 'process'],
  ['$env/static/private', 'env'],
  ['$env/static/public', 'env'],
]);

/** Functions of `Object` that return one of their arguments, or an object with its content. */
const copyingFunctions = new Set(['assign', 'freeze', 'seal', 'preventExtensions', 'create']);

export function getModuleValue(name: unknown): ScriptValue | undefined {
  return moduleValues.get(getStringValue(name) ?? '');
}

export function getMemberValue(
  object: ScriptValue | undefined,
  name: string | undefined,
): ScriptValue | undefined {
  if (object === undefined || name === undefined) return undefined;
  if (typeof object === 'string') return knownMembers[object]?.get(name);
  if (!isScriptObject(object)) return undefined;
  return object.names.has(name) ? object.names.get(name) : object.base?.names.get(name);
}

/** Whether a value is an object of the script. */
export function isScriptObject(value: ScriptValue | undefined): value is ScriptObject {
  return typeof value === 'object' && 'names' in value;
}

/** Returns the possible strings of a value. */
export function getPossibleStrings(value: ScriptValue | undefined): readonly string[] {
  return typeof value === 'object' && 'strings' in value ? value.strings : [];
}

/** Whether reading members of a value reads the environment. */
export function isEnvironment(value: ScriptValue | undefined): boolean {
  return isScriptObject(value) ? value.isEnv : value === 'env' || value === 'viteEnv';
}

/** Whether a value is more than an object or a string of the script. */
function isEnvironmentRelated(value: ScriptValue | undefined): boolean {
  return typeof value === 'string' || isEnvironment(value);
}

/** Sets the value of a name. An object or a string of the script doesn't replace another kind of value. */
export function setValue(
  names: Map<string, ScriptValue | undefined>,
  name: string,
  value: ScriptValue,
): void {
  const previous = names.get(name);
  if (
    isEnvironmentRelated(value) ||
    !isEnvironmentRelated(previous) ||
    (isScriptObject(value) && isScriptObject(previous))
  )
    names.set(name, value);
}

/** Maximum number of strings. A longer list isn't a list of keys, and each string is processed for each read. */
const maxStrings = 100;

/** Evaluates the expressions of a script. */
export class ScriptEvaluator {
  readonly #objects = new Map<ScriptNode, ScriptObject>();

  /** Returns the members of a class or of an object literal. */
  getMembers(node: ScriptNode): ScriptObject {
    const members = this.#objects.get(node) ?? { names: new Map(), isEnv: false };
    this.#objects.set(node, members);
    return members;
  }

  evaluate(value: unknown, scopes: readonly ScriptScope[]): ScriptValue | undefined {
    if (!isScriptNode(value)) return undefined;
    const text = getStringValue(value);
    if (text !== undefined) return { strings: [text] };
    const inner = (field: string): ScriptValue | undefined => this.evaluate(value[field], scopes);
    switch (value.type) {
      case 'Identifier': {
        const name = String(value['name']);
        const scope = scopes.find(({ names }) => names.has(name));
        return scope ? scope.names.get(name) : globalValues.get(name);
      }
      case 'ThisExpression':
        return scopes.find(({ thisValue }) => thisValue !== undefined)?.thisValue ?? undefined;
      case 'MetaProperty':
        return getIdentifierName(value['meta']) === 'import' ? 'meta' : undefined;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return getMemberValue(inner('object'), getMemberKey(value)?.name);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return inner('expression');
      case 'AwaitExpression':
        return inner('argument');
      case 'AssignmentExpression':
        return inner('right');
      case 'SequenceExpression':
        return this.evaluate(toScriptNodes(value['expressions']).at(-1), scopes);
      case 'LogicalExpression':
        return value['operator'] === '&&' ? inner('right') : preferEnvironment(inner('left'), inner('right'));
      case 'ConditionalExpression':
        return preferEnvironment(inner('consequent'), inner('alternate'));
      case 'ObjectExpression':
        return this.#objects.get(value) ?? this.readObject(value, scopes);
      case 'ArrayExpression':
        return {
          strings: toScriptNodes(value['elements'])
            .slice(0, maxStrings)
            .flatMap((one) => getStringValue(one) ?? []),
        };
      case 'ClassExpression':
        return this.getMembers(value);
      case 'NewExpression':
        return this.#evaluateNew(value, scopes);
      case 'ImportExpression':
        return getModuleValue(value['source']);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#evaluateCall(value, scopes);
      default:
        return undefined;
    }
  }

  /** Reads the members of an object literal. Later members replace earlier ones. */
  readObject(node: ScriptNode, scopes: readonly ScriptScope[]): ScriptObject {
    const object = this.getMembers(node);
    object.names.clear();
    for (const one of toScriptNodes(node['properties'])) {
      if (one.type === 'SpreadElement') addMembers(object, this.evaluate(one['argument'], scopes));
      const name = getPropertyKey(one)?.name;
      if (name !== undefined) object.names.set(name, this.evaluate(one['value'], scopes));
    }
    return object;
  }

  #evaluateNew(value: ScriptNode, scopes: readonly ScriptScope[]): ScriptValue | undefined {
    const [first] = toScriptNodes(value['arguments']);
    if (getIdentifierName(value['callee']) === 'Proxy') return this.evaluate(first, scopes);
    const callee = this.evaluate(value['callee'], scopes);
    return isScriptObject(callee) ? callee : undefined;
  }

  #evaluateCall(value: ScriptNode, scopes: readonly ScriptScope[]): ScriptValue | undefined {
    const list = toScriptNodes(value['arguments']);
    const callee = isScriptNode(value['callee']) ? value['callee'] : undefined;
    const name = callee && getIdentifierName(callee);
    if (name === 'require' || callee?.type === 'Import') return getModuleValue(list[0]);
    if (name === 'structuredClone') return this.evaluate(list[0], scopes);
    if (
      !callee ||
      getIdentifierName(callee['object']) !== 'Object' ||
      !copyingFunctions.has(getMemberKey(callee)?.name ?? '')
    ) {
      return undefined;
    }
    const [first, ...others] = list.map((one) => this.evaluate(one, scopes));
    if (others.length === 0 || first === 'env') return first;
    const object = this.getMembers(value);
    for (const one of [first, ...others]) addMembers(object, one);
    return object;
  }
}

/** Maximum number of members of an object. Each object can include all members of the previous one. */
const maxMembers = 500;

function addMembers(object: ScriptObject, source: ScriptValue | undefined): void {
  if (isEnvironment(source)) {
    object.isEnv = true;
    object.names.clear();
  }
  if (!isScriptObject(source) || object.names.size + source.names.size > maxMembers) return;
  for (const [name, value] of source.names) object.names.set(name, value);
}

/** Returns the environment if it's one of the values: an object of the script is often its fallback. */
function preferEnvironment(...values: readonly (ScriptValue | undefined)[]): ScriptValue | undefined {
  const knownValues = values.filter((one) => one !== undefined);
  return knownValues.find(isEnvironmentRelated) ?? knownValues[0];
}
