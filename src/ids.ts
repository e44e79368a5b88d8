import type titles from '../package.nls.json';

// package.json also contains these IDs. `test/unit/manifest.test.ts` compares them.

/** The ID of a command. The title of `hostedMcp.refresh` is `command.refresh` in `package.nls.json`. */
export type CommandId =
  Extract<keyof typeof titles, `command.${string}`> extends `command.${infer Name}`
    ? `hostedMcp.${Name}`
    : never;

export const ViewId = { projects: 'hostedMcp.projects', audits: 'hostedMcp.audits' } as const;

export const PanelType = {
  logs: 'hostedMcp.logs',
  analytics: 'hostedMcp.analytics',
  auditReport: 'hostedMcp.auditReport',
  environment: 'hostedMcp.environment',
  inspector: 'hostedMcp.inspector',
  tunnel: 'hostedMcp.tunnel',
} as const;

export const AuthenticationProviderId = 'hostedMcp';

export const ContextKeyId = {
  connection: 'hostedMcp.connection',
  isEmpty: 'hostedMcp.isEmpty',
  isNarrowed: 'hostedMcp.isNarrowed',
  lacksAnalytics: 'hostedMcp.lacksAnalytics',
  lacksRegistry: 'hostedMcp.lacksRegistry',
  hasNoAudits: 'hostedMcp.hasNoAudits',
  hasPublicationPreview: 'hostedMcp.hasPublicationPreview',
  canPack: 'hostedMcp.canPack',
  hasSample: 'hostedMcp.hasSample',
  isSample: 'hostedMcp.isSample',
  hasTunnel: 'hostedMcp.hasTunnel',
  canUseInChat: 'hostedMcp.canUseInChat',
  usesTunnelInChat: 'hostedMcp.usesTunnelInChat',
} as const;

export const SettingId = {
  baseUrl: 'hostedMcp.baseUrl',
  clientId: 'hostedMcp.oauth.clientId',
  loopbackPort: 'hostedMcp.oauth.loopbackPort',
  rowLimit: 'hostedMcp.logs.rowLimit',
  textLimit: 'hostedMcp.logs.textLimit',
  protectedEnvironments: 'hostedMcp.protectedEnvironments',
  project: 'hostedMcp.project',
  snapshotAfterDeployment: 'hostedMcp.inspector.snapshotAfterDeployment',
  registryRow: 'hostedMcp.registryRow',
  auditMessages: 'hostedMcp.messages.audits',
  deploymentMessages: 'hostedMcp.messages.deployments',
  machineKeyMessages: 'hostedMcp.messages.machineKey',
  categoryMessages: 'hostedMcp.messages.intentCategories',
  secretStorageMessages: 'hostedMcp.messages.secretStorage',
  variableMessages: 'hostedMcp.messages.variables',
} as const;
export type SettingId = (typeof SettingId)[keyof typeof SettingId];

/** The colors of intent categories in the tree. */
export const CategoryColorId = {
  red: 'hostedMcp.intentCategory.red',
  orange: 'hostedMcp.intentCategory.orange',
  yellow: 'hostedMcp.intentCategory.yellow',
  green: 'hostedMcp.intentCategory.green',
  blue: 'hostedMcp.intentCategory.blue',
  purple: 'hostedMcp.intentCategory.purple',
  pink: 'hostedMcp.intentCategory.pink',
  gray: 'hostedMcp.intentCategory.gray',
} as const;
