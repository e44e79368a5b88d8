import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

/** Maximum nesting of lists, quotes, and emphasis. */
const maxLevels = 20;
/** Maximum number of cells in a table. Each row is filled to the width of the header, so a short text can have millions of cells. */
const maxCells = 5000;
/**
 * Maximum sums of the length of each block times its number of lines, and of the length of each inline text times its number of punctuation
 * characters. The time of `marked` grows with these products, because it searches backward from each line and each punctuation character.
 */
const maxLineWork = 4_000_000;
const maxPunctuationWork = 2_000_000;
/**
 * Maximum sum of the squared lengths of words in inline texts with an at sign. `marked` looks for an email address at each
 * character of a word, and reads the rest of the word each time.
 */
const maxAddressWork = 20_000_000;

/** Thrown if a text takes too long to parse as Markdown or is nested too deeply. */
export class MarkdownTooLargeError extends Error {}

/** Parses Markdown. Throws `MarkdownTooLargeError` before `marked` would take more than about 100 ms. */
export function readMarkdown(text: string): readonly Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(text);
}

class BoundedLexer extends Lexer {
  #levels = 0;
  #lineWork = 0;
  #punctuationWork = 0;
  #addressWork = 0;

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[] {
    for (const part of src.split(/\n[ \t]*\n/)) this.#lineWork += part.length * part.split('\n').length;
    return this.#within(() => super.blockTokens(src, tokens, isClipped));
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.#punctuationWork += src.length * src.replace(/[\p{L}\p{N}\s]+/gu, '').length;
    // The characters before the at sign of an address.
    const words = src.includes('@') ? src.matchAll(/[\w.!#$%&'*+/=?^`{|}~-]+/g) : [];
    for (const [word] of words) this.#addressWork += word.length ** 2;
    return this.#within(() => super.inlineTokens(src, tokens));
  }

  #within(read: () => Token[]): Token[] {
    const isTooMuch =
      this.#lineWork > maxLineWork ||
      this.#punctuationWork > maxPunctuationWork ||
      this.#addressWork > maxAddressWork;
    if (isTooMuch || this.#levels === maxLevels) throw new MarkdownTooLargeError();
    this.#levels++;
    try {
      return read();
    } finally {
      this.#levels--;
    }
  }
}

class BoundedTokenizer extends Tokenizer {
  override table(src: string): Tokens.Table | undefined {
    const [head = '', alignment = '', ...lines] = (src.split(/\n[ \t]*\n/, 1)[0] ?? '').split('\n');
    const isTable = /^[ \t]*[|:-][|:\s-]*$/.test(alignment);
    if (isTable && head.split('|').length * lines.length > maxCells) throw new MarkdownTooLargeError();
    return super.table(src);
  }
}
