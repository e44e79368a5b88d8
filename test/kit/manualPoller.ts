import assert from 'node:assert/strict';
import type { PollTask } from '../../src/editor/poller.ts';
import { signal } from './signal.ts';

/** Creates a poller whose tasks run only when the test calls `ask`. */
export function createManualPoller() {
  const tasks = new Map<string, PollTask>();
  return {
    tasks,
    poller: { add: (task: PollTask) => tasks.set(task.key, task) },
    /** Runs the task that was added first. */
    ask: async (until = signal): Promise<boolean> => {
      const [task] = tasks.values();
      assert.ok(task, 'a task was added');
      return task.run(until);
    },
  };
}
