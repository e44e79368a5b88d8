import type { Audit } from '../api/audit.ts';
import type { Connection } from '../auth/connection.ts';
import type { PanelDependencies } from '../editor/panel/panel.ts';

/** The data of a report page. */
export interface ReportInput {
  readonly auditId: string;
  readonly targetUrl: string;
  /** Undefined if the audit can't be read. */
  readonly audit: Audit | undefined;
  /** The audit to compare with. */
  readonly previous?: Audit;
  /** Why there is no report, as a sentence. */
  readonly note?: string;
  /** Whether the audit is being loaded after the page was restored. */
  readonly isLoading?: boolean;
}

/** The services and actions of report pages. */
export interface ReportPagesContext extends PanelDependencies {
  readonly connection: Connection;
  /** Starts an audit of the same target. */
  readonly runAgain: (input: ReportInput) => unknown;
  /** Prompts for an audit to compare with; absent if that isn't supported. */
  readonly compare?: (auditId: string) => unknown;
  readonly exportReport: (input: ReportInput) => Promise<unknown>;
  readonly copyMarkdown: (input: ReportInput) => Promise<unknown>;
}
