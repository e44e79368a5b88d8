import { parseTemplate } from 'url-template';

/** The value of a variable: a string, a list, or an associative array (RFC 6570 §2.3). */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>;

export interface TemplateVariable {
  readonly name: string;
  /**
   * Whether the variable is part of an expression without a separator operator, so that a missing value would leave a
   * gap.
   */
  readonly isRequired: boolean;
  /**
   * Whether an expression explodes the variable (`*`), so that each member of a list or an associative array is
   * expanded.
   */
  readonly isExploded: boolean;
}

interface Expression {
  readonly operator: string;
  readonly variables: readonly Pick<TemplateVariable, 'name' | 'isExploded'>[];
}

/**
 * Match an expression, a variable with its modifier, and the literals of a template (RFC 6570 §2.1 to §2.4). Hyphens in
 * names and literals that should be encoded are allowed, because servers use them.
 */
const expressionPattern = /\{([+#./;?&]?)([^{}]*)\}/g;
const variablePattern = /^((?:[\w.-]|%[\da-f]{2})+)(?:(\*)|:([1-9]\d{0,3}))?$/i;
const literalPattern = /^[^{}\p{Cc}\p{Cs}]*$/u;

/** Returns the expressions of a template; `undefined` if it isn't valid (RFC 6570). */
function parseExpressions(template: string): readonly Expression[] | undefined {
  const expressions: Expression[] = [];
  let isValid = true;
  const rest = template.replaceAll(expressionPattern, (_, operator: string, list: string) => {
    const variables = list.split(',').map((text) => {
      const [, name, star] = variablePattern.exec(text) ?? [];
      if (name === undefined || name.startsWith('.') || name.endsWith('.') || name.includes('..'))
        isValid = false;
      return { name: name ?? '', isExploded: star !== undefined };
    });
    expressions.push({ operator, variables });
    return '';
  });
  return isValid && literalPattern.test(rest) ? expressions : undefined;
}

export function isUriTemplate(template: string): boolean {
  return parseExpressions(template) !== undefined;
}

/** Returns the variables of a template in their order, without duplicates; empty if the template isn't valid. */
export function parseTemplateVariables(template: string): readonly TemplateVariable[] {
  const variablesByName = new Map<string, TemplateVariable>();
  for (const { operator, variables } of parseExpressions(template) ?? []) {
    for (const { name, isExploded } of variables) {
      const existing = variablesByName.get(name);
      variablesByName.set(name, {
        name,
        isRequired: existing?.isRequired === true || operator === '' || operator === '+',
        isExploded: existing?.isExploded === true || isExploded,
      });
    }
  }
  return [...variablesByName.values()];
}

/** Expands a template. Variables without a value are left out. An invalid template is returned unchanged. */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, TemplateValue | undefined>>,
): string {
  if (!isUriTemplate(template)) return template;
  // The object has no prototype, because a variable can have the name of a built-in property.
  const context: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(values))
    context[decodeVariableName(name)] = toExpandableValue(value);
  const prepared = template.replaceAll(expressionPattern, (_, operator: string, list: string) => {
    const variables = list.split(',').map((text) => rewriteVariable(text, context));
    return `{${operator}${variables.join(',')}}`;
  });
  return parseTemplate(prepared).expand(context as never);
}

/**
 * Adapts a variable to the library, which encodes names a second time, and counts UTF-16 units where RFC 6570 counts
 * characters.
 */
function rewriteVariable(text: string, context: Readonly<Record<string, unknown>>): string {
  const [, name = '', star = '', prefix] = variablePattern.exec(text) ?? [];
  const key = decodeVariableName(name);
  const value = context[key];
  if (prefix === undefined || typeof value !== 'string') return `${key}${star}`;
  return `${key}:${[...value].slice(0, Number(prefix)).join('').length}`;
}

function decodeVariableName(name: string): string {
  try {
    const decoded = decodeURIComponent(name);
    return /[,:*{}]/.test(decoded) ? name : decoded;
  } catch {
    return name;
  }
}

/** An empty list or associative array counts as undefined (RFC 6570 §2.3). */
function toExpandableValue(value: TemplateValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one) => one.toWellFormed());
  const entries = Object.entries(value);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, one]) => [name.toWellFormed(), one.toWellFormed()]));
}
