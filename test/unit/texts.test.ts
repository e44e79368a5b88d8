import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { placeholder, secretMark } from '../../src/variables/env/notation.ts';
import { readSourceTexts } from '../harness/sourceTexts.ts';

const sources = globSync('src/**/*.ts')
  .sort()
  .map((path) => ({ path, ...readSourceTexts(path) }));

describe('the texts', () => {
  test('are literals where they are translated, since an exporter finds no others', () => {
    const hidden = sources.flatMap(({ path, translated }) =>
      translated.filter(({ text }) => text === undefined).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(hidden, []);
  });

  test('are translated when they are asked for, not when a module is read: the language comes later', () => {
    const early = sources.flatMap(({ path, translated }) =>
      translated.filter(({ isEarly }) => isEarly).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(early, []);
  });

  test('are in the bundle, all of them and no others: npm run l10n', () => {
    const bundle = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')));
    const texts = new Set(sources.flatMap(({ translated }) => translated.map(({ text }) => text)));
    assert.ok(texts.size > 1000, 'all of them are read');
    assert.deepEqual(bundle, [...texts].sort());
  });

  test('hold no notation, which a translator would translate and nothing would read then', () => {
    const notations = new RegExp(`# ${secretMark}|${placeholder}`);
    const held = sources.flatMap(({ path, translated }) =>
      translated.filter(({ text = '' }) => notations.test(text)).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(held, []);
  });

  test('are translated but for what is no prose', () => {
    const others = sources.flatMap(({ path, others }) =>
      others.filter(({ text }) => !isNoProse(path, text)).map(({ line, text }) => `${path}:${line} ${text}`),
    );
    assert.deepEqual(others, []);
    const unused = noProse.filter(
      ([file, pattern]) =>
        !sources.some(({ path, others }) => file.test(path) && others.some(({ text }) => pattern.test(text))),
    );
    assert.deepEqual(unused, [], 'each of what is left out is there');
  });
});

/** What is in English on purpose, by file and text. */
const noProse: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // Names of the product and of what others call so.
  [/./, /^Hosted MCP( Servers( for Visual Studio Code)?)?$/],
  [/^src\/auth\/(oauth|lease\.node)\.ts$/, /^openid|^E[A-Z]+( E[A-Z]+)+$/],
  // Names of the languages and their libraries.
  [/^src\/variables\/usage\/aliasedKeys\.node\.ts$/, /^every filter find /],
  [/^src\/variables\/usage\/python\w+\.ts$/, /^(and as assert|lambda nonlocal|if elif|dict ChainMap) /],
  [/^src\/folder\/commands\.ts$/, /^(npm|pnpm|yarn|bun|uv|poetry|pip) /],
  [/^src\/(logs\/export\/redaction|folder\/privateKeys)\.ts$/, /^PRIVATE KEY$/],
  [
    /^src\/(domain\/knownTokens|folder\/secret(Files|Texts))\.ts$/,
    /^(GitHub CLI|Google Cloud|Hugging Face|JSON Web Keys)$/,
  ],
  // Styles, programs and documents.
  [/\/webview\//, /^[a-z…-]+( [a-z…-]+)*$|^color-mix\(/],
  [/^src\/inspector\/asks\/asks\.ts$/, /^The user refused\.$|^This client /],
  [/^src\/inspector\/callTests\/refusals\.ts$/, /^The user refused\.$/],
  [/^src\/editor\/panel\/pageHtml\.ts$/, /^(img|media)-src/],
  [/^src\/audits\/export\/html\.ts$|^src\/auth\/loopback\.node\.ts$/, /[{;]/],
  // The command line has no language to choose, and what it writes is for programs.
  [/\.cli\.ts$/, /./],
  [/^src\/inspector\/callTests\/junit\.ts$/, /^ *</],
  [/^src\/editor\/textSearch\/regexWorker\./, /[=(]|^text search$/],
  // Notations that a grammar colours, or that a reader of an exported file knows again.
  [/^src\/variables\/compare\/text\.ts$/, /^<[a-z ]+>$/],
  [/^src\/logs\/rowText\.ts$/, /^--- .* ---$/],
  // Read by whoever helps: diagnostics, the log, and errors that `connection/describeProblem.ts` puts into words of its own.
  [/^src\/connection\/(diagnostics|requestLogger)\.ts$/, /./],
  [/^src\/auth\/lease\.node\.ts$/, /^there is no folder for it$/],
  [/^src\/editor\/textSearch\/pattern\.ts$/, /^The search is over\.$/],
  [/^src\/inspector\/snapshots\/afterDeployment\.ts$/, /^No snapshot|^the server/],
  [/^src\/api\/(answer|exchange|logEntries|schemas|transport)\.ts$/, /./],
];

function isNoProse(path: string, text: string): boolean {
  return noProse.some(([file, pattern]) => file.test(path) && pattern.test(text));
}
