import * as vscode from 'vscode';
import { PanelType } from '../ids.ts';
import { hostOf } from './report/shownUrl.ts';
import type { ReportInput, ReportPagesDeps } from './reportInput.ts';
import type { ReportPanel } from './reportPanel.ts';
import type { ReportIdentity } from './reportProtocol.ts';

export type { ReportInput, ReportPagesDeps } from './reportInput.ts';

/** The pages of reports, one for each audit. */
export interface ReportPages {
  /** Opens the page of an audit, or brings it to the front with what is known now. */
  show(input: ReportInput): void;
  /** The same where the page is open; nothing else. What was compared before still is. */
  update(input: ReportInput): void;
  /** What the page in front shows. */
  readonly active: ReportInput | undefined;
  /** What the page of an audit shows, if that is open. */
  get(auditId: string): ReportInput | undefined;
  /** Whether the page of an audit is in front of somebody. */
  isShown(auditId: string): boolean;
  dispose(): void;
}

interface Page {
  readonly panel: vscode.WebviewPanel;
  readonly baseUrl: string;
  input: ReportInput;
  /** Once it is loaded. */
  shown?: ReportPanel;
}

/** The pages, and those that come back with the editor. What shows them is loaded with the first one. */
export function createReportPages(deps: ReportPagesDeps): ReportPages {
  const { connection } = deps;
  const pages = new Map<string, Page>();
  const keyOf = (baseUrl: string, auditId: string): string => JSON.stringify([baseUrl, auditId]);
  const find = (auditId: string): Page | undefined => pages.get(keyOf(connection.baseUrl ?? '', auditId));

  function adopt(
    panel: vscode.WebviewPanel,
    baseUrl: string,
    input: ReportInput,
    toRead?: ReportIdentity,
  ): void {
    const key = keyOf(baseUrl, input.auditId);
    const page: Page = { panel, baseUrl, input };
    pages.set(key, page);
    panel.onDidDispose(() => {
      pages.delete(key);
      page.shown?.dispose();
      retitle();
    });
    retitle();
    void load(page, toRead);
  }

  /** Those that would be called the same are told apart by their times. */
  function retitle(): void {
    for (const [title, same] of Map.groupBy(pages.values(), ({ input }) => titleOf(input))) {
      for (const { panel, input } of same) {
        panel.title = same.length === 1 ? title : `${title}, ${timeOf(input)}`;
      }
    }
  }

  async function load(page: Page, toRead: ReportIdentity | undefined): Promise<void> {
    const { ReportPanel } = await import('./reportPanel.ts');
    if (pages.get(keyOf(page.baseUrl, page.input.auditId)) !== page) return;
    page.shown = new ReportPanel(page, deps, retitle);
    if (toRead) await page.shown.read(toRead.previousId);
  }

  const restorer = vscode.window.registerWebviewPanelSerializer(PanelType.auditReport, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const { readReportState } = await import('./reportProtocol.ts');
      const identity = readReportState(state);
      if (!identity || pages.has(keyOf(identity.baseUrl, identity.auditId))) {
        panel.dispose();
        return;
      }
      adopt(panel, identity.baseUrl, restored(identity), identity);
    },
  });
  // Another sign-in or service may be what was missing.
  const watcher = connection.onDidChange(() => {
    for (const { shown, input } of pages.values()) if (!input.audit) void shown?.read();
  });

  function update(page: Page, input: ReportInput): void {
    const { previous, note } = page.input;
    // Why there is no report stays true until there is one.
    const keepsNote = note !== undefined && input.audit === undefined;
    page.input = { ...(previous && { previous }), ...(keepsNote && { note }), ...input };
    retitle();
    page.shown?.changed();
  }

  return {
    show(input) {
      const page = find(input.auditId);
      if (page) {
        update(page, input);
        page.panel.reveal();
        return;
      }
      const panel = vscode.window.createWebviewPanel(
        PanelType.auditReport,
        titleOf(input),
        vscode.ViewColumn.Active,
      );
      adopt(panel, connection.baseUrl ?? '', input);
    },
    update(input) {
      const page = find(input.auditId);
      if (page) update(page, input);
    },
    get active() {
      const all = [...pages.values()];
      const page = all.find(({ panel }) => panel.active) ?? all.find(({ panel }) => panel.visible);
      return page?.input;
    },
    get: (auditId) => find(auditId)?.input,
    isShown: (auditId) => find(auditId)?.panel.visible ?? false,
    dispose() {
      restorer.dispose();
      watcher.dispose();
      for (const { panel } of [...pages.values()]) panel.dispose();
    },
  };
}

/** Until it has been read again. */
function restored({ auditId, targetUrl }: ReportIdentity): ReportInput {
  return { auditId, targetUrl, audit: undefined, note: vscode.l10n.t('The audit is being read…') };
}

function titleOf({ auditId, targetUrl, audit }: ReportInput): string {
  const target = hostOf(audit?.targetUrl ?? targetUrl);
  return vscode.l10n.t('Audit: {0}', target === '' ? auditId : target);
}

/** When it was run, else its ID. */
function timeOf({ auditId, audit }: ReportInput): string {
  const started = Date.parse(audit?.report?.startedAt ?? audit?.createdAt ?? '');
  if (Number.isNaN(started)) return auditId;
  return new Date(started).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'medium' });
}
