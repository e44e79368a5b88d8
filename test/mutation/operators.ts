import type { Node } from './syntax.ts';

/** What stands in a text from `start` to `end`, and what a mutant has there instead. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly mutated: string;
}

const otherOperator = new Map(
  Object.entries({
    ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
    ...{ '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
  }),
);
/** Methods that take part of what they are called on, or put it in order: a mutant forgets to call them. */
const left = /^(?:filter|slice|toSorted|toReversed|trim|trimStart|trimEnd|toLowerCase|toUpperCase)$/;
const otherMethod = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min' }));
const looksFor = /^(?:startsWith|endsWith|includes|has|indexOf)$/;

/** What a rule may have wrong at this place, in text that replaces it. */
export function changesAt(text: string, node: Node, parent: Node): Change[] {
  const of = ({ start, end, extra }: Pick<Node, 'start' | 'end' | 'extra'>): string => {
    const own = text.slice(start ?? 0, end ?? 0);
    return extra?.['parenthesized'] ? `(${own})` : own;
  };
  const instead = (at: Node, ...mutated: readonly string[]): Change[] =>
    mutated.map((one) => ({ start: at.start ?? 0, end: at.end ?? 0, mutated: one }));

  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      if (node.operator === '??') return instead(node, of(node.left));
      const other = otherOperator.get(node.operator);
      if (other === undefined || (node.operator === '+' && joinsTexts(node))) return [];
      const sides = [of(node.left), of(node.right)];
      // `a && b || c` reads otherwise than `a || b || c`.
      const [one, two] = node.type === 'LogicalExpression' ? sides.map((side) => `(${side})`) : sides;
      return instead(node, `${one} ${other} ${two}`);
    }
    case 'UnaryExpression':
      return node.operator === '!' ? instead(node, of(node.argument)) : [];
    case 'IfStatement':
      if (!node.alternate && leaves(node.consequent)) return instead(node.test, 'false');
      return isSimple(node.test) ? instead(node.test, `!(${of(node.test)})`) : [];
    case 'ConditionalExpression':
      return isSimple(node.test) ? instead(node.test, `!(${of(node.test)})`) : [];
    case 'BooleanLiteral':
      return isAnswer(parent) ? instead(node, String(!node.value)) : [];
    case 'NumericLiteral':
      return isReckoned(parent) ? instead(node, String(node.value + 1)) : [];
    case 'StringLiteral':
      return node.value !== '' && decides(parent) ? instead(node, "''") : [];
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
      const { name } = callee.property;
      if (left.test(name)) return instead(node, of(callee.object));
      const other = otherMethod.get(name);
      const end = text.slice(callee.property.end ?? 0, node.end ?? 0);
      return other === undefined ? [] : instead(node, `${of(callee.object)}.${other}${end}`);
    }
    default:
      return [];
  }
}

/** A condition of one piece: other operators have nothing to change in it. */
function isSimple({ type }: Node): boolean {
  return /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression|AwaitExpression)$/.test(type);
}

function leaves(statement: Node): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last !== undefined && /^(?:Return|Continue|Break)Statement$/.test(last.type);
}

/** No one would have `-` between texts: such a mutant says nothing. */
function joinsTexts(node: Node): boolean {
  if (node.type === 'BinaryExpression') {
    return (node.left.type !== 'PrivateName' && joinsTexts(node.left)) || joinsTexts(node.right);
  }
  return node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
}

function isAnswer({ type }: Node): boolean {
  return type === 'ReturnStatement' || type === 'ArrowFunctionExpression' || type === 'ConditionalExpression';
}

function isReckoned(parent: Node): boolean {
  return isAnswer(parent) || /^(?:Binary|Member|Call)Expression$/.test(parent.type);
}

/** Whether a text there is compared or looked for; one that is only shown isn't a rule. */
function decides(parent: Node): boolean {
  if (parent.type === 'BinaryExpression') return /^[!=]==$/.test(parent.operator);
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    looksFor.test(parent.callee.property.name)
  );
}
