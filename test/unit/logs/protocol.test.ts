import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { getMessageKind } from '../../../src/editor/webview/protocol.ts';
import { createReply, createRequester } from '../../../src/editor/webview/requests.ts';
import type { LogFilter } from '../../../src/logs/filter.ts';
import { createLogTexts } from '../../../src/logs/pageTexts.ts';
import { type FromPage, type ListItem, logPage, type ToPage } from '../../../src/logs/protocol.ts';
import { timeOrder } from '../../../src/logs/requestSort.ts';
import { readSavedState, type SavedState, type ViewOptions } from '../../../src/logs/savedState.ts';
import { echoTexts as stringsOf } from '../../kit/echoTexts.ts';

const { readFromPage, readToPage } = logPage;
const identity = { baseUrl: 'https://service.test', environmentId: 'e', environmentName: 'production' };
const state = {
  identity,
  range: 'Latest',
  empty: 'Nothing',
  serviceConditions: [{ part: 'level' as const, label: 'Level: Error' }],
  canLoadNewer: false,
  isLive: true,
};
const strings = stringsOf(createLogTexts());

const filter: LogFilter = {
  levels: ['ERROR', 'OTHER'],
  find: { text: 'x', isRegex: true, isCaseSensitive: false },
  isHighlighting: true,
  requestId: 'r',
  operation: { method: 'tools/call', tool: 't' },
  time: { from: 1, until: 2 },
};
const options: ViewOptions = {
  isGrouped: true,
  isWrapped: false,
  isUtc: true,
  hasHistogram: true,
  sort: { by: 'duration', isDescending: true },
};
const counts = { ERROR: 1, WARNING: 2, INFO: 3, DEBUG: 4, OTHER: 5 };
const item: ListItem = { id: 1, time: 2, type: 'INFO', content: 'x', isUndated: true, isHit: false };
const head = {
  entries: 1,
  errors: 2,
  warnings: 3,
  method: 'm',
  durationInMs: 4,
  hasEnded: true,
  isOpen: false,
};

const fromPage: FromPage[] = [
  { kind: 'ready', zone: 'Europe/Berlin' },
  { kind: 'loadOlder', id: 2 },
  { kind: 'loadNewer', id: 2 },
  { kind: 'cancel' },
  { kind: 'retry' },
  { kind: 'dismiss' },
  { kind: 'live', isOn: false },
  { kind: 'remedy', index: 0 },
  { kind: 'search', text: 'x', level: ['ERROR'] },
  { kind: 'chooseRange' },
  { kind: 'copy', first: 1, last: 2 },
  { kind: 'explain', first: 1, last: 2 },
  { kind: 'items', id: 3, first: 0, count: 10, isAtEnd: true },
  {
    kind: 'list',
    id: 4,
    filter,
    isGrouped: true,
    sort: timeOrder,
    timeZone: 'UTC',
    tracked: [{ id: 1, time: 2 }],
  },
  { kind: 'text', id: 5, entryId: 1 },
  { kind: 'locate', id: 5, tracked: [{ id: 1, time: 2 }] },
  { kind: 'jump', id: 6, to: 'hit', from: -1, isForward: true },
  { kind: 'slowest', id: 7 },
  { kind: 'summary', isUpdate: true, id: 8 },
  { kind: 'drawn' },
  { kind: 'toggleRequest', requestId: 'r', isOpen: true },
  { kind: 'fill', id: 7 },
  { kind: 'showHistogram', isShown: true, zone: -3_600_000 },
  { kind: 'more', options, isSummaryOpen: true },
  { kind: 'openLink', url: 'https://example.com' },
];
const toPage: ToPage[] = [
  { kind: 'start', texts: strings, state },
  { kind: 'announce', text: 'Copied' },
  { kind: 'reply', requestId: 1, ok: true, value: { found: 1 } },
  { kind: 'reply', requestId: 1, ok: false, message: 'no' },
  {
    kind: 'change',
    edits: [{ at: 0, removed: 1, inserted: 2 }],
    state: { length: 1, shown: 1, loaded: 2, counts, hits: 3 },
    fresh: { entries: 1, errors: 0 },
    end: [item, { ...item, head }, { ...item, gap: { from: 1, until: 2, isLoading: true } }],
    isStale: true,
  },
  { kind: 'options', options },
  {
    kind: 'histogram',
    histogram: {
      from: 1,
      binWidthMs: 1000,
      bins: [{ errors: 1, warnings: 2, infos: 0, debugs: 0, others: 3, isMissing: true }],
    },
  },
  { kind: 'histogram' },
  { kind: 'nextError', isForward: false },
  { kind: 'goToSlowest' },
  { kind: 'showSummary' },
  { kind: 'showRequest', requestId: 'r' },
  { kind: 'showInContext', id: 1 },
  { kind: 'copySelection' },
  { kind: 'explainSelection' },
  { kind: 'reset' },
  {
    kind: 'state',
    state: { ...state, task: 'range', progress: 0.5, stopReason: 'limit', searchedBackTo: 1 },
  },
  { kind: 'state', state: { ...state, staleSince: 5, canLoadNewer: true } },
  { kind: 'state', state: { ...state, delayText: 'entries are delayed by about 10 minutes' } },
  { kind: 'state', state: { ...state, stopReason: 'text', textLimitText: 'Text limit of 500 MB reached' } },
  { kind: 'state', state: { ...state, ended: { text: 'Ended', icon: 'pass' } } },
  { kind: 'state', state: { ...state, reconnectInMs: 2, reconnectCause: 'why' } },
  {
    kind: 'state',
    state: {
      ...state,
      problem: { message: 'm', detail: 'd', isInformational: false, remedies: [{ label: 'l', icon: 'i' }] },
    },
  },
];

