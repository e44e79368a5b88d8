import type { Environment } from '../api/environmentRecord.ts';
import type { FeatureContext } from '../context.ts';
import { Disposable } from '../editor/disposable.ts';
import { settings } from '../editor/settings.ts';
import { DeletionTracker } from '../explorer/deletionTracker.ts';
import { SettingId } from '../ids.ts';
import { AddedEnvironments } from './addedEnvironments.ts';
import { createEnvironmentPages, type EnvironmentPages } from './environmentPages.ts';
import { EnvironmentPicker } from './environmentPicker.ts';
import { RedeployReminders } from './redeployReminders.ts';

/** The environments of the service and of the user's list, and everything that shows them. */
export class EnvironmentsService extends Disposable {
  readonly context: FeatureContext;
  readonly addedEnvironments: AddedEnvironments;
  readonly reminders: RedeployReminders;
  readonly picker: EnvironmentPicker;
  readonly deletions: DeletionTracker;
  readonly pages: EnvironmentPages;

  constructor(context: FeatureContext) {
    super();
    const { connection, extensionContext } = context;
    this.context = context;
    this.addedEnvironments = new AddedEnvironments(extensionContext.globalState);
    this.reminders = new RedeployReminders(connection, extensionContext.globalState, (id) =>
      this.pages.redraw(id),
    );
    this.picker = new EnvironmentPicker(context, this.addedEnvironments);
    this.deletions = new DeletionTracker('environment', 'environmentId', (id) => this.redraw(id));
    this.register(
      settings.onDidChange(SettingId.protectedEnvironments, () => {
        this.redraw();
        this.pages.redraw();
      }),
    );
    this.pages = this.register(createEnvironmentPages(context, this.reminders));
  }

  /** Reads an environment. Asks for a sign-in if necessary. */
  async get(id: string, signal?: AbortSignal): Promise<Environment> {
    const client = await this.context.connection.client({ isInteractive: true });
    return client.environments.get(id, signal ? { signal } : {});
  }

  /** Whether the tree or the user's list has the environment. */
  isInTreeOrList(id: string): boolean {
    const { connection, tree } = this.context;
    return (
      tree.getRenderedRows('environment', id).length > 0 ||
      this.addedEnvironments.list(connection.baseUrl ?? '').some((one) => one.id === id)
    );
  }

  /** Renders the rows of an environment again. Without an ID, renders the rows of all environments. */
  redraw(environmentId?: string): void {
    const { tree } = this.context;
    for (const row of tree.getRenderedRows('environment', environmentId)) tree.redraw(row);
  }

  /** Notifies all features that an environment was deleted, and refreshes the tree. */
  async removeDeleted(baseUrl: string, environmentId: string): Promise<void> {
    await this.context.notifyEnvironmentDeleted({ baseUrl, environmentId });
    this.context.tree.refresh();
  }
}
