import { homedir } from 'node:os';
import { isReservedVariable } from '../reservedVariables.ts';

export const getUserHome = (): string => homedir();

/** Returns the environment variables, except those of this extension and of the editor. */
export const readMachineEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isReservedVariable(name)));
