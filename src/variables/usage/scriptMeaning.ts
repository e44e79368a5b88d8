import {
  identifierName,
  isScriptNode,
  memberKey,
  propertyKey,
  type ScriptNode,
  stringValue,
  toScriptNodes,
} from './scriptSyntax.ts';

/** The value of an expression. `viteEnv`: `import.meta.env`, in which the bundler sets some keys. */
export type Meaning =
  | 'global'
  | 'process'
  | 'bun'
  | 'deno'
  | 'meta'
  | 'env'
  | 'denoEnv'
  | 'viteEnv'
  | Members
  | Texts;

/** The strings that an expression may be, or that an array has. */
interface Texts {
  readonly texts: readonly string[];
}

/** An object of the script, or a class and its objects. */
export interface Members {
  /** The members that the script sets; `undefined`: they have another value. */
  readonly names: Map<string, Meaning | undefined>;
  /** Whether all other members are those of the environment: `{ ...process.env }`. */
  isEnv: boolean;
  /** The class that it extends. */
  base?: Members;
}

export interface Scope {
  /** `undefined`: the name has another value. */
  readonly names: Map<string, Meaning | undefined>;
  /** Whether `var` declares in it. */
  readonly isFunction: boolean;
  /** The value of `this`; `undefined`: that of the scope outside, `null`: unknown. */
  readonly self: Members | null | undefined;
}

type Named = Extract<Meaning, string>;

const roots = new Map<string, Meaning>([
  ['process', 'process'],
  ...['globalThis', 'global', 'window', 'self'].map((name) => [name, 'global'] as const),
  ['Bun', 'bun'],
  ['Deno', 'deno'],
]);
const members: Readonly<Partial<Record<Named, ReadonlyMap<string, Meaning>>>> = {
  global: new Map([...roots].filter(([name]) => name !== 'window' && name !== 'self')),
  process: new Map<string, Meaning>([
    ['env', 'env'],
    ['default', 'process'],
  ]),
  bun: new Map([['env', 'env']]),
  deno: new Map([['env', 'denoEnv']]),
  meta: new Map([['env', 'viteEnv']]),
};
const modules = new Map<string, Meaning>([
  ['process', 'process'],
  ['node:process', 'process'],
  ['bun', 'bun'],
  // SvelteKit.
  ['$env/dynamic/private', 'process'],
  ['$env/dynamic/public', 'process'],
  ['$env/static/private', 'env'],
  ['$env/static/public', 'env'],
]);

/** Functions of `Object` that return one of their arguments, or an object with its content. */
const copying = new Set(['assign', 'freeze', 'seal', 'preventExtensions', 'create']);

export function moduleMeaning(name: unknown): Meaning | undefined {
  return modules.get(stringValue(name) ?? '');
}

export function memberOf(object: Meaning | undefined, name: string | undefined): Meaning | undefined {
  if (object === undefined || name === undefined) return undefined;
  if (typeof object === 'string') return members[object]?.get(name);
  if (!isMembers(object)) return undefined;
  return object.names.has(name) ? object.names.get(name) : object.base?.names.get(name);
}

/** Whether a value is an object of the script. */
export function isMembers(meaning: Meaning | undefined): meaning is Members {
  return typeof meaning === 'object' && 'names' in meaning;
}

/** Returns the strings that a value may be. */
export function textsOf(meaning: Meaning | undefined): readonly string[] {
  return typeof meaning === 'object' && 'texts' in meaning ? meaning.texts : [];
}

/** Whether reading members of an object reads the environment. */
export function isEnv(meaning: Meaning | undefined): boolean {
  return isMembers(meaning) ? meaning.isEnv : meaning === 'env' || meaning === 'viteEnv';
}

/** Whether a value isn't only an object or a string of the script. */
function isStrong(meaning: Meaning | undefined): boolean {
  return typeof meaning === 'string' || isEnv(meaning);
}

/** Sets the meaning of a name. An object or a string of the script doesn't replace another meaning that the name has. */
export function setMeaning(names: Map<string, Meaning | undefined>, name: string, meaning: Meaning): void {
  const before = names.get(name);
  if (isStrong(meaning) || !isStrong(before) || (isMembers(meaning) && isMembers(before)))
    names.set(name, meaning);
}

/** A list of more strings isn't one of keys, and each is looked at for each read. */
const mostTexts = 100;

