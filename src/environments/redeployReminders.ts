import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { Node } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { type RedeployReminder, updateReminder } from './redeployReminder.ts';

/** The reminders to redeploy environments with changed variables. They are saved for each service. */
export class RedeployReminders {
  readonly #connection: Connection;
  readonly #state: vscode.Memento;
  readonly #changed: (environmentId: string) => void;
  /** The ID of the latest known deployment of each environment. */
  readonly #newest = new Map<string, string>();

  /** `onChange` is called when the reminder of an environment was added, changed, or removed. */
  constructor(connection: Connection, state: vscode.Memento, onDidChange: (environmentId: string) => void) {
    this.#connection = connection;
    this.#state = state;
    this.#changed = onDidChange;
  }

  /** Adds the keys of variables that were just changed. */
  async addKeys(environmentId: string, keys: readonly string[]): Promise<void> {
    const before = this.#newest.get(environmentId);
    const all = [...new Set([...this.getKeys(environmentId), ...keys])];
    await this.#put(environmentId, { at: Date.now(), keys: all, ...omitUndefined({ before }) });
  }

  /** Returns the keys that were changed since the latest deployment. */
  getKeys(environmentId: string): readonly string[] {
    return this.get(environmentId)?.keys ?? [];
  }

  get(environmentId: string): RedeployReminder | undefined {
    return this.#marks()[environmentId];
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
    await Promise.all(environments.map((one) => this.#onDidReadOne(client, one, signal)));
  }

  /** Updates the reminder after a complete deployment was read. Returns whether the reminder was removed. */
  async updateFromDeployment(environmentId: string, deployment: Deployment): Promise<boolean> {
    this.#newest.set(environmentId, deployment.id);
    const mark = this.#marks()[environmentId];
    const next = mark && updateReminder(mark, deployment);
    if (!mark || next === 'unknown') return false;
    await this.#replace(environmentId, mark, next);
    return next === undefined;
  }

  /** Adds a note to the row of an environment with a reminder. */
  decorate(row: Node): Node {
    const environmentId = row.kind === 'environment' ? getStringArgument(row, 'environmentId') : undefined;
    if (environmentId === undefined) return row;
    const mark = this.#marks()[environmentId];
    if (!mark) return row;
    const note = vscode.l10n.t('redeploy to apply');
    const changedAt = new Date(mark.at).toLocaleString(vscode.env.language);
    return {
      ...row,
      description: [row.description ?? '', note].filter((part) => part !== '').join(' · '),
      tooltip: [
        row.tooltip ?? row.label,
        vscode.l10n.t(
          'Variables last changed: {0}. Nothing has been deployed since. To apply the changes, use Deploy.',
          changedAt,
        ),
      ].join('\n'),
      accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, note),
      context: [row.context, 'redeploy'].filter(Boolean).join(' '),
    };
  }

  async #onDidReadOne(
    client: Client,
    { id, latestDeployment }: Environment,
    signal: AbortSignal,
  ): Promise<void> {
    if (!latestDeployment) return;
    this.#newest.set(id, latestDeployment.id);
    const mark = this.#marks()[id];
    if (!mark) return;
    const next = updateReminder(mark, latestDeployment);
    if (next !== 'unknown') return this.#replace(id, mark, next);
    const complete = await readWholeDeployment(client, latestDeployment, signal);
    if (!complete) return;
    const updated = updateReminder(mark, complete);
    // If the start time is still unknown, the deployment ended after the change, so it probably contains the change.
    await this.#replace(id, mark, updated === 'unknown' ? undefined : updated);
  }

  /** Replaces a reminder, unless the variables were changed again in the meantime. */
  async #replace(
    environmentId: string,
    mark: RedeployReminder,
    next: RedeployReminder | undefined,
  ): Promise<void> {
    if (next !== mark && this.#marks()[environmentId]?.at === mark.at) await this.#put(environmentId, next);
  }

  #marks(): Readonly<Record<string, RedeployReminder>> {
    const key = this.#key();
    return key === undefined ? {} : this.#state.get<Readonly<Record<string, RedeployReminder>>>(key, {});
  }

  async #put(environmentId: string, mark: RedeployReminder | undefined): Promise<void> {
    const key = this.#key();
    if (key === undefined) return;
    const { [environmentId]: _, ...others } = this.#marks();
    const next = mark ? { ...others, [environmentId]: mark } : others;
    await this.#state.update(key, Object.keys(next).length > 0 ? next : undefined);
    this.#changed(environmentId);
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
