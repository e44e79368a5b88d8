/** Maximum depth of brackets. The parser is recursive. */
const maxDepth = 200;

/**
 * Maximum number of nested type arguments. The parser tries two readings of each `<T>`, so its time doubles with each
 * level.
 */
const maxTypeArguments = 7;

const openings = '([{';
const closings = ')]}';
/** A character at the end of a line that can end a statement. */
const statementEnd = /[\w$)\]}'"`;]/;
/** A character at the start of a line that continues the statement before it. */
const continuation = /[=.,?:+*/%&|^<>([`-]/;

/**
 * Whether the time to parse a script might be out of proportion to its length: brackets are nested too deep, or a
 * statement has too many nested type arguments. Strings and comments are included.
 */
export function isTooNested(text: string): boolean {
  /** The number of type arguments around each open bracket. */
  const around: number[] = [];
  let count = 0;
  let last = '';
  let isNewLine = false;
  for (const character of text) {
    if (character === '\n') isNewLine = true;
    if (character.trim() === '') continue;
    const isStatement =
      character === ';' || (isNewLine && statementEnd.test(last) && !continuation.test(character));
    if (isStatement) count = around.at(-1) ?? 0;
    if (openings.includes(character)) around.push(count);
    else if (closings.includes(character)) count = around.pop() ?? 0;
    // A less-than sign is counted as well.
    else if (character === '<') count++;
    if (around.length > maxDepth || count > maxTypeArguments) return true;
    last = character;
    isNewLine = false;
  }
  return false;
}
