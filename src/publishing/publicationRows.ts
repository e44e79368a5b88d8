import type { ServerFields } from '../api/distribution.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { settings } from '../editor/settings.ts';
import type { Node } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { ContextKeyId, SettingId } from '../ids.ts';
import { listDomains, listDomainsToQuery } from './domains.ts';
import {
  createPublicationNode,
  type PublicationNode,
  type PublicationStatus,
  type PublishableRow,
} from './nodes.ts';
import type { PublicationHistory } from './publicationHistory.ts';

type RowContext = Pick<FeatureContext, 'connection' | 'toProblem' | 'tree'>;

/** The rows below projects with their status in the MCP Registry. */
export class PublicationRows {
  readonly #context: RowContext;
  readonly #history: PublicationHistory;
  readonly #statuses = new Map<string, PublicationStatus>();
  /** The pending reads by project ID. The result of a read is ignored if the read is no longer in this map. */
  readonly #pendingReads = new Map<string, AbortController>();
  /** The rows that the editor has rendered, by ID, with their descriptions. */
  readonly #renderedRows = new Map<
    string,
    { readonly row: PublicationNode; readonly description: string | undefined }
  >();
  /** Whether the service lacks support for the MCP Registry, which is known only after a request. */
  #isUnsupported = false;
  readonly #isUnsupportedKey = new ContextKey<boolean>(ContextKeyId.lacksRegistry);
  /** The function that decorates rows. It's loaded when the first status is set. */
  #decorate: typeof import('./decoratePublication.ts').decoratePublication | undefined;

  constructor(context: RowContext, history: PublicationHistory) {
    this.#context = context;
    this.#history = history;
  }

  /** Removes all statuses after another service or account was selected. */
  clear(): void {
    for (const abort of this.#pendingReads.values()) abort.abort();
    this.#pendingReads.clear();
    this.#statuses.clear();
    this.#renderedRows.clear();
    this.setUnsupported(false);
  }

  setUnsupported(value: boolean): void {
    this.#isUnsupported = value;
    this.#isUnsupportedKey.set(value);
  }

  /** Hides all rows, because the service doesn't support publishing. */
  onDidFindUnsupported(): void {
    if (this.#isUnsupported) return;
    this.setUnsupported(true);
    this.#context.tree.refresh();
  }

  /**
   * Returns the row below a project if its server is published, or if it's unknown because of an error. Starts to read
   * the status, unless `canUseCache` is true.
   */
  children(parent: Node, canUseCache = false): readonly Node[] {
    const row = parent as PublishableRow;
    const isHidden = this.#isUnsupported || !settings.isShown(SettingId.registryRow);
    if (isHidden || listDomains(row.project).length === 0) return [];
    if (!canUseCache) void this.#read(row);
    return this.#hasRow(row.projectId) ? [createPublicationNode(row)] : [];
  }

  #hasRow(projectId: string): boolean {
    return (this.#statuses.get(projectId)?.kind ?? 'none') !== 'none';
  }

  decorate(row: Node): Node {
    if (!isPublicationNode(row)) return row;
    const status = this.#statuses.get(row.projectId);
    if (!status || !this.#decorate) return row;
    const localPublications = this.#history.list(this.#context.connection.baseUrl ?? '', row.projectId);
    return this.#decorate(row, status, localPublications, Date.now());
  }

  onDidRender(row: Node): void {
    if (!isPublicationNode(row)) return;
    this.#renderedRows.set(row.id, { row, description: this.decorate(row).description });
  }

  /** Redraws the rows whose relative time is out of date. */
  updateRelativeTimes(): void {
    for (const { row, description } of this.#renderedRows.values()) {
      if (this.decorate(row).description !== description) this.#context.tree.redraw(row);
    }
  }

  /** Stores a publication from this editor, and shows it if its service is the current one. */
  async onDidPublish(
    baseUrl: string,
    { projectId, domain }: { readonly projectId: string; readonly domain: string },
    fields: ServerFields,
  ): Promise<void> {
    const { version } = fields;
    await this.#history.add(baseUrl, {
      projectId,
      domain,
      at: Date.now(),
      ...omitUndefined({ version }),
    });
    if (baseUrl !== this.#context.connection.baseUrl) return;
    await this.#setStatus(projectId, { kind: 'published', domain, fields });
  }

  async onDidDeleteProject(baseUrl: string, projectId: string): Promise<void> {
    this.#statuses.delete(projectId);
    await this.#history.removeProject(baseUrl, projectId);
  }

  async #read(row: PublishableRow): Promise<void> {
    const { projectId } = row;
    if (this.#pendingReads.has(projectId)) return;
    const abort = new AbortController();
    this.#pendingReads.set(projectId, abort);
    const isCurrent = (): boolean => this.#pendingReads.get(projectId) === abort;
    try {
      const status = await this.#findPublication(row, abort.signal);
      if (isCurrent()) await this.#setStatus(projectId, status);
    } catch (error) {
      if (!isCurrent()) return;
      this.#pendingReads.delete(projectId);
      if (isUnsupportedError(error)) return this.onDidFindUnsupported();
      const problem = this.#context.toProblem(error);
      if (problem) await this.#setStatus(projectId, { kind: 'failed', problem });
    }
  }

  async #findPublication(
    { projectId, project }: PublishableRow,
    signal: AbortSignal,
  ): Promise<PublicationStatus> {
    const { connection } = this.#context;
    const { readPublished } = await import('./publishOnce.ts');
    const client = await connection.client();
    const publishedDomains = this.#history
      .list(connection.baseUrl ?? '', projectId)
      .map(({ domain }) => domain);
    for (const domain of listDomainsToQuery(project, publishedDomains)) {
      const fields = await readPublished(client.distribution, { projectId, domain }, { signal });
      if (fields) return { kind: 'published', domain, fields };
    }
    return { kind: 'none' };
  }

  async #setStatus(projectId: string, status: PublicationStatus): Promise<void> {
    this.#pendingReads.get(projectId)?.abort();
    this.#pendingReads.delete(projectId);
    const hadRow = this.#hasRow(projectId);
    this.#statuses.set(projectId, status);
    this.#decorate ??= (await import('./decoratePublication.ts')).decoratePublication;
    if (hadRow !== this.#hasRow(projectId)) {
      for (const row of this.#context.tree.getRenderedRows('project'))
        if (getStringArgument(row, 'projectId') === projectId) this.#context.tree.refreshChildren(row);
      return;
    }
    for (const { row } of this.#renderedRows.values()) {
      if (row.projectId === projectId) this.#context.tree.redraw(row);
    }
  }
}

function isPublicationNode(row: Node): row is PublicationNode {
  return row.kind === 'publication';
}
