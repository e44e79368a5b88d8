/** The failed checks of an audit, the most severe first. */
export interface AuditProblems {
  readonly auditId: string;
  /** The URL without credentials. */
  readonly targetUrl: string;
  readonly status?: string;
  readonly createdAt?: string;
  /** Sentences with the overall result and the number of checks of each kind, as on the page of the report. */
  readonly summary: string;
  /** Data of each failed check for a chat agent. The texts come from the service, and contain no credentials. */
  readonly problems: readonly object[];
}
