/** In characters. Longer texts aren't formatted, because that would block the panel. */
const maxLength = 1_000_000;
/** Deeper levels aren't indented further, so that deep nesting doesn't multiply the length. */
const maxIndentDepth = 40;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * Formats a JSON object or array with line breaks and indentation. Returns `undefined` for other texts. Works on the
 * text, so that numbers, the order of keys, and duplicate keys aren't changed.
 */
export function formatJson(text: string): string | undefined {
  const source = text.trim();
  if (source.length > maxLength || !/^[[{]/.test(source) || !isValidJson(source)) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let previous = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, maxIndentDepth))}`;
  for (const [token] of source.matchAll(tokens)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    const isFirst = previous === '{' || previous === '[';
    // An empty object or array stays on one line.
    if (previous === ',' || isFirst !== closes) parts.push(line());
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth++;
    previous = token;
  }
  return parts.join('');
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Expected, because most log lines aren't JSON.
    return false;
  }
}
