/** A host in a web worker takes one file, of which the parser would be a third: the patterns of `javaScriptKeys` find what is plain. */
export function keysByAlias(): undefined {
  return undefined;
}
