/** The actions for the environment that a page can request. */
export const environmentActions = [
  'deploy',
  'showLogs',
  'openDeploymentLogs',
  'openDeploymentPage',
  'editVariables',
  'runAudit',
  'copyServerUrl',
  'openInBrowser',
  'showAnalytics',
  'copyEnvironmentId',
  'copyProjectId',
  'copyDeploymentId',
  'copyCommitId',
  'dismissRedeploy',
  'copyCollectorConfig',
  'editPlayground',
] as const;
export type EnvironmentAction = (typeof environmentActions)[number];
