import type { EnvironmentAction } from './actions.ts';
import type { DeploymentTone } from './protocol.ts';

interface ActionFacts {
  /** Of the last deployment; absent: not known. */
  readonly tone?: DeploymentTone | undefined;
  /** Variables were changed since. */
  readonly isChanged: boolean;
  /** The service starts deployments, as far as is known. */
  readonly isDeployable: boolean;
  readonly url?: string | undefined;
  /** Of an open environment, its project. */
  readonly projectId?: string | undefined;
}

/** What a person most likely wants to do now, and then all else that can be done here. */
export function listActions({
  tone,
  isChanged,
  isDeployable,
  url,
  projectId,
}: ActionFacts): readonly EnvironmentAction[] {
  const rest: readonly EnvironmentAction[] = [
    ...(isDeployable ? (['deploy'] as const) : []),
    'showLogs',
    'editVariables',
    'runAudit',
    ...(url === undefined ? [] : (['copyServerUrl'] as const)),
    ...(url !== undefined && isHttpUrl(url) ? (['openInBrowser'] as const) : []),
    ...(projectId === undefined ? [] : (['showAnalytics'] as const)),
  ];
  const first = pickFirstAction(tone, isDeployable && isChanged);
  return [first, ...rest.filter((one) => one !== first)];
}

function pickFirstAction(tone: DeploymentTone | undefined, isChanged: boolean): EnvironmentAction {
  if (tone === 'failed' || tone === 'running') return 'openDeploymentLogs';
  return isChanged || tone === 'none' ? 'deploy' : 'showLogs';
}

/** Other schemes run commands and programs. */
function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
