import * as vscode from 'vscode';
import { lazy } from '../lazy.ts';

/** One that is open, as the feature keeps it. */
interface OpenPanel extends vscode.Disposable {
  readonly panel: { readonly isActive: boolean; readonly isVisible: boolean; reveal(): void };
  /** Asks again for what failed, if anything did. */
  retryFailed(): void;
}

/** Panels of one kind. `Saved`: which one it is, and what else the editor keeps of it. */
export interface PanelKind<Saved, Open extends OpenPanel> {
  /** Reads what the editor kept; `undefined`: the tab closes. */
  readonly readSaved: (raw: unknown) => Saved | undefined;
  /** There is one of each. */
  readonly getKey: (saved: Saved) => string;
  readonly getTitle: (saved: Saved) => string;
  /** `isRestored`: it comes back with the editor. */
  readonly create: (webviewPanel: vscode.WebviewPanel, saved: Saved, isRestored: boolean) => Open;
}

/** The panels of a kind that are open. Nothing of them is loaded before the first one. */
export interface Panels<Saved, Open> extends vscode.Disposable {
  readonly all: readonly Open[];
  /** The one in front; when a list of the editor has the focus, the one that is to be seen. */
  readonly active: Open | undefined;
  readonly isVisible: boolean;
  /** Brings it to the front. `isNew`: it wasn't open. */
  open(saved: Saved): Promise<{ readonly opened: Open; readonly isNew: boolean }>;
  retryFailed(): void;
}

/** `changed`: one was opened or closed, or can be seen, or no more. */
export function registerPanels<Saved, Open extends OpenPanel>(
  viewType: string,
  load: () => Promise<PanelKind<Saved, Open>>,
  onChange: () => void = () => undefined,
): Panels<Saved, Open> {
  const kinds = lazy(load);
  const panels = new Map<string, { readonly webviewPanel: vscode.WebviewPanel; readonly open: Open }>();
  const all = (): readonly Open[] => [...panels.values()].map(({ open }) => open);

  function adopt(
    kind: PanelKind<Saved, Open>,
    webviewPanel: vscode.WebviewPanel,
    saved: Saved,
    isRestored: boolean,
  ): Open {
    const key = kind.getKey(saved);
    const open = kind.create(webviewPanel, saved, isRestored);
    panels.set(key, { webviewPanel, open });
    webviewPanel.onDidChangeViewState(onChange);
    webviewPanel.onDidDispose(() => {
      panels.delete(key);
      open.dispose();
      onChange();
    });
    onChange();
    return open;
  }

  const restorer = vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(webviewPanel, state: unknown) {
      const kind = await kinds.load();
      const saved = kind.readSaved(state);
      if (saved === undefined || panels.has(kind.getKey(saved))) webviewPanel.dispose();
      else adopt(kind, webviewPanel, saved, true);
    },
  });

  return {
    get all() {
      return all();
    },
    get active() {
      return all().find(({ panel }) => panel.isActive) ?? all().find(({ panel }) => panel.isVisible);
    },
    get isVisible() {
      return all().some(({ panel }) => panel.isVisible);
    },
    async open(saved) {
      const kind = await kinds.load();
      const known = panels.get(kind.getKey(saved))?.open;
      known?.panel.reveal();
      if (known) return { opened: known, isNew: false };
      const column = vscode.ViewColumn.Active;
      const webviewPanel = vscode.window.createWebviewPanel(viewType, kind.getTitle(saved), column);
      return { opened: adopt(kind, webviewPanel, saved, false), isNew: true };
    },
    retryFailed() {
      for (const open of all()) open.retryFailed();
    },
    dispose() {
      restorer.dispose();
      for (const { webviewPanel } of [...panels.values()]) webviewPanel.dispose();
    },
  };
}