describe('protocol', () => {
  for (const message of fromPage) {
    test(`the host accepts "${message.kind}"`, () => {
      assert.deepEqual(readFromPage(JSON.parse(JSON.stringify(message))), message);
    });
  }
  for (const message of toPage) {
    test(`the page accepts "${message.kind}"`, () => {
      assert.deepEqual(readToPage(JSON.parse(JSON.stringify(message))), message);
    });
  }

  test('neither side accepts its own messages, or anything else', () => {
    for (const message of toPage) assert.equal(readFromPage(message), undefined);
    for (const message of fromPage) assert.equal(readToPage(message), undefined);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(readFromPage(value), undefined);
        assert.equal(readToPage(value), undefined);
      }),
    );
  });

  test('a message with an invalid field is rejected', () => {
    for (const wrong of [
      { kind: 'ready' },
      { kind: 'live', isOn: 'yes' },
      { kind: 'remedy' },
      { kind: 'search', text: 'x', level: [1] },
      { kind: 'copy' },
      {
        kind: 'list',
        id: 1,
        filter: { ...filter, find: 'x' },
        isGrouped: false,
        sort: timeOrder,
        timeZone: 'UTC',
        tracked: [],
      },
      { kind: 'jump', id: 1, to: 'end', from: 0, isForward: true },
      { kind: 'showHistogram', isShown: true },
    ]) {
      assert.equal(readFromPage(wrong), undefined);
    }
    assert.equal(readToPage({ kind: 'change', edits: [{ at: 0 }] }), undefined);
    assert.equal(readToPage({ kind: 'state', state: {} }), undefined);
    assert.equal(readToPage({ kind: 'histogram', histogram: { from: 1, width: 1 } }), undefined);
  });

  test('an invalid message is described only by its kind', () => {
    assert.equal(getMessageKind({ kind: 'other', content: 'not for a log' }), 'other');
    assert.equal(getMessageKind({ kind: 'x'.repeat(500) }).length, 40);
    assert.equal(getMessageKind(7), 'number');
    assert.equal(getMessageKind(null), 'object');
  });
});

