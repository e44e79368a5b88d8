import { registerHooks } from 'node:module';

/** What the rows of the tree need of the editor, for measuring them outside of it: as little as it can be. */
const source = `
export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (whole, at) => values[at] ?? whole) };
export const env = { language: 'en' };
export const window = {};
export const commands = { executeCommand: () => Promise.resolve() };
export const workspace = {};
export class TreeItem { constructor(label, state) { this.label = label; this.collapsibleState = state; } }
export class ThemeIcon { constructor(id, color) { this.id = id; this.color = color; } }
export class ThemeColor { constructor(id) { this.id = id; } }
export class EventEmitter { event = () => ({ dispose() {} }); fire() {} dispose() {} }
export class Disposable { dispose() {} }
export class CancellationError extends Error {}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const Uri = { from: (parts) => parts };
export default { l10n, env, window, commands, workspace, TreeItem, ThemeIcon, ThemeColor, EventEmitter };
`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});
