import * as vscode from 'vscode';
import type { Deployment } from '../../api/deployments.ts';
import { getCommitSubject } from '../../domain/deploymentText.ts';
import { canOpenChat } from '../../editor/chat.ts';
import { Disposable } from '../../editor/disposable.ts';
import { omitUndefined } from '../../fields.ts';
import type { DeploymentResult } from '../read/sessionStatus.ts';
import type { PanelIdentity } from '../savedState.ts';
import type { LogStore, StoreChange } from '../store/logStore.ts';
import { createBuildLogParser } from './buildLog.ts';
import { createVerdict } from './createVerdict.ts';
import type { BuildError } from './errorCollector.ts';
import { findReferencedFile, type SourcePosition, showSourcePosition } from './findReferencedFile.ts';
import type { Verdict } from './verdictSchema.ts';

interface DeploymentVerdictOptions {
  /** Reads the record of the deployment (`deployments.get`). */
  readonly readDeployment: (signal: AbortSignal) => Promise<Deployment>;
  /** Returns the open folders that are linked to the project of an environment. */
  readonly findFolders: (environmentId: string) => Promise<readonly vscode.Uri[]>;
  readonly getIdentity: () => PanelIdentity;
  /** Called when the record adds the commit or the environment to the identity. */
  readonly onDidIdentify: (identity: PanelIdentity) => void;
  readonly onDidChange: () => void;
}

/** The result of a deployment: the steps and errors in its log, its record, and the files of the errors. */
export class DeploymentVerdict extends Disposable {
  readonly #options: DeploymentVerdictOptions;
  readonly #abort = new AbortController();
  #parser = createBuildLogParser();
  #deployment: Deployment | undefined;
  /** The positions of errors in the workspace by `getErrorKey`, `undefined` while they're searched, or if there is none. */
  #positions = new Map<string, SourcePosition | undefined>();
  #isSearching = false;

  constructor(options: DeploymentVerdictOptions) {
    super();
    this.#options = options;
    this.register({ dispose: () => this.#abort.abort() });
    this.register(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#positions.clear();
        options.onDidChange();
      }),
    );
  }

  /** Adds the new rows of the store. Rows of a build log are only added at the end. */
  onStoreChange(store: LogStore, change: StoreChange): void {
    if (change.kind !== 'inserted') return;
    for (const { at, count } of change.runs)
      for (const slot of store.order.subarray(at, at + count)) this.#parser.add(store.getRow(slot));
    this.#options.onDidChange();
  }

  /** Must be called when all rows were removed. */
  onStoreClear(): void {
    this.#parser = createBuildLogParser();
    this.#positions.clear();
  }

  /** Reads the record. The log shows failures of the service, so a failure is ignored. */
  async load(): Promise<void> {
    try {
      this.setDeployment(await this.#options.readDeployment(this.#abort.signal));
    } catch {
      // Without the record, the verdict has no result and no commit.
    }
  }

  setDeployment(deployment: Deployment): void {
    if (this.#abort.signal.aborted) return;
    this.#deployment = deployment;
    this.#identify(deployment);
    this.#options.onDidChange();
  }

  createVerdict(result: DeploymentResult | undefined, isEnvironmentDeleted: boolean): Verdict {
    const unresolved: BuildError[] = [];
    const verdict = createVerdict({
      identity: this.#options.getIdentity(),
      log: this.#parser.log,
      deployment: this.#deployment,
      result,
      isEnvironmentDeleted,
      canOpenChat: canOpenChat(),
      now: Date.now(),
      getPosition: (error) => {
        const key = getErrorKey(error);
        if (!this.#positions.has(key)) unresolved.push(error);
        const position = this.#positions.get(key);
        return position && formatPosition(position);
      },
    });
    void this.#findPositions(unresolved.filter(({ references }) => references.length > 0));
    return verdict;
  }

  /** Opens the file of an error that the page shows. Ignores other positions. */
  async openPosition(text: string): Promise<void> {
    const position = [...this.#positions.values()].find((one) => one && formatPosition(one) === text);
    if (position) await showSourcePosition(position);
  }

  /** Adds the commit, and the environment if the deployment was opened by its ID. */
  #identify({ sourceCommitMessage, environmentId, environmentName }: Deployment): void {
    const identity = this.#options.getIdentity();
    const subject = getCommitSubject(sourceCommitMessage) ?? identity.subject;
    const isEnvironmentKnown = identity.environmentId !== '' || environmentId === undefined;
    this.#options.onDidIdentify({
      ...identity,
      ...(!isEnvironmentKnown && { environmentId, environmentName: environmentName ?? environmentId }),
      ...omitUndefined({ subject }),
    });
  }

  async #findPositions(errors: readonly BuildError[]): Promise<void> {
    if (this.#isSearching || errors.length === 0) return;
    this.#isSearching = true;
    const positions = this.#positions;
    const { signal } = this.#abort;
    const { environmentId } = this.#options.getIdentity();
    try {
      const folders = environmentId === '' ? [] : await this.#options.findFolders(environmentId);
      for (const error of errors)
        positions.set(getErrorKey(error), await findReferencedFile(error.references, folders, signal));
    } catch {
      for (const error of errors) positions.set(getErrorKey(error), positions.get(getErrorKey(error)));
    } finally {
      this.#isSearching = false;
    }
    // Also looks for the files of errors that were added meanwhile.
    if (!signal.aborted) this.#options.onDidChange();
  }
}

function getErrorKey({ row, references }: BuildError): string {
  return JSON.stringify([row.id, references.map(({ path, line, column }) => [path, line, column])]);
}

function formatPosition({ path, line, column }: SourcePosition): string {
  return [path, line, ...(column === undefined ? [] : [column])].join(':');
}
