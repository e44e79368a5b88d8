import type { Audit } from '../api/audit.ts';
import type { Connection } from '../auth/connection.ts';
import type { PanelDependencies } from '../editor/panel/panel.ts';

/** The data of a report page. */
export interface ReportInput {
  readonly auditId: string;
  readonly targetUrl: string;
  /** `undefined` if the audit hasn't been read. */
  readonly audit: Audit | undefined;
  /** The audit to compare with. */
  readonly previous?: Audit;
  /** A sentence about why there is no report. */
  readonly note?: string;
  /** Whether the audit would be missing again if it were requested again. */
  readonly isPermanent?: boolean;
  /** Whether the service doesn't return audit reports. If so, `isPermanent` is set as well. */
  readonly isUnsupported?: boolean;
  /** Whether the audit is being loaded, because the page was restored. */
  readonly isLoading?: boolean;
}

/** The objects and functions that report pages need. */
export interface ReportPagesContext extends PanelDependencies {
  readonly connection: Connection;
  /** Starts an audit of the same target. */
  readonly runAgain: (input: ReportInput) => unknown;
  /** Prompts for an audit to compare with. Absent if comparisons aren't supported. */
  readonly compare?: (auditId: string) => unknown;
  readonly exportReport: (input: ReportInput) => Promise<unknown>;
  readonly copyMarkdown: (input: ReportInput) => Promise<unknown>;
  /** Copies a prompt for a coding agent that fixes the check with this index, or all failed checks. */
  readonly copyFixPrompt: (input: ReportInput, index?: number) => Promise<unknown>;
}
