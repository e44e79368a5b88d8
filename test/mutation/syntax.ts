import { parse } from '@babel/parser';

type Statement = ReturnType<typeof parse>['program']['body'][number];
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
export type Node = Statement | Expression;

/** Node types that exist at run time although their names begin like those of types. */
const runtimeTypes = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Whether a node is only about types or imports, so that nothing in it runs. */
function isErased({ type }: Node): boolean {
  return (type.startsWith('TS') && !runtimeTypes.has(type)) || type === 'ImportDeclaration';
}

/** Visits all nodes of a TypeScript text that exist at run time, each with its parent. */
export function visitNodes(text: string, visitNode: (node: Node, parent: Node) => void): void {
  const below = (node: Node): void => {
    for (const child of Object.values(node).flat()) {
      if (!isNode(child) || isErased(child)) continue;
      visitNode(child, node);
      below(child);
    }
  };
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'], attachComment: false });
  for (const statement of program.body) {
    if (isErased(statement)) continue;
    visitNode(statement, statement);
    below(statement);
  }
}
