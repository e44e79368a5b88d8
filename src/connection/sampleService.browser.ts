import type { SampleService } from './sampleService.node.ts';

/** A web worker can't listen on a port. */
export const canRunSampleService = false;

export function startSampleService(_folder: string): Promise<SampleService> {
  return Promise.reject(new Error('This editor has no ports.'));
}
