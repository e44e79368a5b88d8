/** Returns `undefined`: the parser would be a third of the file for the web worker host. The patterns of `javaScriptKeys` find direct reads. */
export function findAliasedKeys(): undefined {
  return undefined;
}
