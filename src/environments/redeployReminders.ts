import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { Node } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { type RedeployMark, updateMark } from './redeployMark.ts';

/** The environments whose variables were changed since they were deployed: for each service apart, over restarts. */
export class RedeployReminders {
  readonly #connection: Connection;
  readonly #state: vscode.Memento;
  readonly #changed: (environmentId: string) => void;
  /** The id of the newest deployment that was seen, by environment. */
  readonly #newest = new Map<string, string>();

  /** `changed`: there is another note of that environment, or none. */
  constructor(connection: Connection, state: vscode.Memento, changed: (environmentId: string) => void) {
    this.#connection = connection;
    this.#state = state;
    this.#changed = changed;
  }

  /** These variables of an environment were changed just now. */
  async addKeys(environmentId: string, keys: readonly string[]): Promise<void> {
    const before = this.#newest.get(environmentId);
    const all = [...new Set([...this.getKeys(environmentId), ...keys])];
    await this.#put(environmentId, { at: Date.now(), keys: all, ...omitUndefined({ before }) });
  }

  /** What was changed since it was deployed. */
  getKeys(environmentId: string): readonly string[] {
    return this.get(environmentId)?.keys ?? [];
  }

  get(environmentId: string): RedeployMark | undefined {
    return this.#marks()[environmentId];
  }

  async dismiss(environmentId: string): Promise<void> {
    await this.#put(environmentId, undefined);
  }

  /** Follows what was read anyway. Only where that leaves open when a deployment began, that one is asked for. */
  async onDidRead(client: Client, environments: readonly Environment[], signal: AbortSignal): Promise<void> {
    await Promise.all(environments.map((one) => this.#onDidReadOne(client, one, signal)));
  }

  /** The newest deployment of an environment, as a whole: it says itself when it began. `true`: the note went. */
  async onDidReadDeployment(environmentId: string, deployment: Deployment): Promise<boolean> {
    this.#newest.set(environmentId, deployment.id);
    const mark = this.#marks()[environmentId];
    const next = mark && updateMark(mark, deployment);
    if (!mark || next === 'unknown') return false;
    await this.#replace(environmentId, mark, next);
    return next === undefined;
  }

  /** The row of an environment, with a note where there is a mark. */
  decorate(row: Node): Node {
    const environmentId = row.kind === 'environment' ? stringArgument(row, 'environmentId') : undefined;
    if (environmentId === undefined) return row;
    const mark = this.#marks()[environmentId];
    if (!mark) return row;
    const note = vscode.l10n.t('redeploy to apply');
    const when = new Date(mark.at).toLocaleString(vscode.env.language);
    return {
      ...row,
      description: [row.description ?? '', note].filter((part) => part !== '').join(' · '),
      tooltip: [
        row.tooltip ?? row.label,
        vscode.l10n.t(
          'Variables last changed: {0}. Nothing has been deployed since. To apply the changes, use Deploy.',
          when,
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
    const next = updateMark(mark, latestDeployment);
    if (next !== 'unknown') return this.#replace(id, mark, next);
    const whole = await readWholeDeployment(client, latestDeployment, signal);
    if (!whole) return;
    const told = updateMark(mark, whole);
    // No one says when it began: it ended since, and more likely for the change than in spite of it.
    await this.#replace(id, mark, told === 'unknown' ? undefined : told);
  }

  /** Unless there is a new change meanwhile. */
  async #replace(environmentId: string, mark: RedeployMark, next: RedeployMark | undefined): Promise<void> {
    if (next !== mark && this.#marks()[environmentId]?.at === mark.at) await this.#put(environmentId, next);
  }

  #marks(): Readonly<Record<string, RedeployMark>> {
    const key = this.#key();
    return key === undefined ? {} : this.#state.get<Readonly<Record<string, RedeployMark>>>(key, {});
  }

  async #put(environmentId: string, mark: RedeployMark | undefined): Promise<void> {
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

/** `undefined`: it can't be read now, and is asked for with the next refresh. */
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
