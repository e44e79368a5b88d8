import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';

const vscode = await import('vscode');
const { withCancellableProgress } = await import('../../../src/editor/progress.ts');

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
    await new Promise(setImmediate);
    // The editor shows the notification for 800 ms, although the task has ended.
    assert.deepEqual(events, ['closed']);
    mock.timers.tick(800);
    await result;
    assert.deepEqual(events, ['closed', 'continued']);
  });
});
