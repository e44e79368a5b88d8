import { createProvider, createSigningKey } from './auth/provider.ts';
import type { ServiceOptions } from './options.ts';
import { type SampleService, serve } from './serve.ts';

export type { SampleService } from './serve.ts';

/**
 * Starts the sample service for tests and development, with an authorization server and controls. Rejects with the
 * system's error if the port is in use.
 */
export async function startService(options: ServiceOptions = {}): Promise<SampleService> {
  const signingKey = createSigningKey();
  // The key isn't awaited if the port is in use.
  signingKey.catch(() => undefined);
  return serve(options, {
    createProvider: async (settings) => createProvider(settings, await signingKey),
  });
}
