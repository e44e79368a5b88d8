import type { Variable } from '../api/variables.ts';

/** A variable as far as it is known here. `value` is there only where the service gives it: never for a secret. */
export type KnownVariable = Pick<Variable, 'id' | 'key' | 'isSecret' | 'value'>;

/** The variables of an environment. `isListed`: by the service, so these are all; else those that are known here by id. */
export interface VariableList {
  readonly variables: readonly KnownVariable[];
  readonly isListed: boolean;
}
