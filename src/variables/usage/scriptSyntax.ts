/** A node of the syntax tree, in the ESTree format with the extensions of Babel. */
export interface ScriptNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** A name in a script with its offset. */
export interface ScriptKey {
  readonly name: string;
  readonly offset: number;
}

/** Returns the property of a member expression, unless its name is computed. */
export function getMemberKey(node: ScriptNode): ScriptKey | undefined {
  const property = node['property'];
  if (!isScriptNode(property)) return undefined;
  return node['computed'] === true ? getLiteralKey(property) : getNameKey(property);
}

/** Returns the key of a property in an object, a pattern, or a class, unless it's computed. */
export function getPropertyKey(node: ScriptNode): ScriptKey | undefined {
  const key = node['key'];
  return (
    getLiteralKey(key) ?? (node['computed'] === true || !isScriptNode(key) ? undefined : getNameKey(key))
  );
}

/** Returns a name, or a private name with its `#`. */
function getNameKey(node: ScriptNode): ScriptKey | undefined {
  const name = node.type === 'PrivateName' ? getIdentifierName(node['id']) : getIdentifierName(node);
  if (name === undefined) return undefined;
  return { name: node.type === 'PrivateName' ? `#${name}` : name, offset: node.start };
}

function getLiteralKey(node: unknown): ScriptKey | undefined {
  const name = getStringValue(node);
  return name === undefined || !isScriptNode(node) ? undefined : { name, offset: node.start + 1 };
}

/** Returns the properties of an object pattern that have literal names. */
export function getPatternProperties(
  pattern: ScriptNode,
): readonly (ScriptKey & { readonly value: unknown })[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return toScriptNodes(pattern['properties']).flatMap((one) => {
    const key = getPropertyKey(one);
    return key ? [{ ...key, value: one['value'] }] : [];
  });
}

/** Returns the names that a pattern or a list of patterns declares. */
export function getDeclaredNames(pattern: unknown): readonly string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(getDeclaredNames);
  if (!isScriptNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  const parts = ['left', 'argument', 'elements', 'properties', 'parameter'];
  if (pattern.type === 'ObjectProperty') return getDeclaredNames(pattern['value']);
  return parts.flatMap((part) => getDeclaredNames(pattern[part]));
}

export function getIdentifierName(node: unknown): string | undefined {
  return isScriptNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}

/** Returns the value of a string, or of a template without expressions. */
export function getStringValue(node: unknown): string | undefined {
  if (!isScriptNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node['value']);
  const [quasi, ...others] = node.type === 'TemplateLiteral' ? toScriptNodes(node['quasis']) : [];
  const value = quasi?.['value'] as { readonly cooked?: string } | undefined;
  return others.length === 0 ? value?.cooked : undefined;
}

export function toScriptNodes(value: unknown): readonly ScriptNode[] {
  return Array.isArray(value) ? value.filter(isScriptNode) : [];
}

export function isScriptNode(value: unknown): value is ScriptNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as Partial<ScriptNode>).type === 'string'
  );
}
