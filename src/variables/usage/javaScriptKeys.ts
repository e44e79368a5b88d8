import type { ParserPlugin } from '@babel/parser';
import { findAliasedKeys } from './aliasedKeys.node.ts';
import { findDestructuredKeys } from './destructuredKeys.ts';
import {
  bundlerKeys,
  type FoundKey,
  isDeletedAt,
  matchAt,
  maxAliases,
  replaceWithSpaces,
  toFoundKey,
} from './foundKey.ts';

/** Comments that take up whole lines. Elsewhere in a line, the same characters can be part of a string. */
const commentPattern = /^[ \t]*(?:\/\/.*|\*[ \t].*|\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$))/gm;
const importPattern = /\bimport\s*\{([^{}]*)\}\s*from\s*['"](?:node:)?process['"]/g;

const quotedKey = '(?<quote>[\'"`])(?<key>[^\'"`\\s\\\\]*)\\k<quote>';
const memberPattern = /!?\s*\??\.\s*(?<key>[\w$\u0080-\uffff]+)/y;
const itemPattern = new RegExp(String.raw`!?\s*(?:\?\.\s*)?\[\s*${quotedKey}\s*\]`, 'y');
const getPattern = new RegExp(String.raw`\s*\.\s*get\s*\(\s*${quotedKey}\s*[,)]`, 'y');
/** Also matches an access with a computed name. */
const accessPattern = /!?\s*(?:\?\.|\.|\[)/y;
/** An assigned property isn't read, and a called one is a method of the object. */
const setOrCalledPattern = /\s*(?:=(?![=>])|\()/y;

/**
 * Finds the keys that JavaScript or TypeScript reads, including the markup of components. `extension`: the file name
 * extension. If the script can't be parsed, patterns find reads such as `process.env.KEY`.
 */
export function findJavaScriptKeys(source: string, extension: string): readonly FoundKey[] {
  const text = replaceWithSpaces(source, commentPattern);
  // Parsing is slow, and most files don't contain the word.
  const read = /\benv\b/.test(text) ? findAliasedKeys(...extractScript(source, extension)) : undefined;
  if (!read) return findDirectReads(text);
  // The parser doesn't read markup. In a script, only the parser recognizes strings, comments, and scopes.
  return isComponent(extension) ? [...findDirectReads(text), ...read] : read;
}

function isComponent(extension: string): boolean {
  return extension === 'vue' || extension === 'svelte';
}

/** Returns the script of a file at its original offset, and the parser plugins for its syntax. */
function extractScript(source: string, extension: string): [text: string, plugins: ParserPlugin[]] {
  const plugins: ParserPlugin[] = ['typescript', 'decorators-legacy'];
  if (!isComponent(extension)) {
    // In `.ts` files, `<T>` is a type assertion, not an element.
    return [source, /x$|js$/.test(extension) ? [...plugins, 'jsx'] : plugins];
  }
  const outside = /^[\s\S]*?<script\b[^<>]*>|<\/script\s*>[\s\S]*?(?:<script\b[^<>]*>|$)/gi;
  const script = source.replace(outside, (markup) => markup.replace(/[^\r\n]/g, ' '));
  return [script, plugins];
}

function findDirectReads(text: string): readonly FoundKey[] {
  const foundKeys: FoundKey[] = [];
  // Each pattern search starts after the previous one, so that no text is searched twice.
  let searchStart = 0;
  for (const { 0: object, index } of text.matchAll(environmentPattern(text))) {
    const after = index + object.length;
    let keys: readonly (FoundKey | undefined)[] = [];
    if (object === 'Deno.env') keys = [toFoundKey(matchAt(getPattern, text, after))];
    else if (matchAt(accessPattern, text, after)) keys = [toFoundKey(matchRead(text, index, after))];
    else {
      keys = findDestructuredKeys(text, searchStart, index);
      searchStart = after;
    }
    for (const key of keys) {
      if (key && !(object === 'import.meta.env' && bundlerKeys.includes(key.key))) foundKeys.push(key);
    }
  }
  return foundKeys;
}

/** Returns a pattern that matches the objects with the environment. */
function environmentPattern(text: string): RegExp {
  const objects = new Set(['process\\??\\.env', 'import\\.meta\\.env', 'Bun\\.env', 'Deno\\.env']);
  for (const [, names = ''] of text.matchAll(importPattern)) {
    for (const part of names.split(',')) {
      const [name, as, alias] = part.trim().split(/\s+/);
      const local = as === 'as' && alias !== undefined ? alias : name;
      if (name !== 'env' || local === undefined || objects.size >= maxAliases) continue;
      if (/^\w+$/.test(local)) objects.add(`(?<!\\.)${local}`);
    }
  }
  return new RegExp(String.raw`(?<![\w$])(?:${[...objects].join('|')})(?![\w$])`, 'g');
}

function matchRead(text: string, before: number, after: number): RegExpExecArray | undefined {
  const read = matchAt(memberPattern, text, after) ?? matchAt(itemPattern, text, after);
  if (!read || matchAt(setOrCalledPattern, text, after + read[0].length)) return undefined;
  return isDeletedAt(text, before) ? undefined : read;
}
