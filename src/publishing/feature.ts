import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { isUnsupported } from '../api/errors.ts';
import type { Context, Feature } from '../context.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { settings } from '../editor/settings.ts';
import type { WizardProgress } from '../editor/steps.ts';
import type { Node } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { ContextKeyId, SettingId } from '../ids.ts';
import { provideServerDocuments } from './documents.ts';
import { listDomains, listDomainsToQuery } from './domains.ts';
import {
  type PublicationNode,
  type PublicationStatus,
  type PublishableRow,
  publicationNode,
} from './nodes.ts';
import { PublicationHistory } from './publicationHistory.ts';
import type { PublicationAnswers } from './questions.ts';

const kind = 'publication';

/** Creates the Publishing feature: *Publish to MCP Registry*, and a row with the status below each project. */
export function createPublishing(context: Context): Feature {
  const { connection, toProblem, tree, extension } = context;
  const { pickProject } = context.services;
  const memory = new PublicationHistory(extension.globalState);
  const unfinished = new Map<string, WizardProgress<PublicationAnswers>>();
  const statuses = new Map<string, PublicationStatus>();
  /** Pending reads by project ID. The result of a replaced read isn't stored. */
  const pendingReads = new Map<string, AbortController>();
  /** Whether the service doesn't support the MCP Registry, which is known only after a request. */
  let isRegistryMissing = false;
  const lacksRegistry = new ContextKey<boolean>(ContextKeyId.lacksRegistry);
  const setRegistryMissing = (isSo: boolean): void => {
    isRegistryMissing = isSo;
    lacksRegistry.set(isSo);
  };

  /** The drawn rows, with their descriptions. */
  const drawn = new Map<string, { readonly row: PublicationNode; readonly said: string | undefined }>();
  const redraw = (projectId: string): void => {
    for (const { row } of drawn.values()) if (row.projectId === projectId) tree.redraw(row);
  };
  /** The function that decorates rows. It's loaded with the first status. */
  let decoratePublication: typeof import('./statusRow.ts').decoratePublication | undefined;
  const setStatus = async (projectId: string, publicity: PublicationStatus): Promise<void> => {
    pendingReads.get(projectId)?.abort();
    pendingReads.delete(projectId);
    statuses.set(projectId, publicity);
    decoratePublication ??= (await import('./statusRow.ts')).decoratePublication;
    redraw(projectId);
  };
  const clear = (): void => {
    for (const abort of pendingReads.values()) abort.abort();
    pendingReads.clear();
    statuses.clear();
    drawn.clear();
    setRegistryMissing(false);
  };
  const onRegistryMissing = (): void => {
    if (isRegistryMissing) return;
    setRegistryMissing(true);
    tree.refresh();
  };

  const findPublication = async (
    { projectId, project }: PublishableRow,
    signal: AbortSignal,
  ): Promise<PublicationStatus> => {
    const { readPublished } = await import('./publishOnce.ts');
    const client = await connection.client();
    const here = memory.list(connection.baseUrl ?? '', projectId).map(({ domain }) => domain);
    for (const domain of listDomainsToQuery(project, here)) {
      const fields = await readPublished(client.distribution, { projectId, domain }, { signal });
      if (fields) return { kind: 'published', domain, fields };
    }
    return { kind: 'none' };
  };
  const read = async (row: PublishableRow): Promise<void> => {
    const { projectId } = row;
    if (pendingReads.has(projectId)) return;
    const abort = new AbortController();
    pendingReads.set(projectId, abort);
    const isCurrent = (): boolean => pendingReads.get(projectId) === abort;
    try {
      const found = await findPublication(row, abort.signal);
      if (isCurrent()) await setStatus(projectId, found);
    } catch (error) {
      if (!isCurrent()) return;
      pendingReads.delete(projectId);
      if (isUnsupported(error)) return onRegistryMissing();
      const problem = toProblem(error);
      if (problem) await setStatus(projectId, { kind: 'failed', problem });
    }
  };

  const onDidPublish = async (
    baseUrl: string,
    { projectId, domain }: { readonly projectId: string; readonly domain: string },
    fields: ServerFields,
  ): Promise<void> => {
    const { version } = fields;
    await memory.add(baseUrl, {
      projectId,
      domain,
      at: Date.now(),
      ...omitUndefined({ version }),
    });
    if (baseUrl === connection.baseUrl) await setStatus(projectId, { kind: 'published', domain, fields });
  };

  const children = (parent: Node): readonly Node[] => {
    const row = parent as PublishableRow;
    if (isRegistryMissing || !settings.shows(SettingId.registryRow) || listDomains(row.project).length === 0)
      return [];
    void read(row);
    return [publicationNode(row)];
  };

  const decorate = (row: Node): Node => {
    if (row.kind !== kind) return row;
    const own = row as PublicationNode;
    const publicity = statuses.get(own.projectId);
    if (!publicity || !decoratePublication) return row;
    const here = memory.list(connection.baseUrl ?? '', own.projectId);
    return decoratePublication(own, publicity, here, Date.now());
  };
  const disposables = vscode.Disposable.from(
    provideServerDocuments(),
    connection.onDidChange(clear),
    settings.onDidChange(SettingId.registryRow, () => tree.refresh()),
  );
  return {
    branches: [{ under: 'project', children }],
    decorate,
    onDidRender: (row) => {
      if (row.kind !== kind) return;
      drawn.set(row.id, { row: row as PublicationNode, said: decorate(row).description });
    },
    updateAges: () => {
      for (const { row, said } of drawn.values()) if (decorate(row).description !== said) tree.redraw(row);
    },
    commands: lazyCommands(['hostedMcp.publishToRegistry'], async () => {
      const { publishCommand } = await import('./publish.ts');
      const deps = {
        connection,
        toProblem,
        pickProject,
        unfinished,
        lacking: onRegistryMissing,
        published: onDidPublish,
      };
      return { 'hostedMcp.publishToRegistry': publishCommand(deps) };
    }),
    // Offers the command again, in case the service now supports it.
    refresh: () => setRegistryMissing(false),
    onDidDeleteProject: ({ baseUrl, projectId }) => {
      statuses.delete(projectId);
      return memory.forget(baseUrl, projectId);
    },
    dispose: () => {
      clear();
      disposables.dispose();
    },
  };
}
