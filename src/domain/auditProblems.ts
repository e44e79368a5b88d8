/** The failed checks of an audit, the most severe first. */
export interface AuditProblems {
  readonly auditId: string;
  /** The URL without credentials. */
  readonly targetUrl: string;
  readonly status?: string;
  readonly createdAt?: string;
  /** Number of checks in the report. */
  readonly checkCount: number;
  /** Data of each failed check for a chat agent. The texts come from the service, and contain no credentials. */
  readonly problems: readonly object[];
}
