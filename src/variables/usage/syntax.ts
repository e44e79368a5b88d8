/** A node of the syntax tree (ESTree as Babel extends it). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** A name in the text of a script, and where it begins. */
export interface Key {
  readonly name: string;
  readonly at: number;
}

/** The property that a member expression names, unless its name is known only at run time. */
export function keyNode(node: Node): Key | undefined {
  const property = node['property'];
  if (!isNode(property)) return undefined;
  return node['computed'] === true ? literalKey(property) : nameKey(property);
}

/** The key of a property in an object, a pattern, or a class, unless it is known only at run time. */
export function propertyKey(node: Node): Key | undefined {
  const key = node['key'];
  return literalKey(key) ?? (node['computed'] === true || !isNode(key) ? undefined : nameKey(key));
}

/** A plain name, or a private one with its `#`. */
function nameKey(node: Node): Key | undefined {
  const name = node.type === 'PrivateName' ? nameOf(node['id']) : nameOf(node);
  if (name === undefined) return undefined;
  return { name: node.type === 'PrivateName' ? `#${name}` : name, at: node.start };
}

export function literalKey(node: unknown): Key | undefined {
  const name = textOf(node);
  return name === undefined || !isNode(node) ? undefined : { name, at: node.start + 1 };
}

/** The properties of an object pattern that stand there by name. */
export function propertiesOf(pattern: Node): readonly (Key & { readonly value: unknown })[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return nodesIn(pattern['properties']).flatMap((one) => {
    const key = propertyKey(one);
    return key ? [{ ...key, value: one['value'] }] : [];
  });
}

/** The names that a pattern, or a list of patterns, declares. */
export function namesIn(pattern: unknown): readonly string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn);
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  const parts = ['left', 'argument', 'elements', 'properties', 'parameter'];
  if (pattern.type === 'ObjectProperty') return namesIn(pattern['value']);
  return parts.flatMap((part) => namesIn(pattern[part]));
}

export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}

/** The text of a string, or of a template without expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node['value']);
  const [quasi, ...others] = node.type === 'TemplateLiteral' ? nodesIn(node['quasis']) : [];
  const value = quasi?.['value'] as { readonly cooked?: string } | undefined;
  return others.length === 0 ? value?.cooked : undefined;
}

export function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}
