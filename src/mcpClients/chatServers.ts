import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isLoopback } from '../api/baseUrl.ts';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { isNotFoundError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { FeatureContext, OpenTunnel } from '../context.ts';
import { findEnvironmentNames } from '../domain/currentNames.ts';
import type { ServiceEnvironment } from '../domain/environment.ts';
import { parseUrl } from '../editor/serverUrl.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentPath } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { chatServersKey } from './chatServersKey.ts';

/** An environment that the chat of this workspace uses. It contains no secrets, because it's stored in clear text. */
const chatEnvironmentSchema = z.object({
  kind: z.literal('environment'),
  baseUrl: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  projectId: z.optional(z.string()),
  projectName: z.optional(z.string()),
  /** The MCP server URL without a query, which could be a secret. */
  url: z.string(),
  /** The latest deployment that succeeded. */
  deploymentId: z.optional(z.string()),
});
export type ChatEnvironment = z.infer<typeof chatEnvironmentSchema>;

/** A server whose tunnel the chat of this workspace uses while the tunnel is open. */
const chatTunnelSchema = z.object({ kind: z.literal('tunnel'), name: z.string() });

const chatServerSchema = z.union([chatEnvironmentSchema, chatTunnelSchema]);
export type ChatServer = z.infer<typeof chatServerSchema>;

/** A server that can be provided to the editor. */
interface AvailableServer {
  readonly label: string;
  readonly url: string;
  readonly version: string | undefined;
  readonly environment?: ChatEnvironment;
}

/** The time that a request to the service can delay the start of a server, in milliseconds. */
const readTimeLimitMs = 5000;

type ChatContext = Pick<FeatureContext, 'connection' | 'log' | 'services'> & {
  readonly workspaceState: vscode.Memento;
};

/**
 * The servers that the user switched on for the chat of this editor, by workspace. The editor stores the provided
 * definitions, so headers are added only to the definition of a server that the editor starts.
 */
export class ChatServers {
  readonly #context: ChatContext;
  /** Called after servers or their versions have changed. */
  readonly #onDidChange: () => void;
  #tunnel: OpenTunnel | undefined;

  constructor(context: ChatContext, onDidChange: () => void) {
    this.#context = context;
    this.#onDidChange = onDidChange;
  }

  /** Returns all servers, including those of other services and of closed tunnels. */
  list(): readonly ChatServer[] {
    const stored = this.#context.workspaceState.get<unknown>(chatServersKey);
    return (Array.isArray(stored) ? stored : []).flatMap((one) => chatServerSchema.safeParse(one).data ?? []);
  }

  /** Whether the chat uses an environment of the selected service. */
  hasEnvironment(environmentId: string): boolean {
    return this.list().some((one) => isSameServer(one, this.#toKey(environmentId)));
  }

  hasTunnel(name: string): boolean {
    return this.list().some((one) => one.kind === 'tunnel' && one.name === name);
  }

  /** The tunnel that is open in this window. */
  get tunnel(): OpenTunnel | undefined {
    return this.#tunnel;
  }

  set tunnel(tunnel: OpenTunnel | undefined) {
    const isSame =
      tunnel?.name === this.#tunnel?.name &&
      tunnel?.url === this.#tunnel?.url &&
      tunnel?.since === this.#tunnel?.since;
    this.#tunnel = tunnel;
    if (!isSame) this.#onDidChange();
  }

  async addEnvironment(baseUrl: string, environment: Environment, projectName?: string): Promise<void> {
    const { id, name, projectId, mcpServerUrl = '' } = environment;
    const deploymentId = await this.#readDeployment(environment);
    await this.#add({
      kind: 'environment',
      baseUrl,
      environmentId: id,
      environmentName: name,
      url: removeQuery(mcpServerUrl) ?? '',
      ...omitUndefined({ projectId, projectName, deploymentId }),
    });
  }

  /** Reads the ID of the latest deployment (`deployments.list`). `undefined` if it hasn't succeeded. */
  async #readDeployment({ id, name, latestDeployment }: Environment): Promise<string | undefined> {
    try {
      const target = { environmentId: id, environmentName: name };
      const signal = AbortSignal.timeout(readTimeLimitMs);
      const latest = await this.#context.services.getLastDeployment(target, latestDeployment, signal);
      if (typeof latest === 'string') return undefined;
      return latest.deployment.status === 'deployed' ? latest.deployment.id : undefined;
    } catch (error) {
      this.#context.log.warn(`mcpClients: ${String(error)}`);
      return undefined;
    }
  }

  async addTunnel(name: string): Promise<void> {
    await this.#add({ kind: 'tunnel', name });
  }

  async remove(server: ChatServer | ServiceEnvironment): Promise<void> {
    await this.#store(this.list().filter((one) => !isSameServer(one, server)));
  }

  /** Removes an environment that was deleted on the service. */
  async removeEnvironment(environment: ServiceEnvironment): Promise<void> {
    if (this.list().some((one) => isSameServer(one, environment))) await this.remove(environment);
  }

  /** Stores a deployment that has succeeded, so that the editor reads the tools of the server again. */
  async updateDeployment(environmentId: string, { id, status }: Deployment): Promise<void> {
    if (status !== 'deployed') return;
    const key = this.#toKey(environmentId);
    await this.#update((one) => (isSameServer(one, key) ? { ...one, deploymentId: id } : one));
  }

  /**
   * Stores current names, URLs, and deployments. An environment that isn't in its project is kept, because some services
   * list only production environments.
   */
  async updateFromProjects(baseUrl: string, projects: readonly Project[]): Promise<void> {
    await this.#update((one) => {
      if (one.kind !== 'environment' || one.baseUrl !== baseUrl) return one;
      const ownProjects = projects.filter(({ id }) => one.projectId === undefined || id === one.projectId);
      const names = findEnvironmentNames(one.environmentId, ownProjects);
      if (!names) return one;
      const environment = findEnvironment(one.environmentId, ownProjects);
      return { ...one, ...names, ...(environment && readChanges(environment)) };
    });
  }

  /** Returns the definitions for the editor, which stores them. They contain no headers. */
  async provide(): Promise<vscode.McpHttpServerDefinition[]> {
    return (await this.#listAvailable()).map(
      ({ label, url, version }) =>
        new vscode.McpHttpServerDefinition(label, vscode.Uri.parse(url), {}, version),
    );
  }

  /**
   * Adds the headers that the user stored for the server, after prompting for required ones. The server isn't started
   * if the user cancels, or the chat no longer uses it.
   */
  async resolve({ label }: { readonly label: string }): Promise<vscode.McpHttpServerDefinition | undefined> {
    const server = (await this.#listAvailable()).find((one) => one.label === label);
    if (!server) return undefined;
    const { environment, version } = server;
    const url = environment ? await this.#readUrl(environment) : server.url;
    try {
      const { headers } = await this.#context.services.getServerHeaders(url, environment, {
        isInteractive: true,
      });
      return new vscode.McpHttpServerDefinition(label, vscode.Uri.parse(url), { ...headers }, version);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return undefined;
      throw error;
    }
  }

  /**
   * Reads the URL of an environment (`environments.get`), with its query. Returns the stored URL if the service doesn't
   * respond. Rejects if the environment doesn't exist for the account. The stored deployment isn't updated, because the
   * editor stops a server whose version has changed.
   */
  async #readUrl(stored: ChatEnvironment): Promise<string> {
    try {
      const client = await getClientForService(this.#context.connection, stored.baseUrl);
      const signal = AbortSignal.timeout(readTimeLimitMs);
      const { mcpServerUrl = '' } = await client.environments.get(stored.environmentId, { signal });
      return isSafeUrl(mcpServerUrl) ? mcpServerUrl : stored.url;
    } catch (error) {
      if (isNotFoundError(error)) {
        throw new UserError(
          vscode.l10n.t(
            "{0} can't be used in chat, because it doesn't exist, or your account can't access it.",
            formatEnvironmentPath(stored),
          ),
          {
            isPermanent: true,
            remedies: [
              {
                label: vscode.l10n.t('Stop Using in Chat'),
                icon: 'circle-slash',
                command: 'hostedMcp.stopUsingInChat',
                arguments: [{ environmentId: stored.environmentId }],
              },
            ],
          },
        );
      }
      this.#context.log.warn(`mcpClients: ${String(error)}`);
      return stored.url;
    }
  }

  /** Returns the servers of the selected service, if the user is signed in, and of the open tunnel. */
  async #listAvailable(): Promise<readonly AvailableServer[]> {
    const { connection } = this.#context;
    const isReady = (await connection.state()) === 'ready';
    const servers = this.list().flatMap((one): readonly AvailableServer[] => {
      if (one.kind === 'tunnel') {
        const tunnel = this.#tunnel?.name === one.name ? this.#tunnel : undefined;
        return tunnel ? [{ label: tunnel.name, url: tunnel.url, version: String(tunnel.since) }] : [];
      }
      if (!isReady || one.baseUrl !== connection.baseUrl) return [];
      return [
        { label: formatEnvironmentPath(one), url: one.url, version: one.deploymentId, environment: one },
      ];
    });
    // The editor finds a server by its label.
    return servers.map((server, index) =>
      server.environment && servers.some((one, other) => other !== index && one.label === server.label)
        ? { ...server, label: `${server.label} (${server.environment.environmentId})` }
        : server,
    );
  }

  #toKey(environmentId: string): ServiceEnvironment {
    return { baseUrl: this.#context.connection.baseUrl ?? '', environmentId };
  }

  async #add(server: ChatServer): Promise<void> {
    await this.#store([...this.list().filter((one) => !isSameServer(one, server)), server]);
  }

  async #update(change: (server: ChatServer) => ChatServer): Promise<void> {
    const servers = this.list();
    const changed = servers.map(change);
    if (JSON.stringify(changed) !== JSON.stringify(servers)) await this.#store(changed);
  }

  async #store(servers: readonly ChatServer[]): Promise<void> {
    await this.#context.workspaceState.update(chatServersKey, servers.length > 0 ? servers : undefined);
    this.#onDidChange();
  }
}

