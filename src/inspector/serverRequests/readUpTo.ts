/** An answer as it comes, up to so many tokens. Models of the editor take no such limit, but count. */
export async function readUpToTokenLimit(
  stream: AsyncIterable<string>,
  maxTokens: number | undefined,
  countTokens: (text: string) => PromiseLike<number>,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  let text = '';
  // A token has one character at least: before that many more there is nothing to count.
  let enough = maxTokens ?? Number.POSITIVE_INFINITY;
  for await (const piece of stream) {
    text += piece;
    if (maxTokens === undefined || text.length < enough) continue;
    const count = await countTokens(text);
    if (count > maxTokens) return { text, isCut: true };
    enough = text.length + maxTokens - count + 1;
  }
  return { text, isCut: false };
}
