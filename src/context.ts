import type * as vscode from 'vscode';
import type { Deployment } from './api/deployments.ts';
import type { Project } from './api/projects.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Connection } from './auth/connection.ts';
import type { AuditProblems } from './domain/auditProblems.ts';
import type {
  EnvironmentRef,
  EnvVariable,
  PickEnvironment,
  RememberedItem,
  ServiceEnvironment,
  ServiceProject,
} from './domain/environment.ts';
import type {
  AuditSummary,
  DestinationSummary,
  LastDeployment,
  LatestErrors,
  PlaygroundSummary,
  SummaryWithResponse,
  UsageSummary,
} from './domain/environmentSummary.ts';
import type { LogExcerptReader, LogReading } from './domain/logExcerpt.ts';
import type { CommandTable } from './editor/commands.ts';
import type { Log } from './editor/log.ts';
import type { Poller } from './editor/poller.ts';
import type { ToProblem } from './editor/problem.ts';
import type { Explorer } from './explorer/explorer.ts';
import type { Branch, Node } from './explorer/node.ts';

/** The objects and functions that every feature receives. */
export interface FeatureContext {
  readonly extensionContext: vscode.ExtensionContext;
  /** The version of this extension. */
  readonly version: string;
  readonly connection: Connection;
  readonly accounts: Accounts;
  readonly toProblem: ToProblem;
  readonly log: Log;
  /** Repeats requests while their results are shown or awaited. */
  readonly poller: Poller;
  readonly tree: ProjectTree;
  readonly services: Services;
  /** Fires when a `vscode://` link to this extension is opened. */
  readonly onDidOpenLink: vscode.Event<vscode.Uri>;
  /**
   * Must be called after a view or a page of a feature was shown or hidden. The functions below call a function of all
   * features: `notifyDeployed` calls `onDidDeploy`, `notifyProjectsRead` calls `onDidReadProjects`, and so on.
   */
  readonly notifyVisibilityChanged: () => void;
  /** Must be called after the service has returned some or all projects. */
  readonly notifyProjectsRead: (baseUrl: string, projects: readonly Project[]) => void;
  /** Must be called after a deployment has succeeded. */
  readonly notifyDeployed: (environment: EnvironmentRef, deployment: Deployment) => void;
  /** Must be called after the latest deployment of an environment was read. Resolves when all features have handled it. */
  readonly notifyDeploymentRead: (environmentId: string, latest: Deployment) => Promise<void>;
  /** Must be called after an environment was deleted on the service. Resolves when all features have handled it. */
  readonly notifyEnvironmentDeleted: (environment: ServiceEnvironment) => Promise<void>;
  /**
   * Must be called after a project was deleted on the service, in addition to `notifyEnvironmentDeleted` for each of
   * its environments. Resolves when all features have handled it.
   */
  readonly notifyProjectDeleted: (project: ServiceProject) => Promise<void>;
}

/** The members of the project tree that features use. */
export type ProjectTree = Pick<
  Explorer,
  | 'isVisible'
  | 'message'
  | 'refresh'
  | 'refreshChildren'
  | 'refreshParent'
  | 'refreshRoot'
  | 'redraw'
  | 'reveal'
  | 'getRenderedRows'
  | 'isShown'
>;

/** The commands, rows, and event handlers that a feature adds to the extension. */
export interface Feature {
  readonly commands?: CommandTable;
  readonly branches?: readonly Branch[];
  /** The functions that the feature provides to other features. */
  readonly services?: Partial<Services>;
  /** Returns the rows at the root of the tree that a filter or a setting hides. */
  readonly hiddenRows?: () => readonly Node[];
  /** Returns a row with data that can change without a request, such as whether a deletion is running. */
  readonly decorate?: (row: Node) => Node;
  /** Called when the editor renders a row of the tree. */
  readonly onDidRender?: (row: Node) => void;
  /** Whether a view or a page of the feature is visible. */
  readonly isVisible?: () => boolean;
  /** Called after the window got the focus, or a view or a page was shown or hidden, if any of them is visible. */
  readonly onDidBecomeVisible?: () => void;
  /** Updates relative times, such as "3h ago", without a request. */
  readonly updateRelativeTimes?: () => void;
  /** Called when the user refreshes everything. Must reload open pages, and data that failed to load. */
  readonly refresh?: () => void;
  /** Called after a deployment has succeeded, wherever it was started. */
  readonly onDidDeploy?: (environment: EnvironmentRef, deployment: Deployment) => Promise<void> | void;
  /** Called after the latest deployment of an environment was read. */
  readonly onDidReadDeployment?: (environmentId: string, latest: Deployment) => Promise<void> | void;
  /** Called after an environment was deleted on the service. */
  readonly onDidDeleteEnvironment?: (environment: ServiceEnvironment) => Promise<void> | void;
  /** Called after a project was deleted on the service. */
  readonly onDidDeleteProject?: (project: ServiceProject) => Promise<void> | void;
  /** Called after the service has returned some or all projects. */
  readonly onDidReadProjects?: (baseUrl: string, projects: readonly Project[]) => Promise<void> | void;
  readonly dispose?: () => void;
}

