/** The maximum length of a text in UTF-16 units. Formatting longer texts would block the page. */
const maxLength = 1_000_000;
/** The maximum number of indents. If deeper levels were indented further, deep nesting would multiply the length. */
const maxIndentDepth = 40;
/** Matches a string, a bracket, a comma, a colon, or a number, `true`, `false`, or `null`. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * Formats a JSON object or array with line breaks and indents. Returns `undefined` for other texts. Changes only the
 * white space, so that numbers, the order of keys, and duplicate keys aren't changed.
 */
export function formatJson(text: string): string | undefined {
  const source = text.trim();
  if (source.length > maxLength || !/^[[{]/.test(source) || !isValidJson(source)) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let previous = '';
  const createLineBreak = () => `\n${'  '.repeat(Math.min(depth, maxIndentDepth))}`;
  for (const [token] of source.matchAll(tokenPattern)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    const isFirst = previous === '{' || previous === '[';
    // If both are true, the object or array is empty, and stays on one line.
    if (previous === ',' || isFirst !== isClosing) parts.push(createLineBreak());
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth++;
    previous = token;
  }
  return parts.join('');
}

/** Whether a text is JSON. */
export function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Not an error: texts of logs and servers can be of any kind.
    return false;
  }
}
