/**
 * Returns `undefined`: the parser would make up a third of the bundle for the web worker. The patterns in
 * `javaScriptKeys.ts` find direct reads.
 */
export function findAliasedKeys(): undefined {
  return undefined;
}
