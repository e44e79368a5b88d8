export const auditCategories = [
  'connectivity',
  'tool-metadata',
  'resource-metadata',
  'performance',
  'e2e',
] as const;
type AuditCategory = (typeof auditCategories)[number];

export interface AuditCheck {
  readonly checkId: string;
  readonly checkName: string;
  readonly description: string;
  readonly status: 'pass' | 'fail' | 'skip' | 'pending';
  readonly message: string;
  readonly skipReason?: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly category: AuditCategory;
  /** The views of the server, or the server itself if it's absent. */
  readonly scope?: 'view';
  readonly platforms?: readonly ('chatgpt' | 'claudeai')[];
  readonly durationMs: number;
  readonly details?: readonly { label: string; value?: string }[];
  readonly hint?: { text: string };
}

/**
 * The checks of a finished audit: each status, severity, and category, with and without the optional fields.
 */
export const auditChecks: readonly AuditCheck[] = [
  {
    checkId: 'reachable',
    checkName: 'Server answers',
    description: 'The server accepts a connection.',
    status: 'pass',
    message: 'Answered in 84 ms',
    severity: 'error',
    category: 'connectivity',
    durationMs: 84,
  },
  {
    checkId: 'initialize',
    checkName: 'Initialization',
    description: 'The server completes the protocol handshake.',
    status: 'pass',
    message: 'Protocol version agreed',
    severity: 'error',
    category: 'connectivity',
    platforms: ['chatgpt', 'claudeai'],
    durationMs: 121,
    details: [{ label: 'Version', value: '2025-06-18' }, { label: 'Capabilities: tools' }],
  },
  {
    checkId: 'tool-descriptions',
    checkName: 'Tools are described',
    description: 'Every tool says what it is for.',
    status: 'fail',
    message: '1 of 3 tools has no description',
    severity: 'warning',
    category: 'tool-metadata',
    platforms: ['claudeai'],
    durationMs: 12,
    details: [{ label: 'Tool', value: 'echo' }],
    hint: { text: 'Add a `description` to the tool.\nA model chooses tools by it.' },
  },
  {
    checkId: 'input-schemas',
    checkName: 'Inputs have a schema',
    description: 'Every tool declares the shape of its input.',
    status: 'pass',
    message: '3 of 3 tools',
    severity: 'error',
    category: 'tool-metadata',
    durationMs: 9,
  },
  {
    checkId: 'resources',
    checkName: 'Resources are named',
    description: 'Every resource has a name and a type.',
    status: 'skip',
    message: 'No resources',
    skipReason: 'The server offers no resources',
    severity: 'info',
    category: 'resource-metadata',
    durationMs: 0,
  },
  {
    checkId: 'latency',
    checkName: 'Answers quickly',
    description: 'A tool call is answered within two seconds.',
    status: 'fail',
    message: 'get_forecast took 3.4 s',
    severity: 'error',
    category: 'performance',
    durationMs: 3402,
    hint: { text: 'Cache what the upstream answers.' },
  },
  {
    checkId: 'conversation',
    checkName: 'A model can use it',
    description: 'A model completes a task with the tools.',
    status: 'pass',
    message: 'Completed in 2 calls',
    severity: 'info',
    category: 'e2e',
    durationMs: 4100,
  },
];
