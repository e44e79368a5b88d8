import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileText } from '../kit/fileText.ts';

/** A rule of plain English, and the texts that break it for a reason. */
interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** The texts of the bundle, the manifest without the targets of its links, and the schemas. */
const interfaceTexts: readonly string[] = [
  ...Object.keys(JSON.parse(fileText('l10n/bundle.l10n.json'))),
  ...Object.values<string>(JSON.parse(fileText('package.nls.json'))).map((text) =>
    text.replaceAll(/\(command:[^)]*\)/g, ''),
  ),
  ...globSync('media/*.schema.json').flatMap((path) => descriptionsOf(JSON.parse(fileText(path)))),
];

function descriptionsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && /^(?:markdownD|d)escription$|rrorMessage$/.test(key)
      ? [inner]
      : descriptionsOf(inner),
  );
}

const rules: readonly Rule[] = [
  {
    name: 'names its subject: no pronoun at the beginning',
    pattern: /^(?!It's unknown whether)(?:It|Its|It's|That|That's|They|Those)\b/,
  },
  {
    name: 'has software report, return, and require, not say, tell, know, or want',
    pattern: /\b(?:says?|said|tells?|told|wants?|knows|known|hears?|leads? (?:to|out|back|nowhere|from))\b/i,
  },
  {
    name: 'states a change as "changed", "added", or "removed"',
    pattern: /\b(?:is another|are others?|is gone|before it was|any more|anymore|something else than)\b/i,
  },
  { name: 'names places and times', pattern: /\b(?:here|from there|known here|as far as)\b/i },
  {
    name: 'uses nouns, not clauses',
    pattern: /\b(?:whatever|whoever|all that|those that|that is to|what it|what is|what was|what others)\b/i,
  },
  {
    name: 'negates the verb',
    pattern:
      /\b(?<!There )(?:is|are|takes?|gives?|names?|creates) no\b(?! longer)|\ba text\b|\btexts only\b/i,
  },
  {
    name: "states a missing capability as can't or doesn't support",
    pattern: /\bdoesn't (?:take|offer|create|give)\b/i,
  },
  { name: 'says deleted and not deleted', pattern: /\b(?:goes?|and its \w+) (?:with it|too)\b|\bstays?\.$/i },
  {
    name: 'has events in the past tense',
    pattern: /^"?\{0\}"? is (?:created|deleted|forgotten|published|connected|removed|linked)\b/,
  },
  {
    name: 'has rules with must or can, and prompts with Enter or Select',
    pattern: /\b(?:Type|Choose|Pick) (?:a|an|the|one)\b/,
  },
  {
    name: 'has the subject before the verb',
    pattern: /^(?:Shown|Known|Read here|Left|Asked) \b(?:is|are|here|alone|for)\b/,
  },
  { name: 'begins a setting with what it does', pattern: /^(?:Whether|How much|How many)\b(?!.*\?$)/ },
  {
    name: 'uses no private and no retired words',
    pattern:
      /\b(?:remarks?|forget|forgets|forgotten|took|the time before|asked for as|let go|stumble|web ?site(?<!website)|web address|e-mail|other side \(|readable values?|infos)\b/i,
  },
  { name: 'rejects by software and declines by a person', pattern: /\brefus/i },
  { name: 'says might for a possibility, and can for an ability', pattern: /\bmay\b/i },
  { name: 'has straight quotation marks', pattern: /[“”‘’]/ },
  {
    name: 'says response, image, and problem',
    pattern:
      /\b(?:replies|reply|pictures?|answers? of the (?:service|server)|server's answer|service's answer)\b/i,
  },
];

/** Retired words that are right in another sense, so that only a reader can tell. */
const rightElsewhere = new Set([
  ...['response', 'public address'],
  ...[
    'backend',
    'server',
    'console',
    'state',
    'there',
    'log row',
    'line',
    'receiver',
    'collector',
    'measures',
  ],
  ...['numbers', 'run', 'MCP registry', 'answer', 'fault', 'text', 'person', 'session', 'address', 'repeat'],
  ...[
    'quotes',
    'type',
    'choose',
    'pick',
    'door',
    'floor',
    'room',
    'test of MCP servers',
    'took',
    'narrowing',
  ],
]);

/** Words of the code and of the team that no document uses. */
const privateWords =
  /\b(?:rooms?|floors?|doors?|houses?|neighbou?rs?|web sites?|any more|whoever|whatever)\b/i;

/** Returns a document on one line, without code. */
function proseOf(text: string): string {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\s+/g, ' ');
}

const documents = globSync(['*.md', 'docs/*.md', 'test/**/*.md'])
  .filter((path) => !path.endsWith('glossary.md'))
  .map((path) => [path, proseOf(fileText(path))] as const);

/** The phrases of the last column of the glossary, each of which names nothing. */
function retiredPhrases(): readonly string[] {
  const rows = fileText('docs/glossary.md').matchAll(/^\|[^|\n]+\|[^|\n]+\| ([^|\n]+) \|$/gm);
  return [...rows]
    .flatMap(([, phrases = '']) => phrases.split(', '))
    .filter((phrase) => phrase !== 'Not' && !rightElsewhere.has(phrase));
}

describe('the glossary', () => {
  test('has retired phrases that neither the interface nor a document uses', () => {
    const phrases = retiredPhrases();
    assert.ok(phrases.length > 30, 'the last column is read');
    const places = [...interfaceTexts.map((text) => ['interface', text] as const), ...documents];
    const found = phrases.flatMap((phrase) => {
      const pattern = new RegExp(`\\b(?<!MCP )${phrase}\\b`, 'i');
      return places
        .filter(([, text]) => pattern.test(text))
        .map(([place, text]) => `${phrase}: ${place}${place === 'interface' ? `: ${text}` : ''}`);
    });
    assert.deepEqual(found, []);
  });
});

describe('a document', () => {
  test('has no private words', () => {
    const found = documents.flatMap(([path, text]) =>
      [...text.matchAll(new RegExp(privateWords, 'gi'))].map(([word]) => `${path}: ${word}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('a text of the interface', () => {
  for (const { name, pattern, exceptions = {} } of rules) {
    test(name, () => {
      const found = interfaceTexts.filter((text) => pattern.test(text));
      assert.deepEqual(
        found.filter((text) => !(text in exceptions)),
        [],
      );
      assert.deepEqual(
        Object.keys(exceptions).filter((text) => !found.includes(text)),
        [],
        'each exception is needed',
      );
    });
  }
});
