import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { secretKeyword, valuePlaceholder } from '../../src/variables/env/notation.ts';
import { readSourceTexts } from '../harness/sourceTexts.ts';

const sources = globSync('src/**/*.ts')
  .sort()
  .map((path) => ({ path, ...readSourceTexts(path) }));

describe('interface texts', () => {
  test('are literals if they are translated, because an exporter finds no others', () => {
    const hidden = sources.flatMap(({ path, translated }) =>
      translated.filter(({ text }) => text === undefined).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(hidden, []);
  });

  test('are translated when they are used, not when a file is loaded, because the language is set later', () => {
    const early = sources.flatMap(({ path, translated }) =>
      translated.filter(({ isEarly }) => isEarly).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(early, []);
  });

  test('are all in the bundle, which has no others: npm run generate', () => {
    const bundle = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')));
    const texts = new Set(sources.flatMap(({ translated }) => translated.map(({ text }) => text)));
    assert.ok(texts.size > 1000, 'all of them are read');
    assert.deepEqual(bundle, [...texts].sort());
  });

  test('contain no notations that a parser reads, because translators would translate them', () => {
    const notations = new RegExp(`# ${secretKeyword}|${valuePlaceholder}`);
    const earlyTexts = sources.flatMap(({ path, translated }) =>
      translated.filter(({ text = '' }) => notations.test(text)).map(({ line }) => `${path}:${line}`),
    );
    assert.deepEqual(earlyTexts, []);
  });

  test('are translated unless they are not prose', () => {
    const others = sources.flatMap(({ path, others }) =>
      others.filter(({ text }) => !isNoProse(path, text)).map(({ line, text }) => `${path}:${line} ${text}`),
    );
    assert.deepEqual(others, []);
    const unused = noProse.filter(
      ([file, pattern]) =>
        !sources.some(({ path, others }) => file.test(path) && others.some(({ text }) => pattern.test(text))),
    );
    assert.deepEqual(unused, [], 'every exception is used');
  });
});

/** Texts that are in English on purpose, by file and text. */
const noProse: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // The name of the product.
  [/./, /^Hosted MCP( Servers( for Visual Studio Code)?)?$/],
  [/^src\/auth\/(oauth|lease\.node)\.ts$/, /^openid|^E[A-Z]+( E[A-Z]+)+$/],
  // Names of MCP clients, and of their settings.
  [/^src\/mcpClients\/clientFormats\.ts$/, /^(VS Code|Claude Code|Claude Desktop|Gemini CLI)$|^Customize > /],
  // Names of the languages and their libraries.
  [/^src\/variables\/usage\/aliasedKeys\.node\.ts$/, /^every filter find /],
  [/^src\/variables\/usage\/python\w+\.ts$/, /^(and as assert|lambda nonlocal|if elif|dict ChainMap) /],
  [/^src\/folder\/buildCommands\.ts$/, /^(npm|pnpm|yarn|bun|uv|poetry|pip) /],
  [/^src\/(logs\/export\/secretMask|folder\/privateKeys)\.ts$/, /^PRIVATE KEY$/],
  [
    /^src\/(domain\/knownTokens|folder\/secret(Files|Texts))\.ts$/,
    /^(GitHub CLI|Google Cloud|Hugging Face|JSON Web Keys)$/,
  ],
  // Styles, programs, and documents.
  [/\/webview\//, /^[a-z…-]+( [a-z…-]+)*$|^color-mix\(|^\d+px codicon$/],
  [/^src\/editor\/panel\/pageHtml\.ts$/, /^(img|media)-src/],
  [/^src\/audits\/export\/html\.ts$|^src\/auth\/loopback\.node\.ts$/, /[{;]/],
  // The command line has no display language, and its output is for programs.
  [/\.cli\.ts$/, /./],
  [/^src\/inspector\/mcpTests\/junit\.ts$/, /^ *</],
  [/^src\/editor\/textSearch\/regexWorker\./, /[=(]|^text search$/],
  // Notations that a grammar colors, or that an exported file contains.
  [/^src\/variables\/compare\/renderComparison\.ts$/, /^<[a-z ]+>$/],
  [/^src\/logs\/rowText\.ts$/, /^--- .* ---$/],
  // Texts for support: diagnostics, the log, and errors that `connection/describeProblem.ts` replaces with its messages.
  [/^src\/connection\/(diagnostics|requestLogger)\.ts$/, /./],
  [/^src\/auth\/lease\.node\.ts$/, /^there is no folder for it$/],
  [/^src\/editor\/textSearch\/patternMatcher\.ts$/, /^The search is over\.$/],
  [/^src\/inspector\/snapshots\/afterDeployment\.ts$/, /^No snapshot|^the server/],
  [/^src\/api\/(readResponse|exchange|logEntries|responseSchemas|transport)\.ts$/, /./],
];

function isNoProse(path: string, text: string): boolean {
  return noProse.some(([file, pattern]) => file.test(path) && pattern.test(text));
}
