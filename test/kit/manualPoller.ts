import assert from 'node:assert/strict';
import type { PollTask } from '../../src/editor/poller.ts';
import { signal } from './signal.ts';

/** A poller that asks when a test says so. */
export function createManualPoller() {
  const tasks = new Map<string, PollTask>();
  return {
    tasks,
    poller: { add: (task: PollTask) => tasks.set(task.key, task) },
    /** Runs the task that it was given first. */
    ask: async (until = signal): Promise<boolean> => {
      const [task] = tasks.values();
      assert.ok(task, 'something is followed');
      return task.run(until);
    },
  };
}
