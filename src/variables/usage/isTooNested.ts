/** The parser calls itself for each level of brackets. */
const maxDepth = 200;

/** The parser reads each `<T>` in two ways: its time doubles with each that is within another one. */
const maxTypeArguments = 7;

const openings = '([{';
const closings = ')]}';
/** At the end of a line, the statement may end. */
const statementEnd = /[\w$)\]}'"`;]/;
/** At the start of a line, the statement before goes on. */
const continuation = /[=.,?:+*/%&|^<>([`-]/;

/**
 * Whether parsing a script may take much longer than its length suggests: brackets are nested too deep, or a statement has
 * too many type arguments within one another. Strings and comments are counted as well.
 */
export function isTooNested(text: string): boolean {
  /** The type arguments around each open bracket. */
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
    // The sign of a comparison is usually followed by a blank, but is counted as well.
    else if (character === '<') count++;
    if (around.length > maxDepth || count > maxTypeArguments) return true;
    last = character;
    isNewLine = false;
  }
  return false;
}
