import type { EnvironmentRef } from '../domain/environment.ts';
import type { Node } from './node.ts';

/** The row of an environment, from any feature. */
export type EnvironmentRow = Node & EnvironmentRef;
