/**
 * Checks the grammar and spelling of all interface texts and documents: `npm run grammar`. Prints each
 * finding with its file, and exits with 1 if there is one or if an exception is unused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dialect, type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import { exceptions, rulesOff, words } from './grammarExceptions.ts';
import { listDocuments, readInterfaceTexts } from './interfaceTexts.ts';
import { root } from './paths.ts';

/** A word for programs: a setting, a field, a file name, a path, a URL, or a value in quotation marks. */
const codeWord =
  /(?<![\w`.])[\w./:-]*(?:[a-z][A-Z]|\w[._/:]+\w)[\w./:-]*|(?<=[ (])\.[\w.]+|"[a-z]+"|xn--|\bmcp-test\b/g;

/**
 * Returns a text as a user sees it, with names and numbers for placeholders, and code spans for words for
 * programs.
 */
function toDisplayText(text: string): string {
  return text
    .replaceAll(/\$\([\w~-]+\) ?/g, '')
    .replaceAll(/\{\d+\} (s|ms|MB)\b/g, '5 seconds')
    .replaceAll(/\{\d+\}/g, 'Name')
    .replaceAll(/`[^`]+`/g, (code) => code.replaceAll(/[^`]/g, 'x'))
    .replaceAll(codeWord, '`code`')
    .replaceAll(/\bhttps?\b/g, 'HTTP');
}

/** Returns the sentence or line around a finding. */
function findContext(text: string, lint: Lint): string {
  const { start, end } = lint.span();
  const characters = [...text];
  const before = characters.slice(0, start).join('').split('\n').at(-1) ?? '';
  const after = characters.slice(end).join('').split('\n')[0] ?? '';
  return `${before.slice(-60)}[${lint.get_problem_text()}]${after.slice(0, 60)}`;
}

const linter = new LocalLinter({ binary, dialect: Dialect.American });
await linter.setup();
await linter.importWords([...words]);
const disabledRules = Object.fromEntries(Object.keys(rulesOff).map((rule) => [rule, false]));
const config = { ...(await linter.getLintConfig()), ...disabledRules };
// Fragments that code puts into a sentence begin with a lowercase letter.
const fragmentConfig = { ...config, SentenceCapitalization: false };
const usedExceptions = new Set<string>();
const findings: string[] = [];
const displayedTexts = readInterfaceTexts().map(({ file, text }) => ({
  place: file,
  text: toDisplayText(text),
}));
const documents = listDocuments().map((place) => ({ place, text: readFileSync(join(root, place), 'utf8') }));
for (const [texts, rules] of [
  [displayedTexts, fragmentConfig],
  [documents, config],
] as const) {
  await linter.setLintConfig(rules);
  for (const { place, text } of texts) {
    for (const lint of await linter.lint(text, { language: 'markdown' })) {
      const problem = lint.get_problem_text();
      const exception = exceptions.find((one) => one.problem === problem);
      if (exception) usedExceptions.add(exception.problem);
      else findings.push(`${place}: ${lint.lint_kind()}: ${lint.message()}\n    ${findContext(text, lint)}`);
    }
  }
}
const unused = exceptions.filter(({ problem }) => !usedExceptions.has(problem));
for (const finding of findings) console.log(finding);
for (const { problem } of unused) console.log(`Exception that no text needs: ${problem}`);
console.log(`${findings.length} findings, ${exceptions.length} exceptions`);
if (findings.length > 0 || unused.length > 0) process.exitCode = 1;
