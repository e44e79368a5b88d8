import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';

/** The texts of a source file. */
interface SourceTexts {
  /**
   * The first argument of each `l10n.t(…)`. `text` is absent if it isn't a literal, which no exporter finds.
   * `isEarly`: translated while the file is loaded, when the language might not be known yet.
   */
  readonly translated: readonly {
    readonly line: number;
    readonly text?: string;
    readonly isEarly: boolean;
  }[];
  /**
   * Literals of two or more words that aren't translated, without errors for developers and lines of a log.
   */
  readonly others: readonly { readonly line: number; readonly text: string }[];
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Calls whose texts only developers see: errors and log lines. */
const developerCalls = /^(?:(?!User)\w*Error|super|(?:this\.#?)?log(?:ger)?\.\w+|(?:\w+\.)*warn)$/;

/** Syntax that runs later than its file is loaded. */
const isDeferred = /Function|Method$|^Class(Private)?Property$/;

/** Reads the texts of a source file. */
export function readSourceTexts(path: string): SourceTexts {
  const source = readFileSync(path, 'utf8');
  const translated: { line: number; text?: string; isEarly: boolean }[] = [];
  const others: { line: number; text: string }[] = [];

  const visitNode = (node: SyntaxNode, isProse = true, isEarly = true): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return;
    const line = node.loc.start.line;
    const callee = calleeName(node, source);
    const isTranslation = /^(?:vscode\.)?l10n\.t$/.test(callee);
    const isShown = isProse && !developerCalls.test(callee);
    const key = isTranslation ? (node['arguments'] as SyntaxNode[])[0] : undefined;
    if (isTranslation) {
      const text = key && literalText(key);
      translated.push({ line, isEarly, ...(text !== undefined && { text }) });
    }
    const text = node.type === 'TemplateLiteral' ? templateText(node) : literalText(node);
    if (isShown && text !== undefined && /\p{L}{2,} \p{L}{2,}/u.test(text)) others.push({ line, text });
    for (const child of Object.values(node).flat())
      if (isNode(child) && child !== key) visitNode(child, isShown, isEarly && !isDeferred.test(node.type));
  };
  visitNode(
    parse(source, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as SyntaxNode,
  );
  return { translated, others };
}

/** Returns the source of the function that a call or a constructor call names. Empty for other nodes. */
function calleeName(node: SyntaxNode, source: string): string {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return '';
  const callee = node['callee'] as SyntaxNode;
  return source.slice(callee.start, callee.end);
}

function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'StringLiteral') return String(node['value']);
  const isWhole = node.type === 'TemplateLiteral' && (node['expressions'] as SyntaxNode[]).length === 0;
  return isWhole ? templateText(node) : undefined;
}

/** Returns the text of a template without HTML elements. */
function templateText(node: SyntaxNode): string {
  const parts = (node['quasis'] as { readonly value: { readonly cooked: string } }[]).map(
    ({ value }) => value.cooked,
  );
  return parts.join('…').replace(/<[^<>]*>?/g, ' ');
}
