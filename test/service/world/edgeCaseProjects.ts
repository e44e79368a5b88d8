import { hourMs } from './clock.ts';
import type { LogProfile } from './model.ts';
import { type EnvironmentPlan, noLogs, type ProjectPlan } from './plan.ts';
import { allTelemetryStates } from './typicalDetails.ts';

const edgeCaseLogs: LogProfile = { theme: 'plain', history: 1200, liveRate: 0.3, hasEdgeCases: true };

const rightToLeft = '\u05DB\u05DC\u05D9\u05DD \u202E\u0627\u0644\u0637\u0642\u0633\u202C';
const ansi = '\u001B[31mred\u001B[0m \u001B[1mbold\u001B[0m';
const markup = '<img src=x onerror=alert(1)>';

const bareMinimum: ProjectPlan = {
  name: 'bare-minimum',
  team: 0,
  runtime: 'python3.13',
  transport: null,
  repository: null,
  ageDays: 2,
  hasProduction: false,
  environments: [{ name: 'main', branch: null, logs: noLogs, deployments: [] }],
};

const noEnvironments: ProjectPlan = {
  name: 'no-environments',
  team: 0,
  runtime: 'node22',
  transport: 'sse',
  repository: 'octo-dev/no-environments',
  ageDays: 1,
  environments: [],
};

/** IDs that must be percent-encoded in a path. */
export const edgeCaseIds = {
  project: 'prj/a b?c#d%2Fe&f=g+h 🌧',
  environment: 'env/ü ?x=1#y%25%zz;🌧',
  deployment: 'dpl//slashes/../%2e%2e',
  variable: 'var ? # % /',
} as const;

const edgeCaseEnvironment: EnvironmentPlan = {
  id: edgeCaseIds.environment,
  name: `${markup} / ${rightToLeft}`,
  branch: `feature/${markup}`,
  logs: edgeCaseLogs,
  deployments: [
    {
      id: edgeCaseIds.deployment,
      ageMs: 7 * hourMs,
      durationMs: 15_000,
      outcome: 'failed',
      message: `${ansi}\nsecond line ${markup}`,
      author: rightToLeft,
    },
  ],
  variables: [
    { id: edgeCaseIds.variable, key: 'MARKUP', value: markup, isSecret: false },
    { key: 'MULTI_LINE', value: 'first "line"\nsecond line\n', isSecret: false },
    { key: 'ODD_SECRET', value: 'sample-odd-secret', isSecret: true },
  ],
  telemetry: allTelemetryStates,
  playground: {
    isPlaygroundEnabled: true,
    serverMetadata: {
      name: markup,
      description: `${rightToLeft} ${ansi}`,
      headers: [{ name: 'x-odd', description: markup, isRequired: true, isSecret: true }],
      examplePrompts: [{ title: markup, prompt: `[link](command:workbench.action.quit) ${markup}` }],
    },
  },
  intentIds: ['int/odd ? # %', 'int_odd_2'],
  domains: [{ domain: 'odd.example.com', status: 'failed' }],
};

const edgeCaseProject: ProjectPlan = {
  id: edgeCaseIds.project,
  name: markup,
  team: 1,
  runtime: 'node24',
  transport: 'streamablehttp',
  repository: markup,
  rootDirectory: 'a folder/ü',
  ageDays: 20,
  environments: [
    edgeCaseEnvironment,
    { name: ansi, branch: ansi, logs: noLogs, deployments: [] },
    { name: '', branch: '', logs: noLogs, deployments: [] },
  ],
};

function projectNamed(name: string): ProjectPlan {
  return {
    name,
    team: 1,
    runtime: 'python3.14',
    transport: 'stdio',
    repository: null,
    ageDays: 15,
    environments: [{ name: 'production', branch: 'main', logs: noLogs, deployments: [] }],
  };
}

/** Projects that are edge cases for a view: nulls, empty lists, and texts that look like markup. */
export const edgeCaseProjects: readonly ProjectPlan[] = [
  bareMinimum,
  noEnvironments,
  edgeCaseProject,
  projectNamed(rightToLeft),
  projectNamed(ansi),
  projectNamed('n'.repeat(100)),
];
