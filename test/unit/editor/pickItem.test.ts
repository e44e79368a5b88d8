import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDisplayItem } from '../../../src/editor/pickItem.ts';

test('a line of a list draws no icon of a name, and stands for the line that it was made of', () => {
  const name = '$(trash) x $$(check)';
  const text = '\\$(trash) x $\\$(check)';
  const line = { label: name, description: name, detail: name, id: 7 };
  const shown = toDisplayItem(line);
  assert.deepEqual([shown.label, shown.description, shown.detail], [text, text, text]);
  assert.equal(shown.source, line);
  assert.equal(toDisplayItem({ ...line, detailIcon: 'warning' }).detail, `$(warning) ${text}`);
  assert.deepEqual(Object.keys(toDisplayItem({ label: 'a' })), ['label', 'source']);
});
