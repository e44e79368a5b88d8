import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createAgentTools } from './agentTools/feature.ts';
import { createAnalytics } from './analytics/feature.ts';
import { createAudits } from './audits/feature.ts';
import { createConnection } from './connection/feature.ts';
import { createDeployments } from './deployments/feature.ts';
import { setTimeZoneStorage } from './editor/userTimeZone.ts';
import { createEnvironments } from './environments/feature.ts';
import { createFavorites } from './favorites/feature.ts';
import { activateFeatures } from './features.ts';
import { createInspector } from './inspector/feature.ts';
import { createIntentCategories } from './intentCategories/feature.ts';
import { createLinks } from './links/feature.ts';
import { createLogs } from './logs/feature.ts';
import { createMcpClients } from './mcpClients/feature.ts';
import { createPlayground } from './playground/feature.ts';
import { createProjects } from './projects/feature.ts';
import { createPublishing } from './publishing/feature.ts';
import { createTelemetry } from './telemetry/feature.ts';
import { createTunnels } from './tunnels/feature.ts';
import { createVariables } from './variables/feature.ts';

/** Rows of the tree and decorations are in the order of this list. */
const features = [
  createFavorites,
  createProjects,
  createEnvironments,
  createPublishing,
  createLogs,
  createVariables,
  createDeployments,
  createIntentCategories,
  createTelemetry,
  createPlayground,
  createAudits,
  createAnalytics,
  createInspector,
  createMcpClients,
  createTunnels,
  createLinks,
  createAgentTools,
] as const;

/** Activates the extension without waiting for the network. */
export function activate(extension: vscode.ExtensionContext): void {
  // For modules that don't import the editor. `bundle` is `undefined` if the language of the editor is English.
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  setTimeZoneStorage(extension.globalState);
  const base = createConnection(extension);
  extension.subscriptions.push(base, activateFeatures(base, features));
}
