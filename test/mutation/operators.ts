import type { Node } from './syntax.ts';

/** A replacement of the text from `start` to `end`. */
export interface CodeChange {
  readonly start: number;
  readonly end: number;
  readonly mutated: string;
}

const operatorReplacements = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
  }),
);
/** Methods that select or sort: a mutant removes their call. */
const removableCalls =
  /^(?:filter|slice|toSorted|toReversed|trim|trimStart|trimEnd|toLowerCase|toUpperCase)$/;
const methodReplacements = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min' }));
const searchMethods = /^(?:startsWith|endsWith|includes|has|indexOf)$/;

type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** Returns the replacements that make a rule wrong at a syntax node. */
export function findChanges(text: string, node: Node, parent: Node): CodeChange[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return changeOperator(text, node);
    case 'UnaryExpression':
      return node.operator === '!' ? replaceWith(node, sourceOf(text, node.argument)) : [];
    case 'IfStatement':
      if (!node.alternate && exitsBlock(node.consequent)) return replaceWith(node.test, 'false');
      return negate(text, node.test);
    case 'ConditionalExpression':
      return negate(text, node.test);
    case 'BooleanLiteral':
      return isReturned(parent) ? replaceWith(node, String(!node.value)) : [];
    case 'NumericLiteral':
      return isComputed(parent) ? replaceWith(node, String(node.value + 1)) : [];
    case 'StringLiteral':
      return node.value !== '' && isCompared(parent) ? replaceWith(node, "''") : [];
    case 'CallExpression':
      return changeMethod(text, node);
    default:
      return [];
  }
}

function changeOperator(
  text: string,
  node: NodeOf<'BinaryExpression'> | NodeOf<'LogicalExpression'>,
): CodeChange[] {
  if (node.operator === '??') return replaceWith(node, sourceOf(text, node.left));
  const other = operatorReplacements.get(node.operator);
  if (other === undefined || (node.operator === '+' && isConcatenation(node))) return [];
  const sides = [sourceOf(text, node.left), sourceOf(text, node.right)];
  // `a && b || c` has another meaning than `a || b || c`.
  const [one, two] = node.type === 'LogicalExpression' ? sides.map((side) => `(${side})`) : sides;
  return replaceWith(node, `${one} ${other} ${two}`);
}

function changeMethod(text: string, node: NodeOf<'CallExpression'>): CodeChange[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const { name } = callee.property;
  const object = sourceOf(text, callee.object);
  if (removableCalls.test(name)) return replaceWith(node, object);
  const other = methodReplacements.get(name);
  const end = text.slice(callee.property.end ?? 0, node.end ?? 0);
  return other === undefined ? [] : replaceWith(node, `${object}.${other}${end}`);
}

function negate(text: string, condition: Node): CodeChange[] {
  return isSimple(condition) ? replaceWith(condition, `!(${sourceOf(text, condition)})`) : [];
}

function replaceWith({ start, end }: Node, mutated: string): CodeChange[] {
  return [{ start: start ?? 0, end: end ?? 0, mutated }];
}

/** Returns the source of a node, with its parentheses. */
function sourceOf(text: string, { start, end, extra }: Pick<Node, 'start' | 'end' | 'extra'>): string {
  const source = text.slice(start ?? 0, end ?? 0);
  return extra?.['parenthesized'] ? `(${source})` : source;
}

/** Whether a condition is a single term, in which no operator can be replaced. */
function isSimple({ type }: Node): boolean {
  return /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression|AwaitExpression)$/.test(type);
}

function exitsBlock(statement: Node): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last !== undefined && /^(?:Return|Continue|Break)Statement$/.test(last.type);
}

/** Whether an addition concatenates strings. Replacing its `+` with `-` would make no useful mutant. */
function isConcatenation(node: Node): boolean {
  if (node.type === 'BinaryExpression') {
    return (node.left.type !== 'PrivateName' && isConcatenation(node.left)) || isConcatenation(node.right);
  }
  return node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
}

function isReturned({ type }: Node): boolean {
  return type === 'ReturnStatement' || type === 'ArrowFunctionExpression' || type === 'ConditionalExpression';
}

function isComputed(parent: Node): boolean {
  return isReturned(parent) || /^(?:Binary|Member|Call)Expression$/.test(parent.type);
}

/** Whether a string is compared or searched for. A string that is only displayed isn't a rule. */
function isCompared(parent: Node): boolean {
  if (parent.type === 'BinaryExpression') return /^[!=]==$/.test(parent.operator);
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    searchMethods.test(parent.callee.property.name)
  );
}
