import type { Variable } from '../api/variables.ts';

/**
 * A variable as the service returns it, or as the user added it by ID. `value` is absent for secrets, and for variables
 * that were added by ID.
 */
export type KnownVariable = Pick<Variable, 'id' | 'key' | 'isSecret' | 'value'>;

/**
 * The variables of an environment. `isListedByService`: whether the service lists all of them. If it can't list
 * variables, they are those that the user added by ID.
 */
export interface VariableList {
  readonly variables: readonly KnownVariable[];
  readonly isListedByService: boolean;
}
