import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resourceAndPromptRules } from '../../../../src/inspector/lint/lintResourceOrPrompt.ts';
import { lintTool, toolRules } from '../../../../src/inspector/lint/lintTool.ts';
import { toolListRules } from '../../../../src/inspector/lint/lintToolList.ts';
import { modelRules } from '../../../../src/inspector/lint/modelIssues.ts';
import { schemaRules } from '../../../../src/inspector/lint/schemaIssues.ts';

const long = 'a'.repeat(100);

describe('a rule', () => {
  test('has a message with the names that it found', () => {
    const message = (name: string) => lintTool({ name })[0]?.message;
    assert.equal(
      lintTool({ name: 'a b b!' }).find(({ rule }) => rule === 'name-characters')?.message,
      'The name "a b b!" contains characters other than letters, digits, "_", and "-": " ", "!"',
    );
    assert.equal(
      lintTool({ name: long }).find(({ rule }) => rule === 'name-long')?.message,
      `The name "${'a'.repeat(60)}…" has 100 characters, more than 64.`,
    );
    assert.equal(message(''), 'The tool has no name.');
  });

  const all = Object.entries({
    ...toolRules,
    ...schemaRules,
    ...modelRules,
    ...toolListRules,
    ...resourceAndPromptRules,
  });
  for (const [rule, { message, reason }] of all) {
    test(`${rule} uses all arguments in its message, and has a reason`, () => {
      const [messageText, reasonText] = [message('first', 'second'), reason()];
      assert.doesNotMatch(messageText, /\{\d\}|undefined/);
      assert.match(messageText, /\.$|: \w+$/);
      assert.match(reasonText, /^[A-Z"].*[."]$/s);
      assert.equal(messageText === reasonText, false);
    });
  }
});
