import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { startRegexWorker as startBrowserWorker } from '../../../src/editor/textSearch/regexWorker.browser.ts';
import { startRegexWorker } from '../../../src/editor/textSearch/regexWorker.node.ts';
import type { TextQuery } from '../../../src/editor/webview/textQuery.ts';
import { formatDuration } from '../../../src/editor/webview/units.ts';
import { stripAnsi } from '../../../src/logs/ansi.ts';
import { createLogSearch, type SearchOptions } from '../../../src/logs/search/logSearch.ts';
import { yieldToEventLoop as browserPause } from '../../../src/logs/search/yieldToEventLoop.browser.ts';
import { yieldToEventLoop } from '../../../src/logs/search/yieldToEventLoop.node.ts';
import { Columns } from '../../../src/logs/store/columns.ts';
import { logEntry } from '../../kit/entries.ts';
import { startFakeRegexWorker } from '../../kit/fakeRegexWorker.ts';
import { signal as never } from '../../kit/signal.ts';

const esc = '\u001b';
// Generous: only what is meant to be slow may reach it, however busy the machine is.
const deps: SearchOptions = {
  now: () => performance.now(),
  pause: yieldToEventLoop,
  startWorker: startRegexWorker,
  patternTimeoutMs: 60_000,
};
const literal = (text: string, isCaseSensitive = false): TextQuery => ({
  text,
  isRegex: false,
  isCaseSensitive,
});
const regex = (text: string, isCaseSensitive = false): TextQuery => ({
  text,
  isRegex: true,
  isCaseSensitive,
});

/** What the store may be given; `gap` for a gap. */
type Given = LogEntry | 'gap';

function columnsOf(all: readonly Given[], columns = new Columns()): Columns {
  for (const one of all) {
    if (one === 'gap') columns.addGap(0);
    else addTo(columns, [one]);
  }
  return columns;
}

function addTo(columns: Columns, entries: readonly LogEntry[]): void {
  const { length } = entries;
  const reply = { entries, times: new Float64Array(length), undatedFlags: new Uint8Array(length) };
  columns.add(reply, [...entries.keys()]);
}

/** The rows that have a hit, looked at one by one. */
function naive(all: readonly Given[], { text, isRegex, isCaseSensitive }: TextQuery): number[] {
  const fold = (one: string) => (isCaseSensitive ? one : one.toLowerCase());
  const pattern = new RegExp(isRegex ? text : '', isCaseSensitive ? 'm' : 'im');
  return all.map((one) => {
    if (one === 'gap') return 0;
    const { content = '', type, method = '', requestId = '', durationInMs } = one;
    const duration = durationInMs === undefined ? '' : formatDuration(durationInMs);
    const said = [stripAnsi(content), type, method, requestId, duration].filter((part) => part !== '');
    const hit = said.some((part) => (isRegex ? pattern.test(part) : fold(part).includes(fold(text.trim()))));
    return hit ? 1 : 0;
  });
}

/** Few letters, so that hits overlap each other and the borders between rows. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'ab',
      'aa',
      ' ',
      '.',
      '1',
      'ж',
      'Ж',
      '😀',
      '\n',
      `${esc}[1m`,
      esc,
      `${esc}]0;`,
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const given: fc.Arbitrary<Given> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('gap' as const) },
  {
    weight: 9,
    arbitrary: fc
      .record({
        content: optional(text),
        type: fc.constantFrom('INFO', 'ab', ''),
        method: optional(fc.constantFrom('aab', 'ba', '')),
        requestId: optional(fc.constantFrom('a1', 'b1', '1a.b')),
        durationInMs: optional(fc.constantFrom(1, 11, 1500, 61_000)),
      })
      .map(({ content, type, method, requestId, durationInMs }) => ({
        timestamp: '',
        type,
        ...(content !== undefined && { content }),
        ...(method !== undefined && { method }),
        ...(requestId !== undefined && { requestId }),
        ...(durationInMs !== undefined && { durationInMs }),
      })),
  },
);
const rows = fc.array(given, { maxLength: 30 });
const wanted = fc
  .array(fc.constantFrom('a', 'b', 'B', '1', '.', 'ж', '😀', ' ', 'ms', 'in', '['), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
  .filter((one) => one.trim() !== '');

/** All workers that the test starts, by the runtime's own account. */
function watchWorkers(t: TestContext): Worker[] {
  const workers: Worker[] = [];
  const onWorker = (message: unknown): void => {
    if (message instanceof Object && 'worker' in message && message.worker instanceof Worker) {
      workers.push(message.worker);
    }
  };
  subscribe('worker_threads', onWorker);
  t.after(() => unsubscribe('worker_threads', onWorker));
  return workers;
}