/** A feature that provides functions to other features. */
export type FeatureWithServices<Provided extends keyof Services> = Omit<Feature, 'services'> & {
  readonly services: Pick<Services, Provided>;
};

export type CreateFeature = (context: FeatureContext) => Feature;

/** A list item that the user can select instead of an environment. */
export type AlternativeItem<T> = vscode.QuickPickItem & {
  readonly value: T;
  /** The position above or below all environments. Default: `last`. */
  readonly position?: 'first' | 'last';
};

/**
 * Lets the user select an environment other than `excludedId`, or one of the alternatives, which are at the top.
 * Prompts even if there is only one item.
 */
export type PickOtherEnvironment = <T>(
  title: string,
  excludedId: string,
  alternatives: readonly Omit<AlternativeItem<T>, 'position'>[],
) => Promise<EnvironmentRef | T>;

/**
 * Lets the user select an environment or one of the alternatives, for a command that changes nothing. Prompts even if
 * there is only one item. `onAccept` is called with the filter text when the user selects an item.
 */
export type PickEnvironmentOrAlternative = <T>(
  title: string,
  alternatives: readonly AlternativeItem<T>[],
  onAccept?: (filterText: string) => void,
) => Promise<EnvironmentRef | T>;

/** A list item for an environment. */
type EnvironmentQuickPickItem = vscode.QuickPickItem & { readonly environment: EnvironmentRef };

/** A listener for the end of a deployment, wherever it was started. */
export interface DeploymentEndListener {
  /** The base URL of the service that has the deployment. */
  readonly baseUrl: string;
  readonly deploymentId: string;
  /** Called once. `deployment` is `undefined` if the service doesn't report the result. */
  readonly onDidEnd: (deployment: Deployment | undefined) => void;
}

/** The functions that the feature *environments* provides. */
export interface EnvironmentServices {
  readonly pickEnvironment: PickEnvironment;
  readonly pickOtherEnvironment: PickOtherEnvironment;
  readonly pickEnvironmentOrAlternative: PickEnvironmentOrAlternative;
  /** Returns list items for all environments, those of the linked project first. */
  readonly listEnvironmentItems: () => Promise<readonly EnvironmentQuickPickItem[]>;
  /**
   * Returns the row of an environment below the row with the ID `parentId`. The row has data from `remembered` if the
   * service doesn't respond.
   */
  readonly getEnvironmentRow: (
    parentId: string,
    remembered: RememberedItem,
    signal: AbortSignal,
  ) => Promise<Node>;
  /** Shows a section of an environment's page. Returns the service's response, or `undefined` if the request failed. */
  readonly showEnvironment: (target: EnvironmentRef, section: 'telemetry' | 'playground') => Promise<unknown>;
  readonly isEnvironmentShown: (environmentId: string) => boolean;
  /** Renders the rows of an environment again without a request. */
  readonly redrawEnvironment: (environmentId: string) => void;
  /** Returns the keys of variables that were changed in this editor since the last deployment. */
  readonly getChangedKeys: (environmentId: string) => readonly string[];
  readonly notifyVariablesChanged: (environmentId: string, keys: readonly string[]) => Promise<void>;
  /** Must be called after an audit was started, has changed, or was removed. Renders open pages of environments again. */
  readonly notifyAuditChanged: () => void;
  /** Must be called after a playground has changed. Without an ID, any playground might have changed. */
  readonly notifyPlaygroundChanged: (environmentId?: string) => void;
}

/** The project that a folder is linked to. */
export interface LinkedProject {
  readonly projectId: string;
  /** Absent if the service doesn't return the name. */
  readonly projectName?: string;
  /** `setting`: linked with *Link Folder...*. `remote`: exactly one project has the folder's Git remote. */
  readonly source: 'setting' | 'remote';
  /** Whether the service doesn't have this project, or the account can't see it. */
  readonly isMissing?: true;
}