function isSameServer(one: ChatServer, other: ChatServer | ServiceEnvironment): boolean {
  if (one.kind === 'tunnel') return 'name' in other && other.name === one.name;
  return (
    'environmentId' in other && other.environmentId === one.environmentId && other.baseUrl === one.baseUrl
  );
}

const findEnvironment = (environmentId: string, projects: readonly Project[]) =>
  projects
    .flatMap(({ environments, productionEnvironment }) => [
      ...environments,
      ...(productionEnvironment ? [productionEnvironment] : []),
    ])
    .find(({ id }) => id === environmentId);

/** Returns the URL and the deployment of an environment, as far as the service returned them. */
function readChanges({
  mcpServerUrl,
  latestDeployment,
}: Pick<Environment, 'mcpServerUrl' | 'latestDeployment'>) {
  return omitUndefined({
    url: removeQuery(mcpServerUrl ?? ''),
    deploymentId: latestDeployment?.status === 'deployed' ? latestDeployment.id : undefined,
  });
}

/** Whether an MCP client can connect to a URL: it has no credentials, and only a server on this machine uses HTTP. */
export function isSafeUrl(text: string): boolean {
  const url = parseUrl(text);
  if (typeof url === 'string') return false;
  // A client could replace a part of the host with a variable of the user.
  if (/[${}]/.test(url.host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Removes the query of a URL, which could be a secret. `undefined` if the URL isn't safe. */
function removeQuery(text: string): string | undefined {
  if (!isSafeUrl(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
