import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  stripComments,
} from 'jsonc-parser';
import { detectFormatting, type OffsetRange } from '../editor/jsonDocument.ts';
import type { McpJsonEntry } from './clientFormats.ts';

/**
 * The result of adding a server to an `mcp.json` file. `invalid`: the file can't be changed. Without `field`, it has a
 * syntax error at `offset`. Otherwise, `field` has the wrong type. `exists`: the file has another server with this name.
 */
export type McpFileChange =
  | { readonly kind: 'invalid'; readonly offset: number; readonly field?: 'root' | 'servers' | 'inputs' }
  | { readonly kind: 'exists'; readonly range: OffsetRange }
  | { readonly kind: 'unchanged'; readonly range: OffsetRange }
  | { readonly kind: 'changed'; readonly text: string; readonly range: OffsetRange };

/** Adds a server to the text of an `mcp.json` file, whose comments and formatting are kept. */
export function addServer(
  text: string,
  name: string,
  { definition, inputs }: McpJsonEntry,
  canReplace: boolean,
): McpFileChange {
  const { eol } = detectFormatting(text);
  const file = parseFile(hasNoValue(text) ? [text.trimEnd(), '{}'].filter(Boolean).join(eol) : text);
  if ('kind' in file) return file;
  const existing = findNodeAtLocation(file.root, ['servers', name]);
  const isEqual = existing !== undefined && hasEqualValue(existing, definition);
  if (existing && !isEqual && !canReplace) return { kind: 'exists', range: toRange(existing) };
  let changed = file.text;
  if (!existing) changed = addProperty(file, 'servers', name, definition);
  else if (!isEqual) changed = replaceValue(file.text, existing, definition);
  // The user might have removed the inputs of an entry, which the editor can't start without them.
  for (const input of inputs) changed = addInput(changed, input);
  if (existing && changed === file.text) return { kind: 'unchanged', range: toRange(existing) };
  const server = findNodeAtLocation(parseTree(changed, [], parseOptions) as Node, ['servers', name]);
  return { kind: 'changed', text: changed, range: server ? toRange(server) : { start: 0, end: 0 } };
}

/** Whether a text contains only comments and white space. */
const hasNoValue = (text: string): boolean => stripComments(text).trim() === '';

const parseOptions = { allowTrailingComma: true };

interface ParsedFile {
  readonly text: string;
  readonly root: Node;
}

function parseFile(text: string): ParsedFile | Extract<McpFileChange, { kind: 'invalid' }> {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, parseOptions);
  const [first] = errors;
  if (first || !root) return { kind: 'invalid', offset: first?.offset ?? 0 };
  if (root.type !== 'object') return { kind: 'invalid', offset: root.offset, field: 'root' };
  for (const [field, type] of [
    ['servers', 'object'],
    ['inputs', 'array'],
  ] as const) {
    const node = findNodeAtLocation(root, [field]);
    if (node && node.type !== type) return { kind: 'invalid', offset: node.offset, field };
  }
  return { text, root };
}

const toRange = ({ offset, length }: Node): OffsetRange => ({ start: offset, end: offset + length });

/** Whether a value in the file has the same fields, in any order. */
function hasEqualValue(node: Node, value: object): boolean {
  const sort = (_: string, one: unknown): unknown =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return JSON.stringify(getNodeValue(node), sort) === JSON.stringify(value, sort);
}

function addInput(text: string, input: { readonly id: string }): string {
  const root = parseTree(text, [], parseOptions) as Node;
  const inputs = findNodeAtLocation(root, ['inputs']);
  if (!inputs) return addMember({ text, root }, root, 'inputs', [input]);
  // The user might have changed the input, such as its description.
  const hasInput = inputs.children?.some((one) => findNodeAtLocation(one, ['id'])?.value === input.id);
  return hasInput ? text : addMember({ text, root }, inputs, undefined, input);
}

/** Adds a property to the object `field` of the root, which is added if it's missing. */
function addProperty(file: ParsedFile, field: string, name: string, value: object): string {
  const parent = findNodeAtLocation(file.root, [field]);
  return parent ? addMember(file, parent, name, value) : addMember(file, file.root, field, { [name]: value });
}

/** Adds a value after the last one of an object or an array. `name`: the name of a property of an object. */
function addMember({ text }: ParsedFile, parent: Node, name: string | undefined, value: object): string {
  const { indent, eol } = detectFormatting(text);
  const prefix = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const closing = parent.offset + parent.length - 1;
  const last = parent.children?.at(-1);
  const contentEnd = text.slice(0, closing).trimEnd().length;
  if (last && !/[\r\n]/.test(text.slice(parent.offset, last.offset))) {
    const lastEnd = last.offset + last.length;
    return `${text.slice(0, lastEnd)}, ${prefix}${JSON.stringify(value)}${text.slice(lastEnd)}`;
  }
  const outerIndent = getIndentation(text, parent.offset);
  const memberIndent = last ? getIndentation(text, last.offset) : outerIndent + indent;
  const member = `${eol}${memberIndent}${prefix}${formatValue(value, indent, eol, memberIndent)}`;
  if (!last) return `${text.slice(0, contentEnd)}${member}${eol}${outerIndent}${text.slice(closing)}`;
  const lastEnd = last.offset + last.length;
  // Comments after the last value stay behind it.
  const rest = text.slice(lastEnd, contentEnd);
  const comma = hasComma(rest) ? { before: '', after: ',' } : { before: ',', after: '' };
  return `${text.slice(0, lastEnd)}${comma.before}${rest}${member}${comma.after}${text.slice(contentEnd)}`;
}

function replaceValue(text: string, node: Node, value: object): string {
  const { indent, eol } = detectFormatting(text);
  const formatted = formatValue(value, indent, eol, getIndentation(text, node.offset));
  return text.slice(0, node.offset) + formatted + text.slice(node.offset + node.length);
}

const formatValue = (value: object, indent: string, eol: string, outerIndent: string): string =>
  JSON.stringify(value, undefined, indent).replaceAll('\n', `${eol}${outerIndent}`);

/** Whether a text of white space and comments has a comma outside of comments. */
const hasComma = (text: string): boolean =>
  text.replaceAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, '').includes(',');

/** Returns the white space at the beginning of the line of an offset. */
function getIndentation(text: string, offset: number): string {
  return /[^\r\n]*$/.exec(text.slice(0, offset))?.[0].match(/^[ \t]*/)?.[0] ?? '';
}