/** An open folder that is linked to a project. */
export interface ProjectFolder {
  readonly folder: vscode.Uri;
  readonly projectId: string;
}

/** The functions that the feature *projects* provides. */
export interface ProjectServices {
  /** Returns the projects that were created in this editor, for a service that doesn't list projects. */
  readonly getCreatedProjects: () => readonly Project[];
  /** Lets the user select a project, with the linked project first. */
  readonly pickProject: (title: string) => Promise<Project>;
  /**
   * Returns the row of a project below the row with the ID `parentId`, or `undefined` if the service no longer has the
   * project.
   */
  readonly getProjectRow: (
    parentId: string,
    projectId: string,
    signal: AbortSignal,
  ) => Promise<Node | undefined>;
  /** Returns the project that a folder or its parent is linked to, or `undefined` if there is none. */
  readonly findLinkedProject: (folder: vscode.Uri, signal: AbortSignal) => Promise<LinkedProject | undefined>;
  /** Returns the open folders that are linked to one of these projects. Sends no requests. */
  readonly findProjectFolders: (projects: readonly Project[]) => Promise<readonly ProjectFolder[]>;
  /**
   * Returns the open folders that are linked to the project of an environment. Returns none if all open folders are,
   * because there is nothing to choose then.
   */
  readonly findEnvironmentFolders: (environmentId: string) => Promise<readonly vscode.Uri[]>;
  /**
   * Whether the filter of the tree shows the project with this ID, or the project of the environment with this ID.
   * True if the project is unknown.
   */
  readonly matchesFilter: (id: string) => boolean;
  /** Must be called after the service has reported that a project doesn't exist. */
  readonly notifyProjectMissing: (project: Pick<Project, 'id' | 'name'>) => void;
}

/** The URL of an MCP server, which can contain variables, and its name. */
export interface NamedUrl {
  readonly name: string;
  readonly url: string;
}

/** A deployment that can be started. */
export interface ReadyDeployment {
  readonly kind: 'ready';
  readonly target: EnvironmentRef;
  /** The deployments before the new one. `undefined` if the service can't list them, or not for this account. */
  readonly deployments: readonly Deployment[] | undefined;
  /** The question for the user, which names the project and the environment, and marks protected ones. */
  readonly question: string;
  /** The branch, and the commit that is deployed now. Each text is one line. */
  readonly facts: readonly string[];
  /** The changed variables, and the effect. Each text is one line. */
  readonly effects: readonly string[];
}

/** The reason why no deployment can be started: another one is running, or the service doesn't support deployments. */
type DeploymentObstacle =
  | { readonly kind: 'running'; readonly target: EnvironmentRef; readonly running: Deployment | undefined }
  | { readonly kind: 'unsupported' };

export type DeploymentPlan = ReadyDeployment | DeploymentObstacle;

/** The steps of a deployment. Their errors are for the user. */
export interface Deployer {
  /** Reads what the user must know before the deployment. */
  readonly plan: (environment: EnvironmentRef, signal: AbortSignal) => Promise<DeploymentPlan>;
  /**
   * Asks the user in a dialog. `reason`: a sentence about who requests the deployment, if it isn't the user. Rejects
   * with a `CancellationError` if the user cancels.
   */
  readonly confirm: (plan: ReadyDeployment, reason?: string) => Promise<void>;
  /** Sends the request once, without a confirmation, and follows the deployment. */
  readonly start: (
    plan: ReadyDeployment,
    signal?: AbortSignal,
  ) => Promise<
    | { readonly kind: 'started'; readonly target: EnvironmentRef; readonly deployment: Deployment }
    | DeploymentObstacle
  >;
}

/** The headers that the user stored for an MCP server. */
export interface ServerHeaders {
  /** Values by name. All of them are treated as secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of required headers that aren't stored. */
  readonly missing: readonly string[];
}

export interface ServerHeaderOptions {
  /** Whether to prompt for required headers that aren't stored. Rejects with a `CancellationError` if the user cancels. */
  readonly isInteractive?: boolean;
  /** Cancels the request for the required headers if `isInteractive` is false. */
  readonly signal?: AbortSignal;
}

/** An open tunnel to a server on this machine. */
export interface OpenTunnel extends NamedUrl {
  /** The time when the tunnel was opened, in milliseconds since the epoch. */
  readonly since: number;
}

/** A question about data, for the chat of this editor. */
export interface ChatQuestion {
  readonly question: string;
  /** Data that isn't in the log. Their texts are masked and shortened. */
  readonly records?: readonly object[];
  readonly log?: LogReading;
}

