import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import type { ReportInput, ReportPagesContext } from './reportInput.ts';

/** The report pages. Only one page is open for each audit. */
export interface ReportPages {
  /** Opens or reveals the page of an audit, and updates it. */
  show(input: ReportInput): Promise<void>;
  /** Updates the page of an audit if it's open. A comparison on the page is kept. */
  update(input: ReportInput): void;
  /** The data of the active page. */
  readonly active: ReportInput | undefined;
  /** Returns the data of the page of an audit, or `undefined` if the page isn't open. */
  get(auditId: string): ReportInput | undefined;
  /** Whether the page of an audit is visible. */
  isVisible(auditId: string): boolean;
  dispose(): void;
}

/** Creates the report pages, and restores them after a restart. */
export function createReportPages(context: ReportPagesContext): ReportPages {
  const load = async () => (await import('./reportPanel.ts')).createReportPanelKind(context, updateTitles);
  const panels = registerPanels(PanelType.auditReport, load, () => updateTitles());
  const getBaseUrl = (): string => context.connection.baseUrl ?? '';
  const find = (auditId: string) =>
    panels.all.find(({ baseUrl, input }) => baseUrl === getBaseUrl() && input.auditId === auditId);

  /** Sets the titles of all tabs. Adds the time to titles that would be equal. */
  function updateTitles(): void {
    for (const [title, pages] of Map.groupBy(panels.all, ({ titles }) => titles.short)) {
      for (const { panel, titles } of pages) panel.title = pages.length === 1 ? title : titles.long;
    }
  }

  return {
    async show(input) {
      const { auditId, targetUrl } = input;
      const { opened } = await panels.open({ auditId, targetUrl, baseUrl: getBaseUrl() });
      opened.update(input);
    },
    update: (input) => find(input.auditId)?.update(input),
    get active() {
      return panels.active?.input;
    },
    get: (auditId) => find(auditId)?.input,
    isVisible: (auditId) => find(auditId)?.panel.isVisible ?? false,
    dispose: panels.dispose,
  };
}
