import type { EnvironmentAction } from './actions.ts';
import type { DeploymentTone } from './protocol.ts';

interface ActionFacts {
  /** Of the latest deployment. Absent: unknown. */
  readonly tone?: DeploymentTone | undefined;
  /** Whether variables were changed since the latest deployment. */
  readonly isChanged: boolean;
  /** Whether the service supports starting deployments, as far as is known. */
  readonly isDeployable: boolean;
  readonly url?: string | undefined;
  readonly projectId?: string | undefined;
}

/** Lists the available actions. The first one is the most useful at the moment. */
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

/** Other URI schemes can run commands and programs. */
function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
