import type { Context } from '../context.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { askingDeps } from './deps.ts';
import { ArgumentFiles } from './documents/argumentFiles.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { inspectorTitle } from './inspectorTarget.ts';
import { InspectorPanel } from './panel.ts';
import { type InspectorIdentity, parseInspectorIdentity } from './protocol.ts';
import { identityKey } from './workspace/entryIdentity.ts';

/** Returns the kind of inspector panels. Each server has one panel. */
export function inspectorPanels(
  context: Context & { readonly openText: OpenReadOnlyDocument },
): PanelKind<InspectorIdentity, InspectorPanel> {
  const { toProblem, log, extension, openText } = context;
  const { extensionUri, subscriptions } = extension;
  const argumentFiles = new ArgumentFiles(toProblem);
  subscriptions.push(argumentFiles);
  const deps = { ...askingDeps(context), toProblem, log, extensionUri, openText, argumentFiles };
  return {
    readSaved: parseInspectorIdentity,
    getKey: identityKey,
    getTitle: inspectorTitle,
    create(webviewPanel, identity, isRestored) {
      const panel = new InspectorPanel(webviewPanel, identity, deps);
      if (isRestored) panel.connectTo(identity.url, { isInteractive: false });
      return panel;
    },
  };
}
