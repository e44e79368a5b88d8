import { type AuditCheck, auditChecks } from './auditChecks.ts';

const createCheck = (
  one: Partial<AuditCheck> & Pick<AuditCheck, 'checkId' | 'checkName' | 'category'>,
): AuditCheck => ({
  description: '',
  status: 'pass',
  message: '',
  severity: 'error',
  durationMs: 10,
  ...one,
});

const undescribed = createCheck({
  checkId: 'parameter-descriptions',
  checkName: 'Parameters are described',
  description: 'Every parameter of a tool says what it takes.',
  status: 'fail',
  severity: 'error',
  message: '2 parameters of the tool "get_forecast" have no description',
  category: 'tool-metadata',
  platforms: ['chatgpt', 'claudeai'],
  durationMs: 14,
  details: [
    { label: 'Tool', value: 'get_forecast' },
    { label: 'Parameters', value: 'city, days' },
  ],
  hint: { text: 'Add a `description` to each property of the input schema.' },
});

const unnamedResource = createCheck({
  checkId: 'resource-types',
  checkName: 'Resources have a type',
  description: 'Every resource says what it is, as a MIME type.',
  status: 'fail',
  severity: 'info',
  message: '1 of 6 resources has no MIME type',
  category: 'resource-metadata',
  durationMs: 31,
  details: [{ label: 'Resource', value: 'weather://stations' }],
  hint: { text: 'Without a type, some clients show a resource as plain text.' },
});

/**
 * The checks of a server with many problems: failures, warnings, information, skipped and passed checks in
 * each category.
 */
export const richChecks: readonly AuditCheck[] = [
  ...auditChecks,
  undescribed,
  unnamedResource,
  createCheck({
    checkId: 'tool-names',
    checkName: 'Tool names are portable',
    description: 'Names of tools work in every AI client.',
    message: '3 of 3 tools',
    category: 'tool-metadata',
  }),
  createCheck({
    checkId: 'tool-annotations',
    checkName: 'Tools say what they change',
    description: 'Tools that only read say so.',
    status: 'fail',
    severity: 'info',
    message: '`list_cities` has no read-only annotation',
    category: 'tool-metadata',
    platforms: ['chatgpt'],
    details: [{ label: 'Tool', value: 'list_cities' }],
  }),
  createCheck({
    checkId: 'certificate',
    checkName: 'Certificate is valid',
    message: 'Valid for 71 more days',
    category: 'connectivity',
    durationMs: 40,
  }),
  createCheck({
    checkId: 'session',
    checkName: 'Sessions are resumed',
    status: 'skip',
    message: 'Not run',
    skipReason: 'The server keeps no sessions',
    severity: 'warning',
    category: 'connectivity',
    durationMs: 0,
  }),
  createCheck({
    checkId: 'cold-start',
    checkName: 'Starts quickly',
    status: 'fail',
    severity: 'warning',
    message: 'The first call took 5.2 s, later ones 0.4 s',
    category: 'performance',
    durationMs: 5_200,
    details: [
      { label: 'First call', value: '5.2 s' },
      { label: 'Median of later calls', value: '0.4 s' },
    ],
    hint: { text: 'Keep one instance running, or load large modules when they are needed.' },
  }),
];

/** The checks of the previous audit: since then, two problems were fixed, and two are new. */
export const earlierRichChecks: readonly AuditCheck[] = richChecks
  .filter(({ checkId }) => checkId !== 'tool-annotations')
  .map((one) => {
    if (one.checkId === 'certificate') {
      return { ...one, status: 'fail', severity: 'error', message: 'Expires in 2 days' } as const;
    }
    if (one.checkId === 'parameter-descriptions') {
      const { details: _details, hint: _hint, ...rest } = one;
      return { ...rest, status: 'pass', message: '4 of 4 parameters' } as const;
    }
    return one;
  })
  .concat(
    createCheck({
      checkId: 'ping',
      checkName: 'Answers a ping',
      message: 'Answered in 3 ms',
      category: 'connectivity',
    }),
  );

/** The largest number of checks that a page must display. */
export const manyChecks: readonly AuditCheck[] = Array.from({ length: 1000 }, (_, index) => {
  const one = richChecks[index % richChecks.length] ?? undescribed;
  return { ...one, checkId: `${one.checkId}-${index}`, checkName: `${one.checkName} (${index})` };
});

/** The checks of a server with views. */
export const viewChecks: readonly AuditCheck[] = [
  ...richChecks.slice(0, 4),
  createCheck({
    checkId: 'view-renders',
    checkName: 'Views are drawn',
    description: 'Each view of a tool is drawn in the AI clients that show views.',
    message: 'The view of the tool "get_forecast" was drawn in 2 AI clients',
    category: 'resource-metadata',
    scope: 'view',
    platforms: ['chatgpt', 'claudeai'],
  }),
];

/** Checks with hostile texts: markup, links, terminal codes, and right-to-left text. */
export const hostileChecks: readonly AuditCheck[] = [
  ...richChecks,
  createCheck({
    checkId: '<img src=x onerror="document.title=1">',
    checkName: '<b>Markup</b> [link](command:workbench.action.quit)',
    description: '<script>document.body.remove()</script> ![image](https://example.invalid/a.png)',
    status: 'fail',
    message: '\u001B[31mred\u001B[0m \u202Edesrever\u202C {0} [run](command:workbench.action.quit)',
    category: 'resource-metadata',
    scope: 'view',
    details: [
      { label: '<i>label</i>', value: 'first line\n# second line | `code` ```\n<a href="command:x">' },
    ],
    hint: { text: '</style><a href="javascript:alert(1)">Click</a>\u0000\u0007' },
  }),
];
