import type { Audit } from '../api/audit.ts';
import type { Connection } from '../auth/connection.ts';
import type { PanelDeps } from '../editor/panel/panel.ts';

/** What a page is about. */
export interface ReportInput {
  readonly auditId: string;
  readonly targetUrl: string;
  /** Absent: it can't be read here. */
  readonly audit: Audit | undefined;
  /** The finished run before it on the same target, for the comparison. */
  readonly previous?: Audit;
  /** Why there is no report, as a sentence. */
  readonly note?: string;
  /** The audit is being read for the first time since the editor restored the page. */
  readonly isLoading?: boolean;
}

/** What pages of reports need of others. */
export interface ReportPagesDeps extends PanelDeps {
  readonly connection: Connection;
  /** Runs an audit on the same target. */
  readonly runAgain: (input: ReportInput) => unknown;
  /** Asks for a run to compare with, and shows the report again; absent: there is no such thing. */
  readonly compare?: (auditId: string) => unknown;
  readonly exportReport: (input: ReportInput) => Promise<unknown>;
  readonly copyMarkdown: (input: ReportInput) => Promise<unknown>;
}