describe('requests', () => {
  /** A page and a host that talk to each other. */
  function pair(host: (message: FromPage, post: (reply: ToPage) => void) => void) {
    const caller = createRequester(logPage, (message) => host(message as FromPage, post));
    function post(reply: ToPage): void {
      if (reply.kind === 'reply') caller.settle(reply);
    }
    return caller;
  }
  async function answer(id: number, work: () => unknown, post: (reply: ToPage) => void): Promise<void> {
    post(await createReply(id, work));
  }
  const found = (count: number) => ({ kind: 'reply', ok: true, value: { found: count } }) as const;

  test('receive their own replies in any order', async () => {
    const posts: (() => void)[] = [];
    const caller = pair((message, post) => {
      if ('id' in message) posts.unshift(() => post({ ...found(message.id), requestId: message.id }));
    });
    const replies = [
      caller.request('loadOlder', {}),
      caller.request('loadOlder', {}),
      caller.request('loadOlder', {}),
    ];
    for (const post of posts) post();
    assert.deepEqual(await Promise.all(replies), [{ found: 1 }, { found: 2 }, { found: 3 }]);
  });

  test('are rejected with the error message of the host if its handler fails', async () => {
    const caller = pair((message, post) => {
      if (message.kind === 'loadOlder') void answer(message.id, () => Promise.reject(new Error('why')), post);
    });
    await assert.rejects(caller.request('loadOlder', {}), { message: 'why' });
  });

  test('are rejected if the reply is invalid', async () => {
    const caller = pair((message, post) => {
      if ('id' in message) post({ kind: 'reply', requestId: message.id, ok: true, value: { found: 'many' } });
    });
    await assert.rejects(caller.request('loadOlder', {}), /loadOlder/);
    await assert.rejects(
      caller.request('list', { filter, isGrouped: false, sort: timeOrder, timeZone: 'UTC', tracked: [] }),
      /list/,
    );
  });

  test('are rejected when the channel closes, and later', async () => {
    const caller = pair(() => undefined);
    const pending = caller.request('loadOlder', {});
    caller.dispose();
    await assert.rejects(pending, /closed/);
    await assert.rejects(caller.request('loadOlder', {}), /closed/);
  });

  test('contain their parameters', async () => {
    const request = { first: 5, count: 7, isAtEnd: false };
    const caller = pair((message, post) => {
      const { first, count, isAtEnd } = { ...request, ...message };
      const reply = { first, items: [item] };
      if (message.kind === 'items') void answer(message.id, () => reply, post);
      assert.deepEqual({ first, count, isAtEnd }, request);
    });
    assert.deepEqual(await caller.request('items', request), { first: 5, items: [item] });
  });

  test('ignore a reply without a request', () => {
    const caller = pair(() => undefined);
    caller.settle({ ...found(1), requestId: 99 });
  });
});

describe('saved state', () => {
  const saved: SavedState = {
    identity: {
      ...identity,
      projectName: 'p',
      deploymentId: 'd',
      range: { since: { ago: 1 }, until: { at: 2 } },
      level: ['INFO'],
      search: 's',
    },
    filter,
    options,
    isLive: true,
    anchor: { id: 1, time: 2, offset: 3 },
    last: { id: 4, time: 5, unseen: 6 },
  };

  test('is restored unchanged', () => {
    assert.deepEqual(readSavedState(JSON.parse(JSON.stringify(saved))), saved);
  });

  test('from a version without a histogram is restored with one', () => {
    const { hasHistogram: _, ...older } = options;
    assert.deepEqual(readSavedState({ ...saved, options: older }), saved);
  });

  test('from a version that could not sort is restored in the order of time', () => {
    const { sort: _, ...older } = options;
    assert.deepEqual(readSavedState({ ...saved, options: older })?.options.sort, timeOrder);
  });

  test('is ignored if it is invalid', () => {
    const { identity: _, ...rest } = saved;
    for (const value of [undefined, null, {}, rest, { ...saved, filter: { ...filter, levels: ['LOUD'] } }]) {
      assert.equal(readSavedState(value), undefined);
    }
  });
});
