import { setTimeout as sleep } from 'node:timers/promises';
import { type SampleTool, textResult } from '../context.ts';

/** A tool that takes a few seconds, reports progress, and can be canceled. */
export const slowTool: SampleTool = {
  name: 'count_clouds',
  title: 'Count Clouds',
  description: 'Counts slowly.',
  inputSchema: {
    type: 'object',
    properties: {
      steps: { type: 'integer', minimum: 1, maximum: 1000, default: 5 },
      stepMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 500 },
    },
  },
  call: async ({ args, request: { signal, sendNotification, _meta } }) => {
    const steps = Number(args['steps'] ?? 5);
    const stepMs = Number(args['stepMs'] ?? 500);
    const progressToken = _meta?.progressToken;
    for (let step = 1; step <= steps; step++) {
      await sleep(stepMs, undefined, { signal, ref: false });
      if (progressToken === undefined) continue;
      const params = { progressToken, progress: step, total: steps, message: `cloud ${step}` };
      await sendNotification({ method: 'notifications/progress', params });
    }
    return textResult(`${steps} clouds`);
  },
};
