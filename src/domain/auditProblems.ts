/** A failed check of an audit. Its texts come from the service, with credentials masked. */
export interface AuditProblem {
  readonly check: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly category?: string;
  readonly message?: string;
  readonly expectation?: string;
  readonly hint?: string;
  readonly clients?: readonly string[];
  readonly details?: readonly string[];
}

/** The failed checks of an audit, the most severe first. */
export interface AuditProblems {
  readonly auditId: string;
  /** The URL without credentials. */
  readonly targetUrl: string;
  readonly status?: string;
  readonly createdAt?: string;
  /** Number of checks in the report. */
  readonly checkCount: number;
  readonly problems: readonly AuditProblem[];
}
