import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import type { Connection } from '../auth/connection.ts';
import type { Describe } from '../editor/problem.ts';
import { environmentPage } from './page.ts';

const scheme = 'hosted-mcp-environment';

/** Environment pages as read-only Markdown documents: fetched when they are opened, and again when shown again. */
export class EnvironmentPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #connection: Connection;
  readonly #describe: Describe;
  /** What a command has just fetched, so that its page need not ask again. */
  readonly #fetched = new Map<string, Environment>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #owned: vscode.Disposable;
  readonly onDidChange = this.#onDidChange.event;

  constructor(connection: Connection, describe: Describe) {
    this.#connection = connection;
    this.#describe = describe;
    this.#owned = vscode.Disposable.from(
      this.#onDidChange,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async show(environment: Environment): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${environment.name}.md`, query: environment.id });
    this.#fetched.set(environment.id, environment);
    this.#onDidChange.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    try {
      return environmentPage(await this.#get(uri.query), words());
    } catch (error) {
      return this.#describe(error)?.message ?? '';
    }
  }

  async #get(id: string): Promise<Environment> {
    const fetched = this.#fetched.get(id);
    this.#fetched.delete(id);
    return fetched ?? (await this.#connection.client()).environments.get(id);
  }
}

function words() {
  const t = vscode.l10n.t;
  return {
    server: t('MCP server'),
    domains: t('Domains'),
    branch: t('Branch'),
    created: t('Created'),
    environmentId: t('Environment id'),
    projectId: t('Project id'),
    none: t('none'),
  };
}
