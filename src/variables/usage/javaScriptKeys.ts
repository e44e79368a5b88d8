import type { ParserPlugin } from '@babel/parser';
import { findAliasedKeys } from './aliasedKeys.node.ts';
import { findDestructuredKeys } from './destructuredKeys.ts';
import {
  blankOut,
  bundlerKeys,
  type FoundKey,
  isDeletedAt,
  matchAt,
  maxNames,
  toFoundKey,
} from './foundKey.ts';

/** Lines that are comments as a whole: further in, the same characters may as well be part of a string. */
const commentPattern = /^[ \t]*(?:\/\/.*|\*[ \t].*|\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$))/gm;
const importPattern = /\bimport\s*\{([^{}]*)\}\s*from\s*['"](?:node:)?process['"]/g;

const quotedKey = '(?<quote>[\'"`])(?<key>[^\'"`\\s\\\\]*)\\k<quote>';
const memberPattern = /!?\s*\??\.\s*(?<key>[\w$\u0080-\uffff]+)/y;
const itemPattern = new RegExp(String.raw`!?\s*(?:\?\.\s*)?\[\s*${quotedKey}\s*\]`, 'y');
const getPattern = new RegExp(String.raw`\s*\.\s*get\s*\(\s*${quotedKey}\s*[,)]`, 'y');
/** Also by a name that is known only at run time. */
const accessPattern = /!?\s*(?:\?\.|\.|\[)/y;
/** What is set isn't read, and what is called is a method of the object. */
const setOrCalledPattern = /\s*(?:=(?![=>])|\()/y;

/**
 * The keys that JavaScript or TypeScript reads, also within the markup of a component. `extension`: of the file. Where the
 * script can't be parsed, these are the reads of `process.env` and the like that patterns find.
 */
export function findJavaScriptKeys(source: string, extension: string): readonly FoundKey[] {
  const text = blankOut(source, commentPattern);
  // Parsing takes long, and most files don't have the word.
  const read = /\benv\b/.test(text) ? findAliasedKeys(...extractScript(source, extension)) : undefined;
  if (!read) return findDirectReads(text);
  // The parser reads no markup. In a script, it alone knows strings, comments, and scopes.
  return isComponent(extension) ? [...findDirectReads(text), ...read] : read;
}

function isComponent(extension: string): boolean {
  return extension === 'vue' || extension === 'svelte';
}

/** The script in a file, at its place in it, and the syntax that it may have. */
function extractScript(source: string, extension: string): [text: string, plugins: ParserPlugin[]] {
  const plugins: ParserPlugin[] = ['typescript', 'decorators-legacy'];
  if (!isComponent(extension)) {
    // In `.ts`, what begins like an element is a type assertion.
    return [source, /x$|js$/.test(extension) ? [...plugins, 'jsx'] : plugins];
  }
  const outside = /^[\s\S]*?<script\b[^<>]*>|<\/script\s*>[\s\S]*?(?:<script\b[^<>]*>|$)/gi;
  const script = source.replace(outside, (markup) => markup.replace(/[^\r\n]/g, ' '));
  return [script, plugins];
}

function findDirectReads(text: string): readonly FoundKey[] {
  const found: FoundKey[] = [];
  // A pattern begins behind the last place where one was looked for, so that no text is gone through twice.
  let floor = 0;
  for (const { 0: object, index } of text.matchAll(environmentPattern(text))) {
    const after = index + object.length;
    let keys: readonly (FoundKey | undefined)[] = [];
    if (object === 'Deno.env') keys = [toFoundKey(matchAt(getPattern, text, after))];
    else if (matchAt(accessPattern, text, after)) keys = [toFoundKey(matchRead(text, index, after))];
    else {
      keys = findDestructuredKeys(text, floor, index);
      floor = after;
    }
    for (const key of keys) {
      if (key && !(object === 'import.meta.env' && bundlerKeys.includes(key.key))) found.push(key);
    }
  }
  return found;
}

/** Where an object is that holds the environment. */
function environmentPattern(text: string): RegExp {
  const objects = new Set(['process\\??\\.env', 'import\\.meta\\.env', 'Bun\\.env', 'Deno\\.env']);
  for (const [, names = ''] of text.matchAll(importPattern)) {
    for (const part of names.split(',')) {
      const [name, as, alias] = part.trim().split(/\s+/);
      const local = as === 'as' && alias !== undefined ? alias : name;
      if (name !== 'env' || local === undefined || objects.size >= maxNames) continue;
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
