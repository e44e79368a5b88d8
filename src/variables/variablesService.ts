import { ApiError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { Disposable } from '../editor/disposable.ts';
import type { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import { AddedVariables } from './addedVariables.ts';
import type { VariableStepOutcome } from './applySteps.ts';
import { Comparisons } from './compare/comparisons.ts';
import { createVariableDocuments } from './document/variableDocuments.ts';
import type { VariableStep } from './plan.ts';
import type { VariableList } from './variable.ts';
import type { ProgressDisplay, ReadVariablesOptions, VariableAccess } from './variableAccess.ts';
import { createVariableRows, type VariableRows } from './variableRows.ts';

/** The variables of environments: reads and changes them, and updates everything that shows them. */
export class VariablesService extends Disposable implements VariableAccess {
  readonly context: FeatureContext;
  readonly addedVariables: AddedVariables;
  readonly rows: VariableRows;
  readonly documents: ServiceDocuments<VariableList>;
  readonly comparisons: Comparisons;

  constructor(context: FeatureContext) {
    super();
    this.context = context;
    this.addedVariables = new AddedVariables(context.extensionContext.globalState);
    this.rows = this.register(createVariableRows(context.tree, this));
    this.register(context.connection.onDidChange(this.rows.clear));
    this.comparisons = this.register(new Comparisons(context, this));
    this.documents = this.register(createVariableDocuments(context, this));
  }

  async read(
    environmentId: string,
    { signal, isInteractive = false }: ReadVariablesOptions = {},
  ): Promise<VariableList> {
    const { connection } = this.context;
    const client = await connection.client({ isInteractive });
    try {
      const variables = await client.environments.listVariables(environmentId, { signal });
      return { variables, isListedByService: true };
    } catch (error) {
      if (!(error instanceof ApiError && error.isUnsupportedOperation)) throw error;
      const { baseUrl } = connection;
      const variables = baseUrl === undefined ? [] : this.addedVariables.list(baseUrl, environmentId);
      return { variables, isListedByService: false };
    }
  }

  async applyPlan(
    target: EnvironmentRef,
    steps: readonly VariableStep[],
    display?: ProgressDisplay,
  ): Promise<readonly VariableStepOutcome[]> {
    const { applyWithProgress } = await import('./applyPlan.ts');
    const { connection } = this.context;
    const outcomes = await applyWithProgress(connection, this, target, steps, display);
    await this.#onDidApply(target.environmentId, outcomes);
    return outcomes;
  }

  /** Updates the rows and the comparisons of an environment after its list of added variables has changed. */
  updateAfterListChange(environmentId: string): Promise<void> {
    this.comparisons.refreshEnvironment(environmentId);
    return this.rows.reload(environmentId);
  }

  async #onDidApply(environmentId: string, outcomes: readonly VariableStepOutcome[]): Promise<void> {
    const { notifyVariablesChanged, redrawEnvironment } = this.context.services;
    await this.#updateAdded(environmentId, outcomes);
    const applied = outcomes.filter(({ result }) => result === 'applied');
    if (applied.length > 0) {
      const keys = applied.map(({ step }) => step.key);
      await notifyVariablesChanged(environmentId, keys);
    }
    await this.rows.reload(environmentId);
    redrawEnvironment(environmentId);
    void this.documents.refresh(environmentId);
    this.comparisons.refreshEnvironment(environmentId);
  }

  /** Updates the variables that the user added by ID after they were changed or deleted on the service. */
  async #updateAdded(environmentId: string, outcomes: readonly VariableStepOutcome[]): Promise<void> {
    const { baseUrl } = this.context.connection;
    if (baseUrl === undefined) return;
    const added = new Set(this.addedVariables.list(baseUrl, environmentId).map(({ id }) => id));
    for (const { step, result } of outcomes) {
      if (result !== 'applied' || step.kind === 'add' || !added.has(step.variable.id)) continue;
      const { id } = step.variable;
      if (step.kind === 'remove') await this.addedVariables.remove(baseUrl, environmentId, id);
      else
        await this.addedVariables.put(baseUrl, environmentId, { id, key: step.key, isSecret: step.isSecret });
    }
  }
}
