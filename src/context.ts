import type * as vscode from 'vscode';
import type { Deployment } from './api/deployments.ts';
import type { Project } from './api/projects.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Connection } from './auth/connection.ts';
import type {
  EnvironmentRef,
  EnvVariable,
  PickEnvironment,
  RememberedItem,
  ServiceEnvironment,
  ServiceProject,
} from './domain/environment.ts';
import type {
  DestinationSummary,
  LastDeployment,
  PlaygroundSummary,
  SummaryWithResponse,
} from './domain/environmentSummary.ts';
import type { CommandTable } from './editor/commands.ts';
import type { Log } from './editor/log.ts';
import type { Poller } from './editor/poller.ts';
import type { ToProblem } from './editor/problem.ts';
import type { Explorer } from './explorer/explorer.ts';
import type { Branch, Node } from './explorer/node.ts';

/** The dependencies of a feature. */
export interface FeatureContext {
  readonly extensionContext: vscode.ExtensionContext;
  /** The version of this extension. */
  readonly version: string;
  readonly connection: Connection;
  readonly accounts: Accounts;
  readonly toProblem: ToProblem;
  readonly log: Log;
  /** Repeats requests while a result of them is visible or awaited. */
  readonly poller: Poller;
  readonly tree: ProjectTree;
  readonly services: Services;
  /** Fires when a link to the editor is opened. */
  readonly onDidOpenLink: vscode.Event<vscode.Uri>;
  /** Must be called after a view or a page of a feature was shown or hidden. */
  readonly notifyVisibilityChanged: () => void;
  /** Must be called after an environment was deleted on the service. Settles when all features have handled it. */
  readonly notifyEnvironmentDeleted: (environment: ServiceEnvironment) => Promise<void>;
  /** Must be called after the service has returned projects: all of them, or one that has changed. */
  readonly notifyProjectsRead: (baseUrl: string, projects: readonly Project[]) => void;
  /** Must be called after a deployment has succeeded. */
  readonly notifyDeployed: (environment: EnvironmentRef, deployment: Deployment) => void;
  /**
   * Must be called after a project was deleted on the service, in addition to `notifyEnvironmentDeleted` for its
   * environments.
   */
  readonly notifyProjectDeleted: (project: ServiceProject) => Promise<void>;
}

/** The members of the project tree that features use. */
export type ProjectTree = Pick<
  Explorer,
  | 'isVisible'
  | 'message'
  | 'refresh'
  | 'refreshParent'
  | 'refreshRoot'
  | 'redraw'
  | 'reveal'
  | 'getRenderedRows'
  | 'isShown'
>;

/** Everything that a feature adds to the extension. */
export interface Feature {
  readonly commands?: CommandTable;
  readonly branches?: readonly Branch[];
  /** The functions that it provides to other features. */
  readonly services?: Partial<Services>;
  /** Returns rows that also exist at the root of the tree but aren't shown. */
  readonly hiddenRows?: () => readonly Node[];
  /** Returns a row in its current state, if that changes without reading the row again. */
  readonly decorate?: (row: Node) => Node;
  /** Called when the editor renders this row. */
  readonly onDidRender?: (row: Node) => void;
  /** Whether one of its views or pages is visible. */
  readonly isVisible?: () => boolean;
  /** Called when the window, or a view or page in it, becomes visible. */
  readonly onDidBecomeVisible?: () => void;
  /** Updates relative times, such as "3h ago", without reading anything. */
  readonly updateRelativeTimes?: () => void;
  /** Called when the user refreshes everything: reads open pages and failed data again. */
  readonly refresh?: () => void;
  /** Called after a deployment has succeeded, wherever it was started. */
  readonly onDidDeploy?: (environment: EnvironmentRef, deployment: Deployment) => Promise<void> | void;
  /** Called after an environment was deleted on the service. */
  readonly onDidDeleteEnvironment?: (environment: ServiceEnvironment) => Promise<void> | void;
  /** Called after a project was deleted on the service. */
  readonly onDidDeleteProject?: (project: ServiceProject) => Promise<void> | void;
  /** Called after the service has returned projects: all of them, or one that has changed. */
  readonly onDidReadProjects?: (baseUrl: string, projects: readonly Project[]) => Promise<void> | void;
  readonly dispose?: () => void;
}

/** A feature that provides functions to other features. */
export type FeatureWithServices<Provided extends keyof Services> = Omit<Feature, 'services'> & {
  readonly services: Pick<Services, Provided>;
};

export type CreateFeature = (context: FeatureContext) => Feature;

/** A list item that the user can select in place of an environment. */
export type AlternativeItem<T> = vscode.QuickPickItem & {
  readonly value: T;
  /** The position above or below all environments. `PickOtherEnvironment` ignores it. */
  readonly position?: 'first' | 'last';
};

/**
 * Lets the user select an environment other than `excludedId`, or one of the alternatives, which are at the top. Always
 * prompts.
 */
