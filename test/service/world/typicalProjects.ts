import { dayMs, hourMs, minuteMs } from './clock.ts';
import type { LogProfile } from './model.ts';
import { type DeploymentPlan, noLogs, type ProjectPlan } from './plan.ts';
import { typicalPlaygrounds, typicalTelemetry } from './typicalDetails.ts';

const second = 1000;

function typicalLogs(theme: LogProfile['theme'], history: number, liveRate: number): LogProfile {
  return { theme, history, liveRate, hasEdgeCases: false };
}

function deploymentPlan(ageMs: number, message: string, author = 'ci-bot'): DeploymentPlan {
  return { ageMs, durationMs: 48 * second, outcome: 'deployed', message, author, hasAvatar: true };
}

const weatherTools: ProjectPlan = {
  name: 'weather-tools',
  team: 0,
  runtime: 'node24',
  transport: 'streamablehttp',
  repository: 'octo-dev/weather-tools',
  settings: { installCommand: 'npm ci', buildCommand: 'npm run build', startCommand: 'node dist/server.js' },
  ageDays: 140,
  environments: [
    {
      name: 'production',
      branch: 'main',
      hasServer: true,
      logs: { ...typicalLogs('weather', 5000, 0.6), hasLoad: true },
      deployments: [
        deploymentPlan(3 * hourMs, 'Cache forecasts for ten minutes'),
        deploymentPlan(2 * dayMs, 'Add the get_alerts tool', 'octo-dev'),
        {
          ageMs: 5 * dayMs,
          durationMs: 21 * second,
          outcome: 'failed',
          message: 'Move to the new forecast API',
          author: 'octo-dev',
        },
        {
          ageMs: 9 * dayMs,
          durationMs: 9 * second,
          outcome: 'canceled',
          message: 'Try a smaller image',
          author: 'ci-bot',
        },
      ],
      variables: [
        { key: 'FORECAST_API_KEY', value: 'sample-forecast-key', isSecret: true },
        { key: 'FORECAST_BASE_URL', value: 'https://api.weather.example/v1', isSecret: false },
        { key: 'CACHE_SECONDS', value: '600', isSecret: false },
        { key: 'LOG_LEVEL', value: 'info', isSecret: false },
        { key: 'ALERTS_TOKEN', value: 'sample-alerts-token', isSecret: true },
      ],
      telemetry: typicalTelemetry,
      playground: typicalPlaygrounds.weather,
      intentIds: ['int_forecast_today', 'int_forecast_week', 'int_severe_weather', 'int_pack_for_trip'],
      domains: [{ domain: 'weather.example.com', status: 'ongoing' }],
    },
    {
      name: 'staging',
      branch: 'develop',
      hasServer: true,
      logs: typicalLogs('weather', 600, 0.15),
      deployments: [
        deploymentPlan(40 * minuteMs, 'Name the city in every error'),
        deploymentPlan(26 * hourMs, 'Tidy up'),
      ],
      variables: [
        { key: 'FORECAST_API_KEY', value: 'sample-staging-key', isSecret: true },
        { key: 'LOG_LEVEL', value: 'debug', isSecret: false },
      ],
      intentIds: ['int_forecast_today'],
    },
  ],
};

const billingMcp: ProjectPlan = {
  name: 'billing-mcp',
  team: 0,
  runtime: 'python3.14',
  transport: 'sse',
  repository: 'octo-dev/billing-mcp',
  rootDirectory: 'services/billing',
  settings: { installCommand: 'uv sync', startCommand: 'uv run billing-mcp' },
  ageDays: 75,
  environments: [
    {
      name: 'production',
      branch: 'main',
      logs: typicalLogs('billing', 2500, 0.3),
      deployments: [
        {
          ageMs: 55 * minuteMs,
          durationMs: 33 * second,
          outcome: 'failed',
          message: 'Round amounts half to even',
          author: 'octo-dev',
        },
        deploymentPlan(6 * dayMs, 'List invoices by customer'),
      ],
      variables: [
        { key: 'DATABASE_URL', value: 'sample-database-url', isSecret: true },
        { key: 'CURRENCY', value: 'EUR', isSecret: false },
      ],
      telemetry: typicalTelemetry.slice(0, 1),
      intentIds: ['int_invoice_status', 'int_refund'],
    },
    {
      name: 'staging',
      branch: 'develop',
      logs: typicalLogs('billing', 300, 0.1),
      deployments: [deploymentPlan(20 * hourMs, 'List invoices by customer')],
      variables: [{ key: 'CURRENCY', value: 'EUR', isSecret: false }],
    },
  ],
};

const docsSearch: ProjectPlan = {
  name: 'docs-search',
  team: 1,
  runtime: 'node22',
  transport: 'stdio',
  repository: 'docs-team/docs-search',
  settings: {
    installCommand: 'npm ci',
    buildCommand: 'npm run index',
    buildOutputDir: 'build',
    startCommand: 'npm start',
  },
  ageDays: 31,
  environments: [
    {
      name: 'production',
      branch: 'main',
      hasServer: true,
      logs: typicalLogs('docs', 1800, 0.25),
      deployments: [
        {
          ageMs: 0,
          durationMs: 30 * second,
          outcome: 'deployed',
          message: 'Index the new handbook',
          author: 'ci-bot',
          hasAvatar: true,
        },
        deploymentPlan(4 * dayMs, 'Rank titles above bodies'),
      ],
      variables: [{ key: 'INDEX_PATH', value: 'build/index.bin', isSecret: false }],
      playground: typicalPlaygrounds.docs,
      intentIds: ['int_find_page', 'int_explain_error'],
    },
    // Nothing has ever been logged in this environment.
    { name: 'quiet', branch: 'quiet', logs: noLogs, deployments: [], playground: typicalPlaygrounds.empty },
  ],
};

/** A project with seven environments, more than a view might expect. */
const releaseTrain: ProjectPlan = {
  name: 'release-train',
  team: 1,
  runtime: 'python3.13',
  transport: 'streamablehttp',
  repository: 'docs-team/release-train',
  ageDays: 12,
  environments: [
    'production',
    'staging',
    'canary',
    'preview-101',
    'preview-102',
    'preview-103',
    'nightly',
  ].map((name, index) => ({
    name,
    branch: index === 0 ? 'main' : name,
    logs: typicalLogs('plain', index === 0 ? 900 : 80, 0),
    deployments: [deploymentPlan((index + 1) * 5 * hourMs, `Release ${40 - index}`)],
  })),
};

/** Projects of a typical team. The pictures show them. */
export const typicalProjects: readonly ProjectPlan[] = [weatherTools, billingMcp, docsSearch, releaseTrain];