/** The functions that features provide to each other. Must not be called before all features are created. */
export interface Services extends EnvironmentServices, ProjectServices {
  /** Parses the text of a `.env` file. */
  readonly parseEnv: (text: string) => Promise<readonly EnvVariable[]>;
  /**
   * Returns the latest deployment of an environment. `fromProject` is the deployment that the project's response
   * contains. It's used if the service doesn't list deployments.
   */
  readonly getLastDeployment: (
    target: EnvironmentRef,
    fromProject: Deployment | undefined,
    signal: AbortSignal,
  ) => Promise<LastDeployment>;
  /** Whether a panel with the log of this deployment is visible. */
  readonly isDeploymentLogShown: (deploymentId: string) => boolean;
  /**
   * Returns the first error in the log of a deployment, or its last line if it has no recognized error. Returns
   * `undefined` if the log is empty. Sends one request (`deployments.getLogs`), whose response is the whole log.
   */
  readonly getDeploymentError: (deploymentId: string, signal: AbortSignal) => Promise<string | undefined>;
  /**
   * Returns the latest errors in the log of an environment, the newest first. Sends one request
   * (`environments.getLatestLogs`), whose response has at most five entries.
   */
  readonly getLatestErrors: (environmentId: string, signal: AbortSignal) => Promise<LatestErrors>;
  /**
   * Returns the numbers of a project in the last 24 hours. Sends one request (`insights.getAnalytics`), which the
   * specification of the service doesn't have.
   */
  readonly getUsageSummary: (projectId: string, signal: AbortSignal) => Promise<UsageSummary>;
  /**
   * Returns the last audit of an environment or its URL that was started in this editor. Sends no requests. Returns
   * `undefined` until `notifyAuditChanged` is called if the audits aren't loaded yet.
   */
  readonly getLastAudit: (
    environmentId: string,
    mcpServerUrl: string | undefined,
  ) => AuditSummary | undefined;
  /** Adds a listener for the end of a deployment. Returns a function that removes the listener. */
  readonly watchDeployment: (listener: DeploymentEndListener) => () => void;
  readonly loadDeployer: () => Promise<Deployer>;
  readonly loadLogReader: () => Promise<LogExcerptReader>;
  /**
   * Returns the failed checks of the audit with this ID, or of the last audit of the environment or its URL that was
   * started in this editor (`beacon.getAudit`). `mask` masks secrets in the texts before they are shortened.
   */
  readonly readAuditProblems: (
    reference: {
      readonly auditId?: string | undefined;
      readonly environmentId?: string | undefined;
      readonly mcpServerUrl?: string | undefined;
    },
    mask: (text: string) => string,
    signal: AbortSignal,
  ) => Promise<AuditProblems>;
  /**
   * Opens the chat of this editor with a question and its data, which the user sees and can change before it's sent.
   * Returns the text. Rejects with a `UserError` if the editor has no chat.
   */
  readonly explainWithChat: (question: ChatQuestion) => Promise<string>;
  /** Opens the chat of this editor with a text that isn't sent, as `explainWithChat` does. */
  readonly openChat: (text: string) => Promise<string>;
  readonly getTelemetrySummaries: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<readonly DestinationSummary[]>>;
  readonly getPlaygroundSummary: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<PlaygroundSummary>>;
  /** Returns the names and URLs of the servers that files of the workspace define, such as `mcp.json`. */
  readonly listWorkspaceServerUrls: () => Promise<readonly NamedUrl[]>;
  /**
   * Returns the headers that the user stored for the origin and path of an MCP server. The playground of `environment`
   * declares the required ones. Rejects if they aren't known because the request failed, unless `isInteractive` is true.
   */
  readonly getServerHeaders: (
    url: string,
    environment?: ServiceEnvironment,
    options?: ServerHeaderOptions,
  ) => Promise<ServerHeaders>;
  /** Prompts for an MCP client, and connects it to a server, or copies a configuration for it. */
  readonly connectMcpClient: (server: NamedUrl) => Promise<void>;
  /**
   * Offers to use an environment in the chat of this editor, if the chat supports that and doesn't use the environment
   * yet. Resolves when the user has closed the message.
   */
  readonly offerUseInChat: (environment: EnvironmentRef) => Promise<void>;
  /** Must be called after a tunnel was opened or closed. Without `tunnel`, there is none. */
  readonly notifyTunnelChanged: (tunnel: OpenTunnel | undefined) => Promise<void>;
  /** Searches the open folders for an item of an MCP server by its name, and opens its location to the side. */
  readonly findInWorkspace: (name: string) => Promise<void>;
}
