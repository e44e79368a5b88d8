import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import type { Node } from '../explorer/node.ts';
import { addFacts } from '../explorer/rows.ts';
import { omitUndefined } from '../fields.ts';
import { type RedeployReminder, updateReminder } from './redeployReminder.ts';

/** The reminders to redeploy environments with changed variables. They are saved for each service. */
export class RedeployReminders {
  readonly #connection: Connection;
  readonly #state: vscode.Memento;
  readonly #onChange: (environmentId: string) => void;
  /** The ID of the latest known deployment of each environment. */
  readonly #latestDeploymentIds = new Map<string, string>();

  /** `onChange` is called when the reminder of an environment was added, changed, or removed. */
  constructor(connection: Connection, state: vscode.Memento, onChange: (environmentId: string) => void) {
    this.#connection = connection;
    this.#state = state;
    this.#onChange = onChange;
  }

  /** Adds the keys of variables that were just changed. */
  async addKeys(environmentId: string, keys: readonly string[]): Promise<void> {
    const before = this.#latestDeploymentIds.get(environmentId);
    const all = [...new Set([...this.getKeys(environmentId), ...keys])];
    await this.#put(environmentId, { at: Date.now(), keys: all, ...omitUndefined({ before }) });
  }

  /** Returns the keys that were changed since the latest deployment. */
  getKeys(environmentId: string): readonly string[] {
    return this.get(environmentId)?.keys ?? [];
  }

  get(environmentId: string): RedeployReminder | undefined {
    return this.#reminders()[environmentId];
  }

  async dismiss(environmentId: string): Promise<void> {
    await this.#put(environmentId, undefined);
  }

  /** Updates the reminders after environments were read. Reads a deployment only if its start time is required. */
  async updateFromEnvironments(
    client: Client,
    environments: readonly Environment[],
    signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(environments.map((one) => this.#updateFromEnvironment(client, one, signal)));
  }

  /** Updates the reminder after a complete deployment was read. Returns whether the reminder was removed. */
  async updateFromDeployment(environmentId: string, deployment: Deployment): Promise<boolean> {
    this.#latestDeploymentIds.set(environmentId, deployment.id);
    const reminder = this.#reminders()[environmentId];
    const next = reminder && updateReminder(reminder, deployment);
    if (!reminder || next === 'unknown') return false;
    await this.#replace(environmentId, reminder, next);
    return next === undefined;
  }

  /** Adds a note to the row of an environment with a reminder. */
  decorate(row: Node): Node {
    const environmentId = row.kind === 'environment' ? getStringArgument(row, 'environmentId') : undefined;
    if (environmentId === undefined) return row;
    const reminder = this.#reminders()[environmentId];
    if (!reminder) return row;
    const note = vscode.l10n.t('redeploy to apply');
    return {
      ...row,
      urgentText: note,
      tooltip: addFacts(row, [
        {
          icon: 'warning',
          text: vscode.l10n.t(
            'Variables last changed: {0}. Nothing has been deployed since. To apply the changes, use Deploy.',
            formatDateWithAge(reminder.at),
          ),
        },
      ]),
      accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, note),
      attention: [
        ...(row.attention ?? []),
        { key: `redeploy/${environmentId}`, severity: 'notice', text: note },
      ],
      context: [row.context, 'redeploy'].filter(Boolean).join(' '),
    };
  }

  async #updateFromEnvironment(
    client: Client,
    { id, latestDeployment }: Environment,
    signal: AbortSignal,
  ): Promise<void> {
    if (!latestDeployment) return;
    this.#latestDeploymentIds.set(id, latestDeployment.id);
    const reminder = this.#reminders()[id];
    if (!reminder) return;
    const next = updateReminder(reminder, latestDeployment);
    if (next !== 'unknown') return this.#replace(id, reminder, next);
    const complete = await readWholeDeployment(client, latestDeployment, signal);
    if (!complete) return;
    const updated = updateReminder(reminder, complete);
    // If the start time is still unknown, the deployment ended after the change, so it probably contains the change.
    await this.#replace(id, reminder, updated === 'unknown' ? undefined : updated);
  }

  /** Replaces a reminder, unless the variables were changed again in the meantime. */
  async #replace(
    environmentId: string,
    reminder: RedeployReminder,
    next: RedeployReminder | undefined,
  ): Promise<void> {
    if (next !== reminder && this.#reminders()[environmentId]?.at === reminder.at)
      await this.#put(environmentId, next);
  }

  #reminders(): Readonly<Record<string, RedeployReminder>> {
    const key = this.#key();
    return key === undefined ? {} : this.#state.get<Readonly<Record<string, RedeployReminder>>>(key, {});
  }

  async #put(environmentId: string, reminder: RedeployReminder | undefined): Promise<void> {
    const key = this.#key();
    if (key === undefined) return;
    const { [environmentId]: _, ...others } = this.#reminders();
    const next = reminder ? { ...others, [environmentId]: reminder } : others;
    await this.#state.update(key, Object.keys(next).length > 0 ? next : undefined);
    this.#onChange(environmentId);
  }

  #key(): string | undefined {
    const { baseUrl } = this.#connection;
    return baseUrl === undefined ? undefined : `redeploy ${baseUrl}`;
  }
}

/** Returns `undefined` if the deployment can't be read. The next refresh tries again. */
async function readWholeDeployment(
  client: Client,
  { id }: Deployment,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  try {
    return await client.deployments.get(id, { signal });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
