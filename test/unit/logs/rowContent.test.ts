import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogTexts } from '../../../src/logs/pageTexts.ts';
import { defaultOptions } from '../../../src/logs/savedState.ts';
import { createRowContent } from '../../../src/logs/webview/rowContent.ts';
import { echoTexts } from '../../kit/echoTexts.ts';

test('a row shows the code points of characters that change the text direction', () => {
  const item = {
    id: 1,
    time: 0,
    isHit: false,
    type: 'IN\u2066FO',
    content: 'user\u202etxt.exe',
  };
  for (const isWrapped of [false, true]) {
    const look = {
      isExpanded: false,
      hasWholeText: false,
      highlight: undefined,
      options: { ...defaultOptions, isWrapped },
    };
    const { type, message } = createRowContent(item, look, echoTexts(createLogTexts()));
    assert.deepEqual([type, message], ['IN[U+2066]FO', 'user[U+202E]txt.exe']);
  }
});

test('an entry has the name of its request in place of the method, or if it needs one', () => {
  const show = (item: object, options: object, highlight?: RegExp) => {
    const look = {
      isExpanded: false,
      hasWholeText: false,
      highlight,
      options: { ...defaultOptions, ...options },
    };
    const end = { id: 1, time: 0, isHit: false, type: 'END', requestId: 'r-1', durationInMs: 637, ...item };
    const { requestName, isNameOptional, message, json } = createRowContent(
      end,
      look,
      echoTexts(createLogTexts()),
    );
    return [requestName, isNameOptional, json ? json.before : message];
  };
  const named = { requestName: 'get_\u202eforecast' };
  const name = 'get_[U+202E]forecast';
  for (const isWrapped of [false, true]) {
    for (const item of [named, { ...named, method: 'tools/call' }, { ...named, content: '637 ms' }])
      assert.deepEqual(show(item, { isWrapped }), [name, false, '637 ms']);
    const withMethod = { ...named, method: 'tools/call' };
    assert.deepEqual(show({ method: 'tools/call' }, { isWrapped }), ['', false, 'tools/call  637 ms']);
    assert.deepEqual(show({ ...withMethod, content: '{"a":1}' }, { isWrapped }), [name, false, '']);
    // A highlighted method must be visible.
    assert.deepEqual(show(withMethod, { isWrapped }, /tools/g), ['', false, 'tools/call  637 ms']);
    assert.deepEqual(show(withMethod, { isWrapped }, /forecast/g), [name, false, '637 ms']);
    // The text is enough, unless the row above belongs to another request.
    assert.deepEqual(show({ ...named, content: 'done' }, { isWrapped }), [name, true, 'done  637 ms']);
    const naming = { requestName: 'get_forecast', content: 'get_forecast is slow' };
    assert.deepEqual(show(naming, { isWrapped }), ['', true, 'get_forecast is slow  637 ms']);
  }
});

test('a gap shows how long it is, and its ends in the tooltip', () => {
  const gap = { from: Date.UTC(2026, 10, 20, 17), until: Date.UTC(2026, 10, 24, 18), isLoading: false };
  const look = {
    isExpanded: false,
    hasWholeText: false,
    highlight: undefined,
    options: { ...defaultOptions, isUtc: true },
    language: 'en',
  };
  const words = {
    ...echoTexts(createLogTexts()),
    gap: '{0} not loaded',
    gapLoading: 'Loading {0}',
    gapHint: '{0} to {1}',
  };
  const show = (isLoading: boolean) => {
    const item = { id: 1, time: 0, isHit: false, type: '', gap: { ...gap, isLoading } };
    const { message, hint, gapElement } = createRowContent(item, look, words);
    return [gapElement, message, hint];
  };
  const hint = '2026-11-20 17:00:00.000 to 2026-11-24 18:00:00.000';
  assert.deepEqual(show(false), ['load', '4 days not loaded', `4 days not loaded\n${hint}`]);
  assert.deepEqual(show(true), ['loading', 'Loading 4 days', `Loading 4 days\n${hint}`]);
});

test('the header of a request shows the tool or method, then the result, and errors without other texts', () => {
  const words = {
    ...echoTexts(createLogTexts()),
    entries: '{0} entries',
    oneEntry: '1 entry',
    errors: '{0} errors',
    oneError: '1 error',
    warnings: '{0} warnings',
    oneWarning: '1 warning',
    pending: 'pending',
    unknownOperation: 'Unknown tool',
  };
  const say = (head: object, requestId = 'f6e3ed4b-77') => {
    const known = { entries: 1, errors: 0, warnings: 0, hasEnded: true, isOpen: false, ...head };
    const item = { id: 1, time: 0, isHit: false, type: 'START', requestId, head: known };
    const look = { isExpanded: false, hasWholeText: false, highlight: undefined, options: defaultOptions };
    const { head: texts, typeIcon } = createRowContent(item, look, words);
    return [texts?.name, texts?.also, texts?.took, texts?.entries, texts?.errors, texts?.warnings, typeIcon];
  };
  const called = { subject: 'get_forecast', method: 'tools/call' };
  assert.deepEqual(say({ ...called, durationInMs: 679, entries: 5, errors: 2, warnings: 1 }), [
    ...['get_forecast', '', '679 ms', '5 entries', '2 errors', '1 warning', 'error'],
  ]);
  assert.deepEqual(say({ method: 'tools/list', hasEnded: false, errors: 1, warnings: 3 }), [
    ...['tools/list', '', 'pending', '1 entry', '1 error', '3 warnings', 'error'],
  ]);
  assert.deepEqual(say({ hasEnded: undefined })[2], '', 'nobody knows whether it has ended');
  assert.deepEqual(
    say({}),
    ['Unknown tool', 'f6e3ed4b', '', '1 entry', '', '', 'pass'],
    'its START is not loaded',
  );
  assert.deepEqual(say({ ...called, warnings: 2 }).slice(4), ['', '2 warnings', 'warning']);
  assert.deepEqual(say({ ...called, warnings: 2, hasEnded: false }).slice(4), ['', '2 warnings', 'loading']);
  assert.deepEqual(say({ subject: 'a\u202eb', method: 'c\u202ed' }), [
    ...['a[U+202E]b', 'c[U+202E]d', '', '1 entry', '', '', 'pass'],
  ]);
});
