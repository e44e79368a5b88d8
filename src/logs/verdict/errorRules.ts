import type { FileReference } from './fileReference.ts';

/**
 * The meaning of a line for the summary of errors. `location`: the line has no message, but names the position of the
 * error before or after it.
 */
export type LineMeaning = 'error' | 'warning' | 'location' | 'other';

/** Lines that are errors, without the prefixes of build tools. Each pattern is anchored or has bounded repetition. */
const errorPatterns: readonly RegExp[] = [
  // error: …, ERROR in …, [error] …, fatal: …, FATAL ERROR: …
  /^\[?(?:error|fatal|failure)\]?(?:[:!]|\s+\S|$)/i,
  // Rust and TypeScript
  /^error(?:\[\w{1,10}\]| TS\d{1,6})/,
  /^(?:npm|yarn|pnpm|bun) (?:ERR!|error)/,
  /^ERR_\w{1,60}\s/,
  // TypeError: …, click.exceptions.UsageError: …
  /^(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception)(?: \[\w{1,60}\])?: /,
  /^Uncaught \w{0,60}(?:Error|Exception)\b/,
  // The marks of esbuild, ESLint, and uv
  /^[×✘✖✗❌] ?\S/,
  // A line of ESLint
  /^\d{1,7}:\d{1,7}\s+error\s/,
  /^(?:panic: |thread '[^']{0,100}' panicked)/,
  /^.{0,120}: (?:command )?not found$/,
  /^(?:failed to|could not|couldn't|unable to) \S/i,
  /^(?:cannot find|module not found|no matching distribution|no solution found)\b/i,
  /^(?:build|command|deployment|health ?check) failed\b/i,
  /^(?:killed|out of memory|segmentation fault)\b/i,
  /^.{0,200}\b(?:exited|ended|exit|failed|terminated) (?:with )?(?:exit )?(?:code|status):? [1-9]/i,
];

/** Lines that look like errors, but aren't the reason for a failure. */
const harmlessPatterns: readonly RegExp[] = [
  /^error(?:s|-| handling| reporting| count)\b/i,
  /^(?:0|no) errors?\b/i,
  /^npm (?:ERR!|error) (?:A complete log|\s*$)/,
];

const warningPattern = /^(?:\[?warn(?:ing)?\]?\b|.{0,300}\b(?:warning|deprecat\w{0,10}|note|hint)\b)/i;

/**
 * Returns the meaning of a line. `text` is the line without the prefixes of build tools, and `reference` the position
 * that it names.
 */
export function classifyLine(text: string, reference: FileReference | undefined): LineMeaning {
  if (harmlessPatterns.some((pattern) => pattern.test(text))) return 'other';
  if (errorPatterns.some((pattern) => pattern.test(text))) return 'error';
  if (!reference) return /^\[?warn(?:ing)?\]?\b/i.test(text) ? 'warning' : 'other';
  if (!isMessageAfter(text, reference)) return 'location';
  return warningPattern.test(text) ? 'warning' : 'error';
}

/** Whether a line begins with a position, and continues with a message, as compilers write it. */
function isMessageAfter(text: string, { path, start, end }: FileReference): boolean {
  return start === 0 && text.startsWith(path) && /^\s*[:-]?\s*[A-Za-z"'`]/.test(text.slice(end));
}
