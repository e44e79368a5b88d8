/** All that a page can ask the host to do with the environment. */
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
