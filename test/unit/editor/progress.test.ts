import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';

const vscode = await import('vscode');
const { withCancellableProgress } = await import('../../../src/editor/progress.ts');
const { withSentRequestProgress } = await import('../../../src/editor/sentRequestProgress.ts');

const settle = () => new Promise(setImmediate);

describe('the progress of a task', () => {
  test('ends before the caller continues, so that it is not shown beside the next prompt', async (context) => {
    context.after(() => mock.timers.reset());
    mock.timers.enable({ apis: ['setTimeout'] });
    const events: string[] = [];
    const notification = Promise.withResolvers<void>();
    Object.assign(vscode.window, {
      withProgress: async (_: unknown, run: (progress: unknown, token: unknown) => Promise<void>) => {
        await run({ report() {} }, { onCancellationRequested: () => ({ dispose() {} }) });
        await notification.promise;
        events.push('closed');
      },
    });
    const task = Promise.withResolvers<string>();
    const result = withCancellableProgress('Reading...', () => task.promise).then((value) =>
      events.push(value),
    );
    mock.timers.tick(1000);
    task.resolve('continued');
    await task.promise;
    notification.resolve();
    await settle();
    // The editor shows the notification for 800 ms, although the task has ended.
    assert.deepEqual(events, ['closed']);
    mock.timers.tick(800);
    await result;
    assert.deepEqual(events, ['closed', 'continued']);
  });

  for (const [outcome, end] of [
    ['a response', 'respond'],
    ['a canceled wait', 'cancel'],
  ] as const) {
    test(`of a sent request can be canceled only after five seconds, and ends with ${outcome}`, async (context) => {
      context.after(() => mock.timers.reset());
      mock.timers.enable({ apis: ['setTimeout'] });
      const shown: { readonly title: string; readonly cancellable?: boolean }[] = [];
      let cancel = (): void => {};
      Object.assign(vscode.window, {
        withProgress: (
          options: (typeof shown)[number],
          run: (progress: unknown, token: unknown) => Promise<unknown>,
        ) => {
          shown.push(options);
          const onCancellationRequested = (listener: () => void) => {
            cancel = listener;
            return { dispose() {} };
          };
          return run({ report() {} }, { onCancellationRequested });
        },
      });
      const response = Promise.withResolvers<string>();
      const result = withSentRequestProgress('Deleting...', (signal) => {
        signal.addEventListener('abort', () => response.reject(new Error('aborted')));
        return response.promise;
      });
      const canCancel = () => shown.map(({ cancellable = false }) => cancellable);
      const wait = async (ms: number): Promise<void> => {
        await settle();
        mock.timers.tick(ms);
        await settle();
      };
      await wait(999);
      assert.deepEqual(canCancel(), []);
      await wait(1);
      await wait(4999);
      assert.deepEqual(canCancel(), [false]);
      await wait(1);
      await wait(1000);
      assert.deepEqual(canCancel(), [false, true]);
      assert.match(shown[1]?.title ?? '', /^Deleting\.\.\. .*Cancel ends the wait, but not the request\.$/);
      if (end === 'cancel') cancel();
      else response.resolve('deleted');
      const ended = result.catch((error: Error) => error.constructor.name);
      await wait(800);
      assert.equal(await ended, end === 'cancel' ? 'CancellationError' : 'deleted');
    });
  }
});
