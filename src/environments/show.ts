import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import type { Connection } from '../auth/connection.ts';
import type { Describe } from '../editor/problem.ts';
import { deploymentFacts } from './nodes.ts';
import { environmentPage } from './page.ts';

const scheme = 'hosted-mcp-environment';

/** Environment pages as read-only Markdown documents: fetched when they are opened, and again when shown again. */
export class EnvironmentPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #connection: Connection;
  readonly #describe: Describe;
  /** What a command has just fetched, so that its page need not ask again. */
  readonly #fetched = new Map<string, Environment>();
  readonly #projectNames = new Map<string, string>();
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

  async show(environment: Environment, projectName: string | undefined): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${environment.name}.md`, query: environment.id });
    this.#fetched.set(environment.id, environment);
    if (projectName !== undefined) this.#projectNames.set(environment.id, projectName);
    this.#onDidChange.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    try {
      const environment = await this.#get(uri.query);
      const { latestDeployment } = environment;
      return environmentPage(
        {
          ...environment,
          projectName: this.#projectNames.get(environment.id),
          deployment: latestDeployment && deploymentFacts(latestDeployment),
        },
        words(),
      );
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
    project: t('Project'),
    branch: t('Branch'),
    deployment: t('Latest deployment'),
    created: t('Created'),
    environmentId: t('Environment id'),
    projectId: t('Project id'),
    none: t('none'),
  };
}