export type PickOtherEnvironment = <T>(
  title: string,
  excludedId: string,
  alternatives: readonly AlternativeItem<T>[],
) => Promise<EnvironmentRef | T>;

/**
 * Lets the user select an environment or one of the alternatives. Production of a linked project is first, then the
 * environment that was selected last. Always prompts. `onAccept` receives the filter text when the user selects.
 */
export type PickEnvironmentOrAlternative = <T>(
  title: string,
  alternatives: readonly AlternativeItem<T>[],
  onAccept?: (value: string) => void,
) => Promise<EnvironmentRef | T>;

/** A list item of an environment. */
type EnvironmentQuickPickItem = vscode.QuickPickItem & { readonly environment: EnvironmentRef };

/** A listener for the end of a deployment, wherever it was started. */
export interface DeploymentEndListener {
  /** The base URL of the service that has the deployment. */
  readonly baseUrl: string;
  readonly deploymentId: string;
  /** Called once, with `undefined` if the service doesn't report the result. */
  readonly onDidEnd: (deployment: Deployment | undefined) => void;
}

/** The functions that the feature *environments* provides. */
export interface EnvironmentServices {
  readonly pickEnvironment: PickEnvironment;
  readonly pickOtherEnvironment: PickOtherEnvironment;
  readonly pickEnvironmentOrAlternative: PickEnvironmentOrAlternative;
  /** Returns all environments, those of the linked project first. */
  readonly listEnvironmentItems: () => Promise<readonly EnvironmentQuickPickItem[]>;
  /** Returns the row of an environment below the row `at`, as the service returns it or as it's remembered. */
  readonly getEnvironmentRow: (at: string, remembered: RememberedItem, signal: AbortSignal) => Promise<Node>;
  /** Shows a section of the page of an environment. Returns the service's response, or `undefined` if there is none. */
  readonly showEnvironment: (target: EnvironmentRef, section: 'telemetry' | 'playground') => Promise<unknown>;
  readonly isEnvironmentShown: (environmentId: string) => boolean;
  /** Renders the rows of an environment again without reading anything. */
  readonly redrawEnvironment: (environmentId: string) => void;
  /** Returns the keys of variables that were changed in this editor since the last deployment. */
  readonly getChangedKeys: (environmentId: string) => readonly string[];
  readonly notifyVariablesChanged: (environmentId: string, keys: readonly string[]) => Promise<void>;
  /** Must be called after the latest deployment of an environment was read. */
  readonly notifyDeploymentRead: (environmentId: string, latest: Deployment) => Promise<void>;
  /** Must be called after the playground of one environment, or of any (`undefined`), has changed. */
  readonly notifyPlaygroundChanged: (environmentId?: string) => void;
}

/** The project that a folder is linked to. */
export interface LinkedProject {
  readonly projectId: string;
  /** Absent if the service doesn't return it. */
  readonly projectName?: string;
  /** The setting of *Link Folder...*, or the Git remote of the folder, which exactly one project has. */
  readonly source: 'setting' | 'remote';
  /** The service doesn't have this project, or the account can't see it. */
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
  /** Returns the row of a project below the row `at`, or `undefined` if the service no longer has it. */
  readonly getProjectRow: (at: string, projectId: string, signal: AbortSignal) => Promise<Node | undefined>;
  /** Returns the project that a folder or its parent is linked to, or `undefined` if none is known. */
  readonly findLinkedProject: (folder: vscode.Uri, signal: AbortSignal) => Promise<LinkedProject | undefined>;
  /** Returns which open folders are linked to which of these projects, without requests. */
  readonly findProjectFolders: (projects: readonly Project[]) => Promise<readonly ProjectFolder[]>;
  /**
   * Returns the open folders that are linked to the project of an environment, or none if no other folders are open.
   */
  readonly findEnvironmentFolders: (environmentId: string) => Promise<readonly vscode.Uri[]>;
  /** Must be called after the service has reported that a project doesn't exist. */
  readonly notifyProjectMissing: (project: Pick<Project, 'id' | 'name'>) => void;
}

/** The functions that features provide to each other. They are available once all features are created. */
export interface Services extends EnvironmentServices, ProjectServices {
  /** Returns the variables of a `.env` text. */
  readonly parseEnv: (text: string) => Promise<readonly EnvVariable[]>;
  /**
   * Returns the latest deployment of an environment. `known` is the one in its project, for a service that doesn't list
   * deployments.
   */
  readonly getLastDeployment: (
    target: EnvironmentRef,
    known: Deployment | undefined,
    signal: AbortSignal,
  ) => Promise<LastDeployment>;
  /** Reports the end of a deployment once, wherever it was started. Returns a function that stops that. */
  readonly watchDeployment: (watch: DeploymentEndListener) => () => void;
  readonly getTelemetrySummaries: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<readonly DestinationSummary[]>>;
  readonly getPlaygroundSummary: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<PlaygroundSummary>>;
}
