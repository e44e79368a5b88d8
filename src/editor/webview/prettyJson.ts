/** Longer texts stay as they are: formatting them would hold up the panel. In characters. */
const maxLength = 1_000_000;
/** Deeper levels aren't indented further, so that a deep nest can't grow out of all proportion. */
const maxIndentDepth = 40;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * The text with line breaks and indents if it is a JSON object or array, else `undefined`. Works on the text
 * itself, so that numbers, key order and repeated keys stay exactly as they were logged.
 */
export function prettyJson(text: string): string | undefined {
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
    // Not JSON is an answer, not a failure: most log lines are none.
    return false;
  }
}