describe('search for a literal text', () => {
  test('finds the same rows as a naive search, in all rows and in some', async () => {
    await fc.assert(
      fc.asyncProperty(rows, wanted, fc.boolean(), async (all, one, isCaseSensitive) => {
        const query = literal(one, isCaseSensitive);
        const columns = columnsOf(all);
        const search = createLogSearch(columns, query, deps);
        const expected = naive(all, query);
        assert.deepEqual([...(await search.searchAll(never))], expected);
        const slots = [...expected.keys()].toReversed();
        const some = await search.searchSlots(Uint32Array.from(slots), never);
        assert.deepEqual(
          some,
          slots.map((slot) => expected[slot] === 1),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('finds the same rows as a naive search in many long rows, in several batches', async () => {
    const all = Array.from({ length: 20_000 }, (_, index) =>
      logEntry(0, `${index % 3 ? '' : 'ж'}row ${index} ${'long '.repeat(index % 500 === 0 ? 90_000 : 2)}`, {
        requestId: `id ${index}`,
        durationInMs: index / 10,
      }),
    );
    const columns = columnsOf(all.slice(0, 100));
    addTo(columns, all.slice(100));
    for (const one of ['row 19', 'long r', 'g row', 'id 77', '9.9 ms', 'ng lo', 'zz']) {
      const query = literal(one);
      const search = createLogSearch(columns, query, deps);
      assert.deepEqual(await search.searchAll(never), Uint8Array.from(naive(all, query)), one);
    }
  });

  test('ignores matches across two rows, and such matches hide no others', async () => {
    const all = ['xa', 'ba', 'bab', 'a', 'b'].map((content) => logEntry(0, content));
    assert.deepEqual(
      [...(await createLogSearch(columnsOf(all), literal('ab'), deps).searchAll(never))],
      [0, 0, 1, 0, 0],
    );
    const twins = ['a', 'aab', 'aaab'].map((content) => logEntry(0, content));
    assert.deepEqual(
      [...(await createLogSearch(columnsOf(twins), literal('aab'), deps).searchAll(never))],
      [0, 1, 1],
    );
  });

  test('searches only rows that exist at its start', async () => {
    const columns = columnsOf([logEntry(0, 'one'), logEntry(0, 'two')]);
    let isFirst = true;
    const growing: SearchOptions = {
      ...deps,
      now: clockOf(10),
      pause: async () => {
        if (isFirst)
          columnsOf(
            Array.from({ length: 5000 }, () => logEntry(0, 'two')),
            columns,
          );
        isFirst = false;
      },
    };
    const search = createLogSearch(columns, literal('two'), growing);
    assert.deepEqual([...(await search.searchAll(never))], [0, 1]);
    assert.deepEqual(await search.searchSlots([0, 1, 5001], never), [false, true, true]);
  });

  test('works in time slices, and reports its results after each one', async () => {
    const columns = columnsOf(
      Array.from({ length: 4 }, (_, index) => logEntry(0, 'many words '.repeat(30_000 + index))),
    );
    let pauses = 0;
    const counting = (now: () => number): SearchOptions => ({
      ...deps,
      now,
      pause: async () => {
        pauses++;
      },
    });
    const heard: number[][] = [];
    const found = await createLogSearch(columns, literal('words'), counting(clockOf(10))).searchAll(
      never,
      (hits) => heard.push([...hits]),
    );
    assert.deepEqual(heard.slice(0, 4), [
      [1, 0, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 1],
    ]);
    assert.equal(pauses, heard.length);
    assert.deepEqual([...found], [1, 1, 1, 1]);
    pauses = 0;
    await createLogSearch(
      columns,
      literal('words'),
      counting(() => 0),
    ).searchAll(never);
    assert.equal(pauses, 0, 'no time, no pause');
    await createLogSearch(columns, literal('words'), counting(clockOf(10))).searchSlots([0, 1, 2, 3], never);
    assert.ok(pauses >= 4, 'some() too');
  });

  test('lets other work run in its pauses', async () => {
    for (const real of [yieldToEventLoop, browserPause]) {
      let hasRun = false;
      setImmediate(() => {
        hasRun = true;
      });
      while (!hasRun) await real();
    }
  });

  test('rejects with the reason of the signal, before the start and between two slices', async () => {
    const reason = new Error('enough');
    const columns = columnsOf([logEntry(0, 'x')]);
    const search = createLogSearch(columns, literal('x'), deps);
    await assert.rejects(search.searchAll(AbortSignal.abort(reason)), reason);
    await assert.rejects(search.searchSlots([0], AbortSignal.abort(reason)), reason);
    const abort = new AbortController();
    const aborting: SearchOptions = { ...deps, now: clockOf(10), pause: async () => abort.abort(reason) };
    await assert.rejects(createLogSearch(columns, literal('x'), aborting).searchAll(abort.signal), reason);
  });
});

describe('search for a regular expression', () => {
  test('finds the same rows as a naive search, in all rows and in some', async () => {
    const patterns = [
      'a+b',
      '^ab?$',
      'ж|Ж',
      '\\d ms$',
      '.*',
      '^$',
      'a.b',
      '(?<=a)b',
      'b\\s',
      '[^a-z]',
      '2 min|1m',
    ];
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(...patterns),
        fc.boolean(),
        async (all, one, isCaseSensitive) => {
          const query = regex(one, isCaseSensitive);
          // Other tests of this group use real threads.
          const search = createLogSearch(columnsOf(all), query, {
            ...deps,
            startWorker: startFakeRegexWorker,
          });
          const expected = naive(all, query);
          assert.deepEqual([...(await search.searchAll(never))], expected);
          const some = await search.searchSlots([...expected.keys()], never);
          assert.deepEqual(
            some,
            expected.map((hit) => hit === 1),
          );
          search.dispose();
        },
      ),
      { numRuns: 30 },
    );
  });

  test('returns the distinct matches in each row', async () => {
    const all = [
      logEntry(0, 'Lima, Oslo, Lima', { requestId: 'lim0' }),
      logEntry(0, `${esc}[31mOs${esc}[0mlo`),
      logEntry(0, 'nothing'),
    ];
    const search = createLogSearch(columnsOf(all), regex('lim.|oslo'), deps);
    const expected = [['Lima', 'Oslo', 'lim0'], ['Oslo'], []];
    assert.deepEqual(await search.findMatches([0, 1, 2], never), expected);
    assert.deepEqual(await search.findMatches([1], never), [['Oslo']]);
    search.dispose();
    assert.deepEqual(await createLogSearch(columnsOf(all), literal('oslo'), deps).findMatches([0], never), [
      [],
    ]);
  });

  test('keeps the results of batches apart, and sends the next batch before the previous one is done', async () => {
    const all = Array.from({ length: 30_000 }, (_, index) =>
      logEntry(0, `row ${index} ${'word '.repeat(20)}`),
    );
    let underWay = 0;
    let most = 0;
    const watching: SearchOptions = {
      ...deps,
      startWorker(events) {
        const worker = startRegexWorker({
          ...events,
          onResponse(reply) {
            underWay--;
            events.onResponse(reply);
          },
        });
        const post = (request: Parameters<typeof worker.post>[0]): void => {
          most = Math.max(most, ++underWay);
          worker.post(request);
        };
        return { ...worker, post };
      },
    };
    const search = createLogSearch(columnsOf(all), regex('row 1\\d*7 '), watching);
    assert.deepEqual(await search.searchAll(never), Uint8Array.from(naive(all, regex('row 1\\d*7 '))));
    assert.ok(most >= 2 && most <= 4, `${most} at a time`);
    search.dispose();
  });

  test('throws the message of the engine for an invalid regular expression', () => {
    assert.throws(() => createLogSearch(new Columns(), regex('a('), deps), {
      name: 'PatternError',
      kind: 'invalid',
      message: /Unterminated group/,
    });
    createLogSearch(new Columns(), literal('a('), deps);
  });

  test('reports an expression that the engine aborts as too slow', async () => {
    const columns = columnsOf([logEntry(0, 'a'.repeat(8_000_000))]);
    const search = createLogSearch(columns, regex('^(a|b)*c'), deps);
    await assert.rejects(search.searchAll(never), { kind: 'slow', message: /call stack/ });
  });

  test('keeps no process alive with an idle worker', async () => {
    const at = (path: string) => JSON.stringify(new URL(`../../../src/logs/${path}`, import.meta.url).href);
    const program = `import { createLogSearch } from ${at('search/logSearch.ts')};
      import { Columns } from ${at('store/columns.ts')};
      const columns = new Columns();
      const entries = [{ timestamp: '', type: 'INFO', content: 'ab' }];
      columns.add({ entries, times: new Float64Array(1), undatedFlags: new Uint8Array(1) }, [0]);
      const query = { text: 'a.', isRegex: true, isCaseSensitive: false };
      console.log(await createLogSearch(columns, query).searchAll(new AbortController().signal));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 30_000,
    });
    assert.match((await run).stdout, /Uint8Array\(1\) \[ 1 \]/);
  });

  test('stops an expression that takes too long, without blocking this thread', async (t) => {
    const workers = watchWorkers(t);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    t.after(() => clearInterval(ticking));
    const columns = columnsOf([logEntry(0, `${'a'.repeat(60)}b`)]);
    const search = createLogSearch(columns, regex('^(a+)+$'), { ...deps, patternTimeoutMs: 300 });
    const both = [search.searchAll(never), search.searchSlots([0], never)];
    for (const one of both) await assert.rejects(one, { name: 'PatternError', kind: 'slow' });
    assert.ok(ticks > 5, `${ticks} ticks`);
    await assert.rejects(search.searchSlots([0], never), { kind: 'slow' }, 'it is not tried again');
    assert.equal(workers.length, 1);
    while (workers[0]?.threadId !== -1) await turn();
  });

  test('stops waiting if the signal aborts during a batch, and sends nothing if it has aborted before', async (t) => {
    const workers = watchWorkers(t);
    const columns = columnsOf([logEntry(0, `${'a'.repeat(60)}b`)]);
    const search = createLogSearch(columns, regex('^(a+)+$'), { ...deps, now: () => 0 });
    const reason = new Error('enough');
    await assert.rejects(search.searchAll(AbortSignal.abort(reason)), reason);
    await assert.rejects(search.searchSlots([0], AbortSignal.abort(reason)), reason);
    assert.equal(workers.length, 0);
    const abort = new AbortController();
    const rejected = assert.rejects(search.searchAll(abort.signal), reason);
    // All that is left to do now is to wait for the worker.
    await turn();
    abort.abort(reason);
    await rejected;
    search.dispose();
  });

  test('starts one worker on first use, and stops it with the search, even during a batch', async (t) => {
    const workers = watchWorkers(t);
    const columns = columnsOf([logEntry(0, `${'a'.repeat(60)}b`)]);
    await createLogSearch(columns, literal('a'), deps).searchAll(never);
    const search = createLogSearch(columns, regex('^(a+)+$'), deps);
    await turn();
    assert.equal(workers.length, 0);
    const all = search.searchAll(never);
    const some = search.searchSlots([0], never);
    const rejected = Promise.allSettled([all, some]);
    assert.equal(workers.length, 1);
    const worker = workers[0];
    assert.ok(worker);
    const ended = once(worker, 'exit');
    search.dispose();
    await ended;
    for (const one of await rejected) assert.equal(one.status, 'rejected');
    await assert.rejects(search.searchSlots([0], never), { name: 'AbortError' });
  });

  test('works in the worker of a browser', async (t) => {
    Object.assign(globalThis, { Worker: BlobWorker });
    t.after(() => Reflect.deleteProperty(globalThis, 'Worker'));
    const search = createLogSearch(columnsOf([logEntry(0, 'ab'), logEntry(0, 'ba')]), regex('^a'), {
      ...deps,
      startWorker: startBrowserWorker,
    });
    assert.deepEqual([...(await search.searchAll(never))], [1, 0]);
    search.dispose();
  });

  test('rejects if workers are not supported or do not start', async () => {
    const columns = columnsOf([logEntry(0, 'a')]);
    const without = createLogSearch(columns, regex('a'), { ...deps, startWorker: startBrowserWorker });
    await assert.rejects(without.searchAll(never), {
      name: 'PatternError',
      kind: 'unavailable',
      message: /need a worker/,
    });
    const refusing = createLogSearch(columns, regex('a'), {
      ...deps,
      startWorker: ({ onFailure }) => {
        setImmediate(onFailure, new Error('blocked'));
        return { post: () => undefined, end: () => undefined };
      },
    });
    await assert.rejects(refusing.searchAll(never), { kind: 'unavailable', cause: new Error('blocked') });
  });
});

/** A clock that goes on by `step` ms with each look at it. */
function clockOf(step: number): () => number {
  let time = 0;
  return () => {
    time += step;
    return time;
  };
}

/** A browser's worker, as far as the search uses it: a thread that runs the script behind a blob's address. */
class BlobWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  readonly #thread: Promise<Worker>;

  constructor(url: string) {
    this.#thread = this.#start(url);
  }

  async #start(url: string): Promise<Worker> {
    const code = await resolveObjectURL(url)?.text();
    const glue = `const { parentPort } = require('node:worker_threads');
      const postMessage = (data) => parentPort.postMessage(data);
      let onmessage;
      parentPort.on('message', (data) => onmessage({ data }));`;
    const thread = new Worker(`${glue}${code}`, { eval: true });
    thread.on('message', (data) => this.onmessage?.({ data }));
    return thread;
  }

  async postMessage(message: unknown): Promise<void> {
    (await this.#thread).postMessage(message);
  }

  async terminate(): Promise<void> {
    await (await this.#thread).terminate();
  }
}
