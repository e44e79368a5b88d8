import type { KnownVariable } from '../../src/variables/variable.ts';

/** Creates a plain variable as the service lists it. */
export const plainVariable = (key: string, value: string): KnownVariable => ({
  id: `id-${key}`,
  key,
  isSecret: false,
  value,
});
export const secretVariable = (key: string): KnownVariable => ({ id: `id-${key}`, key, isSecret: true });
