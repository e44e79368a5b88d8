import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOptions } from '../../../src/logs/savedState.ts';
import { stringNames } from '../../../src/logs/strings.ts';
import { rowContent } from '../../../src/logs/webview/rowContent.ts';
import { strings } from '../../kit/strings.ts';

test('a row names the characters that would turn the direction of its texts', () => {
  const item = {
    id: 1,
    time: 0,
    isHit: false,
    type: 'IN\u2066FO',
    content: 'user\u202etxt.exe',
    method: 'a\u200fb',
  };
  for (const isWrapped of [false, true]) {
    const look = {
      ...{ isExpanded: false, isWhole: false, mark: undefined },
      options: { ...plainOptions, isWrapped, hasColumns: true },
    };
    const { type, message, method } = rowContent(item, look, strings(stringNames));
    assert.deepEqual([type, message, method], ['IN[U+2066]FO', 'user[U+202E]txt.exe', 'a[U+200F]b']);
  }
});
