/** All that a page can ask the host to do with the environment. */
export const actions = [
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
export type Action = (typeof actions)[number];
