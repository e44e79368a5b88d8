import type { EnvironmentRef } from '../domain/environment.ts';
import type { VariableStepOutcome } from './applySteps.ts';
import type { VariableStep } from './plan.ts';
import type { VariableList } from './variable.ts';

/** A display for the progress of steps, such as an input box that is still open. */
export interface ProgressDisplay {
  /** Aborted when the user closes the display. */
  readonly signal: AbortSignal;
  /** Shows a message. `undefined` removes it. */
  showMessage(message: string | undefined): void;
}

export interface ReadVariablesOptions {
  readonly signal?: AbortSignal;
  /** Whether the user can be asked to sign in. */
  readonly isInteractive?: boolean;
}

/** Reads and changes the variables of environments. */
export interface VariableAccess {
  /** Reads the variables that the service lists, or those that the user added by ID if it can't list them. */
  read(environmentId: string, options?: ReadVariablesOptions): Promise<VariableList>;
  /** Runs the steps of a plan. Without a `display`, shows the progress in a notification with *Cancel*. */
  applyPlan(
    target: EnvironmentRef,
    steps: readonly VariableStep[],
    display?: ProgressDisplay,
  ): Promise<readonly VariableStepOutcome[]>;
}
