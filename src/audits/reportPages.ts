import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import type { ReportInput, ReportPagesContext } from './reportInput.ts';

/** The report pages. Each audit has one page. */
export interface ReportPages {
  /** Opens or reveals the page of an audit, and updates it. */
  show(input: ReportInput): Promise<void>;
  /** Updates the page if it's open. A comparison is kept. */
  update(input: ReportInput): void;
  /** The data of the active page. */
  readonly active: ReportInput | undefined;
  /** Returns the data of the page of an audit, if it's open. */
  get(auditId: string): ReportInput | undefined;
  /** Whether the page of an audit is visible. */
  isVisible(auditId: string): boolean;
  dispose(): void;
}

/** Creates the report pages, and restores them after a restart. */
export function createReportPages(context: ReportPagesContext): ReportPages {
  const load = async () => (await import('./reportPanel.ts')).createReportPanelKind(context, retitle);
  const panels = registerPanels(PanelType.auditReport, load, () => retitle());
  const service = (): string => context.connection.baseUrl ?? '';
  const find = (auditId: string) =>
    panels.all.find(({ baseUrl, input }) => baseUrl === service() && input.auditId === auditId);

  /** Adds the time to titles that would be equal. */
  function retitle(): void {
    for (const [title, same] of Map.groupBy(panels.all, ({ titles }) => titles.short)) {
      for (const { panel, titles } of same) panel.title = same.length === 1 ? title : titles.long;
    }
  }

  return {
    async show(input) {
      const { auditId, targetUrl } = input;
      const { opened } = await panels.open({ auditId, targetUrl, baseUrl: service() });
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
