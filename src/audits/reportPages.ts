import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import type { ReportInput, ReportPagesDeps } from './reportInput.ts';

/** The pages of reports, one for each audit. */
export interface ReportPages {
  /** Opens the page of an audit, or brings it to the front with what is known now. */
  show(input: ReportInput): Promise<void>;
  /** The same where the page is open; nothing else. What was compared before still is. */
  update(input: ReportInput): void;
  /** What the page in front shows. */
  readonly active: ReportInput | undefined;
  /** What the page of an audit shows, if that is open. */
  get(auditId: string): ReportInput | undefined;
  /** Whether the page of an audit is in front of someone. */
  isShown(auditId: string): boolean;
  dispose(): void;
}

/** The pages, and those that come back with the editor. */
export function createReportPages(deps: ReportPagesDeps): ReportPages {
  const load = async () => (await import('./reportPanel.ts')).reportPanels(deps, retitle);
  const panels = registerPanels(PanelType.auditReport, load, () => retitle());
  const service = (): string => deps.connection.baseUrl ?? '';
  const find = (auditId: string) =>
    panels.all.find(({ baseUrl, input }) => baseUrl === service() && input.auditId === auditId);

  /** Those that would be called the same are told apart by their times. */
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
    isShown: (auditId) => find(auditId)?.panel.isVisible ?? false,
    dispose: panels.dispose,
  };
}
