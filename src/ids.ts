/** Every id that package.json also names; `test/unit/manifest.test.ts` holds the two together. */

export const CommandId = {
  refresh: 'hostedMcp.refresh',
  selectService: 'hostedMcp.selectService',
  signIn: 'hostedMcp.signIn',
  useApiKey: 'hostedMcp.useApiKey',
  switchAccount: 'hostedMcp.switchAccount',
  signOut: 'hostedMcp.signOut',
  copyDiagnostics: 'hostedMcp.copyDiagnostics',
  showLog: 'hostedMcp.showLog',
  addEnvironment: 'hostedMcp.addEnvironment',
  forgetEnvironment: 'hostedMcp.forgetEnvironment',
  showEnvironment: 'hostedMcp.showEnvironment',
  copyServerUrl: 'hostedMcp.copyServerUrl',
  copyId: 'hostedMcp.copyId',
  dismissRedeploy: 'hostedMcp.dismissRedeploy',
  openLatestLogs: 'hostedMcp.openLatestLogs',
  openLogs: 'hostedMcp.openLogs',
  exportLogs: 'hostedMcp.exportLogs',
  openLogsAsText: 'hostedMcp.openLogsAsText',
  copySelectedText: 'hostedMcp.copySelectedText',
  copySelectedEntries: 'hostedMcp.copySelectedEntries',
  copyEntry: 'hostedMcp.copyEntry',
  copyEntryMessage: 'hostedMcp.copyEntryMessage',
  copyEntryAsJson: 'hostedMcp.copyEntryAsJson',
  copyRequestId: 'hostedMcp.copyRequestId',
  showRequest: 'hostedMcp.showRequest',
  showEntryInContext: 'hostedMcp.showEntryInContext',
  openDeploymentLogs: 'hostedMcp.openDeploymentLogs',
  editEnvironmentVariables: 'hostedMcp.editEnvironmentVariables',
  findMissingVariables: 'hostedMcp.findMissingVariables',
  importEnvironmentVariables: 'hostedMcp.importEnvironmentVariables',
  exportEnvironmentVariables: 'hostedMcp.exportEnvironmentVariables',
  addEnvironmentVariable: 'hostedMcp.addEnvironmentVariable',
  updateEnvironmentVariable: 'hostedMcp.updateEnvironmentVariable',
  renameEnvironmentVariable: 'hostedMcp.renameEnvironmentVariable',
  makeVariableSecret: 'hostedMcp.makeVariableSecret',
  makeVariablePlain: 'hostedMcp.makeVariablePlain',
  deleteEnvironmentVariable: 'hostedMcp.deleteEnvironmentVariable',
  revealVariable: 'hostedMcp.revealVariable',
  hideVariable: 'hostedMcp.hideVariable',
  copyVariableKey: 'hostedMcp.copyVariableKey',
  copyVariableValue: 'hostedMcp.copyVariableValue',
  addVariableById: 'hostedMcp.addVariableById',
  forgetVariable: 'hostedMcp.forgetVariable',
  compareEnvironments: 'hostedMcp.compareEnvironments',
  refreshComparison: 'hostedMcp.refreshComparison',
  copyVariablesTo: 'hostedMcp.copyVariablesTo',
  getTunnelTicket: 'hostedMcp.getTunnelTicket',
} as const;
export type CommandId = (typeof CommandId)[keyof typeof CommandId];

export const ViewId = { projects: 'hostedMcp.projects' } as const;

export const PanelType = { logs: 'hostedMcp.logs' } as const;

export const AuthenticationProviderId = 'hostedMcp';

export const ContextKeyId = {
  connection: 'hostedMcp.connection',
  isEmpty: 'hostedMcp.isEmpty',
} as const;

export const SettingId = {
  baseUrl: 'hostedMcp.baseUrl',
  clientId: 'hostedMcp.oauth.clientId',
  loopbackPort: 'hostedMcp.oauth.loopbackPort',
  rowLimit: 'hostedMcp.logs.rowLimit',
} as const;
