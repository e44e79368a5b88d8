import type { EnvironmentRef } from '../domain/environment.ts';
import type { Node } from './node.ts';

/** The row of an environment, whichever feature made it. */
export type EnvironmentRow = Node & EnvironmentRef;
