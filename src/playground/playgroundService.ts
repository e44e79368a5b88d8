import * as vscode from 'vscode';
import { ApiError, isUnsupportedError } from '../api/errors.ts';
import type { Playground, PlaygroundChange } from '../api/playground.ts';
import type { SendOutcome } from '../api/sendOnce.ts';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { Disposable } from '../editor/disposable.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import type { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { EnvironmentRow, Node } from '../explorer/node.ts';
import { changePlayground } from './changePlayground.ts';
import {
  createPlaygroundNode,
  createPlaygroundNodes,
  decoratePlaygroundNode,
  type PlaygroundNode,
  readOnlyText,
} from './nodes.ts';
import type { PlaygroundAccess } from './playgroundAccess.ts';
import { type ServiceContent, toServiceContent } from './playgroundContent.ts';
import { createPlaygroundDocuments } from './playgroundDocuments.ts';

/** The playgrounds of environments: reads and changes them, and updates everything that shows them. */
export class PlaygroundService extends Disposable implements PlaygroundAccess {
  readonly context: FeatureContext;
  readonly rows: LazyGroup<EnvironmentRow, PlaygroundNode, Playground>;
  readonly documents: ServiceDocuments<ServiceContent>;
  #isWritable = true;

  constructor(context: FeatureContext) {
    super();
    this.context = context;
    this.rows = new LazyGroup({
      kind: 'playground',
      createGroup: createPlaygroundNode,
      readData: (environmentId) => this.#fetch(environmentId),
      addData: (group, playground) => decoratePlaygroundNode(group, playground, this.#isWritable),
      createRows: (group, playground) => createPlaygroundNodes(group, playground, this.#isWritable),
      hidden: {
        withData: ({ isPlaygroundEnabled }) => !isPlaygroundEnabled,
        withError: isUnsupportedError,
      },
      tree: context.tree,
    });
    this.register(
      context.connection.onDidChange(() => {
        this.rows.clear();
        this.#isWritable = true;
      }),
    );
    this.documents = this.register(createPlaygroundDocuments(context, this));
  }

  /**
   * Whether the service supports changing playgrounds. Assumed until a change fails, because the operation isn't part of
   * the specification.
   */
  get isWritable(): boolean {
    return this.#isWritable;
  }

  setWritable(isWritable: boolean): void {
    if (isWritable === this.#isWritable) return;
    this.#isWritable = isWritable;
    this.rows.redrawAll();
    this.context.services.notifyPlaygroundChanged();
  }

  /** Adds the loaded data to the row of a playground, and to its environment whether it's known to be enabled. */
  decorate(row: Node): Node {
    const isEnabled =
      row.kind === 'environment' &&
      this.rows.getData(getStringArgument(row, 'environmentId') ?? '')?.isPlaygroundEnabled;
    if (!isEnabled) return this.rows.decorate(row);
    return { ...row, context: [row.context, 'playgroundEnabled'].filter(Boolean).join(' ') };
  }

  /** Reads a playground, and shows it in the tree. */
  async read(
    environmentId: string,
    options?: { readonly isInteractive?: boolean; readonly signal?: AbortSignal },
  ): Promise<Playground> {
    const playground = await this.#fetch(environmentId, options);
    this.rows.setData(environmentId, playground);
    return playground;
  }

  /** Reads a playground with a progress notification, and shows it in the tree and in its document. */
  async readWithProgress(environmentId: string): Promise<Playground> {
    const { environments } = await this.context.connection.client({ isInteractive: true });
    const playground = await withCancellableProgress(vscode.l10n.t('Loading the playground...'), (signal) =>
      environments.getPlayground(environmentId, { signal }),
    );
    this.#show(environmentId, playground);
    return playground;
  }

  async applyChange(target: EnvironmentRef, change: PlaygroundChange): Promise<Playground> {
    const { connection, services } = this.context;
    const { environments } = await connection.client({ isInteractive: true });
    const { environmentId } = target;
    const title = vscode.l10n.t('Changing the playground of {0}...', formatEnvironmentLabel(target));
    let outcome: SendOutcome<Playground> | undefined;
    try {
      const playground = await withCancellableProgress(title, async (signal) => {
        outcome = await changePlayground(environments, environmentId, change, signal);
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      });
      this.#show(environmentId, playground);
      services.notifyPlaygroundChanged(environmentId);
      return playground;
    } catch (error) {
      if (outcome?.kind === 'unknown') {
        void this.rows.reload(environmentId);
        services.notifyPlaygroundChanged(environmentId);
        throw new UserError(
          vscode.l10n.t(
            "The response was lost, so it's unknown whether the playground of {0} was changed. Check the playground before you try again.",
            formatEnvironmentLabel(target),
          ),
        );
      }
      if (error instanceof ApiError && error.isUnsupportedOperation) {
        this.setWritable(false);
        throw new UserError(readOnlyText());
      }
      throw error;
    }
  }

  async #fetch(
    environmentId: string,
    {
      isInteractive = false,
      ...options
    }: { readonly isInteractive?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<Playground> {
    const { environments } = await this.context.connection.client({ isInteractive });
    return environments.getPlayground(environmentId, options);
  }

  #show(environmentId: string, playground: Playground): void {
    this.rows.setData(environmentId, playground);
    void this.documents.show(environmentId, toServiceContent(playground));
  }
}
