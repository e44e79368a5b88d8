import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listDocuments, readInterfaceTexts } from '../harness/interfaceTexts.ts';
import { readRepositoryFile } from '../kit/fileText.ts';

/** A rule of plain English. */
interface Rule {
  readonly name: string;
  /** Matches a text that breaks the rule. */
  readonly pattern: RegExp;
  /** Texts that break the rule. They prove that the pattern matches something. */
  readonly examples: readonly string[];
}

const rules: readonly Rule[] = [
  {
    name: 'names its subject: no pronoun at the beginning',
    pattern: /^(?!It's unknown whether)(?:It|Its|It's|That|That's|They|Those)\b/,
    examples: ['It offers the same.', 'Its last digits may differ.', 'That was refused: {0}'],
  },
  {
    name: 'has software report, return, and require, not say, tell, know, or want',
    pattern: /\b(?:says?|said|tells?|told|wants?|knows|known|hears?|leads? (?:to|out|back|nowhere|from))\b/i,
    examples: ['The tool says that it failed.', 'No open folder tells it.', 'The reference leads nowhere.'],
  },
  {
    name: 'states a change as "changed", "added", or "removed"',
    pattern: /\b(?:is another|are others?|is gone|before it was|any more|anymore|something else than)\b/i,
    examples: ['The title is another.', 'An alternative is gone.', '"{0}" isn\'t required any more.'],
  },
  {
    name: 'names places and times',
    pattern: /\b(?:here|from there|as far as)\b/i,
    examples: ['Only in {0}, as far as is known', 'None are listed here yet.'],
  },
  {
    name: 'uses nouns, not clauses',
    pattern: /\b(?:whatever|whoever|all that|those that|that is to|what it|what is|what was|what others)\b/i,
    examples: [
      'All that you typed is kept.',
      'Select the model that is to answer',
      'Whoever can read the file',
    ],
  },
  {
    name: 'negates the verb',
    pattern:
      /\b(?<!There )(?:is|are|takes?|gives?|names?|creates) no\b(?! longer)|\ba text\b|\btexts only\b/i,
    examples: ['This is no tool.', 'This tool takes no arguments.', '"{0}" isn\'t a text.'],
  },
  {
    name: "states a missing capability as can't or doesn't support",
    pattern: /\bdoesn't (?:take|offer|create|give)\b/i,
    examples: ["This service doesn't take folders.", "{0} doesn't offer audits."],
  },
  {
    name: 'says deleted and not deleted',
    pattern: /\bgo(?:es)? (?:with it|too)\b|\band its \w+ with it\b|\bstays?\.$/i,
    examples: ['{0} environments go with it.', 'The Git repository stays.'],
  },
  {
    name: 'has events in the past tense',
    pattern: /\}"? is (?:created|deleted|forgotten|published|connected|removed|linked)\b/,
    examples: ['"{0}" is created in {1}.', 'The project "{0}" is deleted, with its {1} environments.'],
  },
  {
    name: 'has prompts that begin with Enter or Select',
    pattern: /(?:^|[.:] )(?:Type(?! of| \{)|Choose|Pick) /,
    examples: ['Type a name of 1 to 100 characters.', 'Too long. Choose another one.', 'Pick a model'],
  },
  {
    name: 'has the subject before the verb',
    pattern: /^(?:Shown|Known|Read|Left|Asked) (?:is|are|alone|for|in)\b/,
    examples: ['Shown is the last version.', 'Left alone, because it exists: {0}', 'Read in the folder {0}'],
  },
  {
    name: 'begins a setting with what it does',
    pattern: /^(?:Whether|How much|How many)\b(?!.*\?$)/,
    examples: ['Whether a message is shown.', 'How many entries a log panel loads.'],
  },
  {
    name: 'uses no private and no retired words',
    pattern:
      /\b(?:remarks?|forgets?|forgotten|took|asked for as|let go|stumble|web sites?|web address(?:es)?|infos)\b/i,
    examples: ['{0} remarks', 'Took: {0}', 'Forget Project', 'The SSH URL as a web address'],
  },
  {
    name: 'rejects by software and declines by a person',
    pattern: /\brefus/i,
    examples: ['The service refuses the request: {0}'],
  },
  {
    name: 'says might for a possibility, and can for an ability',
    pattern: /\bmay\b/i,
    examples: ['Callers may fail.'],
  },
  { name: 'has straight quotation marks', pattern: /[“”‘’]/, examples: ['Connect to “{0}”?'] },
  {
    name: 'says response, image, and screenshot',
    pattern:
      /\b(?:replies|reply|pictures?|answers? of the (?:service|server)|(?:server|service)'s answer)\b/i,
    examples: ['Loading the picture', "The server's answer is empty.", 'The answer of the service was lost.'],
  },
  {
    name: 'writes ID as the editor does',
    pattern: /\b(?:id|Id|ids|Ids)\b/,
    examples: ['Enter the id of the audit', 'Copy Id'],
  },
];

/** Words of the last column that are right in another sense, which only a reader can distinguish. */
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

/** Words of the team's private language, which no document uses. */
const privateWords =
  /\b(?:rooms?|floors?|doors?|houses?|neighbou?rs?|web sites?|any more|whoever|whatever)\b/i;

/** Returns a document on one line, without code. */
function proseOf(text: string): string {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\s+/g, ' ');
}

const displayed = readInterfaceTexts();
const documents = listDocuments()
  .filter((path) => !path.endsWith('glossary.md'))
  .map((file) => ({ file, text: proseOf(readRepositoryFile(file)) }));

/** Returns the phrases in the last column of the glossary, which must not be used. */
function retiredPhrases(): readonly string[] {
  const rows = readRepositoryFile('docs/glossary.md').matchAll(/^\|[^|\n]+\|[^|\n]+\| ([^|\n]+) \|$/gm);
  return [...rows]
    .flatMap(([, phrases = '']) => phrases.split(', '))
    .filter((phrase) => phrase !== 'Not' && !rightElsewhere.has(phrase));
}

describe('the glossary', () => {
  test('has retired phrases that neither the interface nor a document uses', () => {
    const phrases = retiredPhrases();
    assert.ok(phrases.length > 30, 'the last column is read');
    const found = phrases.flatMap((phrase) => {
      const pattern = new RegExp(`\\b(?<!MCP )${phrase}\\b`, 'i');
      return [...displayed, ...documents]
        .filter(({ text }) => pattern.test(text))
        .map(({ file, text }) => `${phrase}: ${file}: ${text.slice(0, 200)}`);
    });
    assert.deepEqual(found, []);
  });
});

describe('a document', () => {
  test('has no words of a private language', () => {
    const found = documents.flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(privateWords, 'gi'))].map(([word]) => `${file}: ${word}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('an interface text', () => {
  for (const { name, pattern, examples } of rules) {
    test(name, () => {
      assert.deepEqual(
        examples.filter((text) => !pattern.test(text)),
        [],
        'the pattern finds its examples',
      );
      assert.deepEqual(
        displayed.filter(({ text }) => pattern.test(text)),
        [],
      );
    });
  }
});
