import * as vscode from 'vscode';
import { createLazy } from '../lazy.ts';

/** An open panel of a feature, and its data. */
interface OpenPanel extends vscode.Disposable {
  readonly panel: { readonly isActive: boolean; readonly isVisible: boolean; reveal(): void };
  /** Loads data again that failed to load. */
  retryFailed(): void;
}

/** A kind of panels. `Saved` is the state that the editor saves. It identifies a panel. */
export interface PanelKind<Saved, Open extends OpenPanel> {
  /** Reads a saved state. Returns `undefined` if the state is invalid. The tab is then closed. */
  readonly readSaved: (raw: unknown) => Saved | undefined;
  /** Returns the key of a panel. Only one panel is open for each key. */
  readonly getKey: (saved: Saved) => string;
  readonly getTitle: (saved: Saved) => string;
  /** Creates a panel. `isRestored`: whether the editor restores the panel after a restart. */
  readonly create: (webviewPanel: vscode.WebviewPanel, saved: Saved, isRestored: boolean) => Open;
}

/** The open panels of a kind. Their code is loaded when the first panel is opened. */
export interface Panels<Saved, Open> extends vscode.Disposable {
  readonly all: readonly Open[];
  /** The panel with the focus. If a list or another part of the editor has the focus, a visible panel. */
  readonly active: Open | undefined;
  readonly isVisible: boolean;
  /** Opens a panel, or shows the open one with the same key. `isNew`: whether it was opened. */
  open(saved: Saved): Promise<{ readonly opened: Open; readonly isNew: boolean }>;
  retryFailed(): void;
}

/** Registers a kind of panels. `onChange` is called after a panel was opened, closed, shown, or hidden. */
export function registerPanels<Saved, Open extends OpenPanel>(
  viewType: string,
  load: () => Promise<PanelKind<Saved, Open>>,
  onChange: () => void = () => undefined,
): Panels<Saved, Open> {
  const kinds = createLazy(load);
  const panels = new Map<string, { readonly webviewPanel: vscode.WebviewPanel; readonly open: Open }>();
  const all = (): readonly Open[] => [...panels.values()].map(({ open }) => open);

  function addPanel(
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
      else addPanel(kind, webviewPanel, saved, true);
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
      const existing = panels.get(kind.getKey(saved))?.open;
      existing?.panel.reveal();
      if (existing) return { opened: existing, isNew: false };
      const column = vscode.ViewColumn.Active;
      const webviewPanel = vscode.window.createWebviewPanel(viewType, kind.getTitle(saved), column);
      return { opened: addPanel(kind, webviewPanel, saved, false), isNew: true };
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
