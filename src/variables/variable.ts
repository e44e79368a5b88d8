import type { Variable } from '../api/variables.ts';

/** A variable as the service returns it, or as the user added it by ID. `value` is absent for secrets. */
export type KnownVariable = Pick<Variable, 'id' | 'key' | 'isSecret' | 'value'>;

/**
 * The variables of an environment. `isListed`: the service lists all of them. Otherwise, they are those that the user
 * added by ID.
 */
export interface VariableList {
  readonly variables: readonly KnownVariable[];
  readonly isListedByService: boolean;
}
