import type { EnvironmentAction } from './actions.ts';
import type { DeploymentTone, EnvironmentPageState } from './protocol.ts';

/** Number of actions with buttons. The others are in the menu. */
const maxButtons = 3;

interface ActionConditions {
  /** The tone of the latest deployment. Absent if the status of the deployment is unknown. */
  readonly tone?: DeploymentTone | undefined;
  readonly hasDeployment: boolean;
  readonly hasDeploymentPage: boolean;
  readonly hasCommit: boolean;
  /** Whether variables were changed since the latest deployment. */
  readonly isChanged: boolean;
  /** Whether the service supports starting deployments. True until it's known that the service doesn't. */
  readonly isDeployable: boolean;
  /** Whether the environment is the one that its project publishes. */
  readonly isProduction: boolean;
  readonly url?: string | undefined;
  readonly projectId?: string | undefined;
  readonly hiddenSections: EnvironmentPageState['hiddenSections'];
}

/** Chooses the actions with buttons, the most useful one first, and groups the others for the menu. */
export function chooseActions(conditions: ActionConditions): Pick<EnvironmentPageState, 'actions' | 'menu'> {
  const groups = groupActions(conditions);
  const available = groups.flat();
  const actions = rankActions(conditions)
    .filter((action) => available.includes(action))
    .slice(0, maxButtons);
  return {
    actions,
    menu: groups
      .map((group) => group.filter((action) => !actions.includes(action)))
      .filter((group) => group.length > 0),
  };
}

/** Lists the actions that can have a button, the most useful one first. */
function rankActions({ tone, isChanged }: ActionConditions): readonly EnvironmentAction[] {
  const rest = ['showLogs', 'inspectServer', 'deploy', 'editVariables', 'runAudit'] as const;
  switch (tone) {
    case 'failed':
      return ['openDeploymentLogs', 'deploy', ...rest];
    case 'running':
      return ['openDeploymentLogs', ...rest];
    case 'none':
      return ['deploy', 'editVariables', ...rest];
    default:
      return isChanged ? ['deploy', ...rest] : rest;
  }
}

/** Groups all available actions, in the order of the menu of a row in the tree. */
function groupActions(conditions: ActionConditions): readonly (readonly EnvironmentAction[])[] {
  const { url, projectId, hiddenSections, hasDeployment, isDeployable, isChanged, isProduction } = conditions;
  const include = (isIncluded: boolean, action: EnvironmentAction) => (isIncluded ? [action] : []);
  return [
    [
      ...include(hasDeployment, 'openDeploymentLogs'),
      ...include(conditions.hasDeploymentPage, 'openDeploymentPage'),
      'showLogs',
      ...include(url !== undefined, 'inspectServer'),
      ...include(url !== undefined && isHttpUrl(url), 'openInBrowser'),
      ...include(projectId !== undefined, 'showAnalytics'),
      ...include(hiddenSections.includes('telemetry'), 'showTelemetry'),
      ...include(hiddenSections.includes('playground'), 'showPlayground'),
    ],
    [...include(isDeployable, 'deploy'), ...include(isChanged, 'dismissRedeploy')],
    ['editVariables', 'runAudit', 'createIntentCategory', 'importIntentCategories'],
    // A project publishes the server of its production environment.
    include(isProduction && projectId !== undefined, 'publishToRegistry'),
    [...include(url !== undefined, 'copyServerUrl'), ...include(conditions.hasCommit, 'copyCommitId')],
  ];
}

/** Whether a URL uses HTTP or HTTPS. Other URI schemes can run commands and programs. */
function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
