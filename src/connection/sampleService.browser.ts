import type { SampleService } from './sampleService.node.ts';

/** Rejects, because a web worker can't listen on a port. The command isn't offered there. */
export function startSampleService(_folder: string): Promise<SampleService> {
  return Promise.reject(new Error('This editor has no ports.'));
}