/** Evaluates expressions of one script. */
export class Meanings {
  readonly #objects = new Map<ScriptNode, Members>();

  /** Returns the members of a class or of an object literal. */
  membersOf(node: ScriptNode): Members {
    const known = this.#objects.get(node) ?? { names: new Map(), isEnv: false };
    this.#objects.set(node, known);
    return known;
  }

  of(value: unknown, scopes: readonly Scope[]): Meaning | undefined {
    if (!isScriptNode(value)) return undefined;
    const text = stringValue(value);
    if (text !== undefined) return { texts: [text] };
    const inner = (field: string): Meaning | undefined => this.of(value[field], scopes);
    switch (value.type) {
      case 'Identifier': {
        const name = String(value['name']);
        const scope = scopes.find(({ names }) => names.has(name));
        return scope ? scope.names.get(name) : roots.get(name);
      }
      case 'ThisExpression':
        return scopes.find(({ self }) => self !== undefined)?.self ?? undefined;
      case 'MetaProperty':
        return identifierName(value['meta']) === 'import' ? 'meta' : undefined;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return memberOf(inner('object'), memberKey(value)?.name);
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
        return this.of(toScriptNodes(value['expressions']).at(-1), scopes);
      case 'LogicalExpression':
        return value['operator'] === '&&' ? inner('right') : strongest(inner('left'), inner('right'));
      case 'ConditionalExpression':
        return strongest(inner('consequent'), inner('alternate'));
      case 'ObjectExpression':
        return this.#objects.get(value) ?? this.readObject(value, scopes);
      case 'ArrayExpression':
        return {
          texts: toScriptNodes(value['elements'])
            .slice(0, mostTexts)
            .flatMap((one) => stringValue(one) ?? []),
        };
      case 'ClassExpression':
        return this.membersOf(value);
      case 'NewExpression':
        return this.#ofNew(value, scopes);
      case 'ImportExpression':
        return moduleMeaning(value['source']);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#ofCall(value, scopes);
      default:
        return undefined;
    }
  }

  /** Notes the members of an object literal. Later ones replace those before. */
  readObject(node: ScriptNode, scopes: readonly Scope[]): Members {
    const object = this.membersOf(node);
    object.names.clear();
    for (const one of toScriptNodes(node['properties'])) {
      if (one.type === 'SpreadElement') addMembers(object, this.of(one['argument'], scopes));
      const name = propertyKey(one)?.name;
      if (name !== undefined) object.names.set(name, this.of(one['value'], scopes));
    }
    return object;
  }

  #ofNew(value: ScriptNode, scopes: readonly Scope[]): Meaning | undefined {
    const [first] = toScriptNodes(value['arguments']);
    if (identifierName(value['callee']) === 'Proxy') return this.of(first, scopes);
    const callee = this.of(value['callee'], scopes);
    return isMembers(callee) ? callee : undefined;
  }

  #ofCall(value: ScriptNode, scopes: readonly Scope[]): Meaning | undefined {
    const list = toScriptNodes(value['arguments']);
    const callee = isScriptNode(value['callee']) ? value['callee'] : undefined;
    const name = callee && identifierName(callee);
    if (name === 'require' || callee?.type === 'Import') return moduleMeaning(list[0]);
    if (name === 'structuredClone') return this.of(list[0], scopes);
    if (
      !callee ||
      identifierName(callee['object']) !== 'Object' ||
      !copying.has(memberKey(callee)?.name ?? '')
    ) {
      return undefined;
    }
    const [first, ...others] = list.map((one) => this.of(one, scopes));
    if (others.length === 0 || first === 'env') return first;
    const object = this.membersOf(value);
    for (const one of [first, ...others]) addMembers(object, one);
    return object;
  }
}

/** Number of members of an object at most. Each object can include all members of the one before it. */
const mostMembers = 500;

function addMembers(object: Members, added: Meaning | undefined): void {
  if (isEnv(added)) {
    object.isEnv = true;
    object.names.clear();
  }
  if (!isMembers(added) || object.names.size + added.names.size > mostMembers) return;
  for (const [name, meaning] of added.names) object.names.set(name, meaning);
}

/** Returns the environment if a meaning is that. An object of the script is often its substitute where it is absent. */
function strongest(...meanings: readonly (Meaning | undefined)[]): Meaning | undefined {
  const known = meanings.filter((one) => one !== undefined);
  return known.find(isStrong) ?? known[0];
}
