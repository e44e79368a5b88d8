import type { Case } from './operationCase.ts';

const created = '2026-11-20T10:00:00.000Z';
const serverTime = Date.UTC(2026, 10, 21, 10);

const project = {
  id: 'p1',
  name: 'weather',
  teamId: 't1',
  environments: [{ id: 'e1', name: 'production', domains: [], urls: [] }],
  productionEnvironment: { id: 'e1', name: 'production', domains: [], urls: [] },
  sourceRepository: 'https://git.example/weather',
  runtime: 'node24',
  transport: 'streamablehttp',
  rootDirectory: '.',
  buildCommand: 'npm run build',
  buildOutputDir: 'dist',
  installCommand: 'npm ci',
  startCommand: 'npm start',
  createdAt: created,
};

const start = { timestamp: created, type: 'START', requestId: 'r1', method: 'tools/call' };
const line = { timestamp: created, type: 'INFO', requestId: 'r1', content: 'hello' };
const end = { timestamp: created, type: 'END', requestId: 'r1', durationInMs: 12.5 };

const success = { success: true };

/** The operations in the specification. */
export const specified: readonly Case[] = [
  {
    name: 'telemetry.listDestinations',
    call: (client) => client.telemetry.listDestinations('e/1'),
    request: 'GET /v1/environments/e%2F1/telemetry-destinations',
    reply: [
      {
        id: 'd1',
        signal: 'logs',
        endpoint: 'https://otel.example/v1/logs',
        protocol: 'http/json',
        headers: [
          { id: 'h1', name: 'x-key', value: null, isSecret: true },
          { id: 'h2', name: 'x-tenant', value: 'acme', isSecret: false },
        ],
        status: 'suspended',
        lastFailureReason: null,
        isScopedToIntentionalRequestsOnly: true,
      },
    ],
    result: [
      {
        id: 'd1',
        signal: 'logs',
        endpoint: 'https://otel.example/v1/logs',
        protocol: 'http/json',
        headers: [
          { id: 'h1', name: 'x-key', isSecret: true },
          { id: 'h2', name: 'x-tenant', isSecret: false, value: 'acme' },
        ],
        status: 'suspended',
        isScopedToIntentionalRequestsOnly: true,
      },
    ],
  },
  {
    name: 'insights.createIntentCategory',
    call: (client) =>
      client.insights.createIntentCategory('e1', { name: 'Weather', color: 'blue', intentIds: ['i1'] }),
    request: 'POST /v1/environments/e1/intent-categories',
    body: { name: 'Weather', color: 'blue', intentIds: ['i1'] },
    reply: { id: 'c1', createdAt: created, environmentId: 'e1', name: 'Weather', color: 'blue' },
  },
  {
    name: 'projects.create',
    call: (client) =>
      client.projects.create({
        name: '  weather ',
        runtime: 'node24',
        transport: 'streamablehttp',
        teamId: undefined,
        branchName: 'main',
        settings: { startCommand: 'npm start', buildCommand: undefined },
        environmentVariables: [{ key: 'API_KEY', value: 's3cret', isSecret: true }],
      }),
    request: 'POST /v1/projects',
    body: {
      name: 'weather',
      runtime: 'node24',
      branchName: 'main',
      transport: 'streamablehttp',
      settings: { startCommand: 'npm start' },
      environmentVariables: [{ key: 'API_KEY', value: 's3cret', isSecret: true }],
    },
    reply: project,
  },
  {
    name: 'insights.linkIntents',
    call: (client) => client.insights.linkIntents('e1', 'c 1', ['i1', 'i2']),
    request: 'POST /v1/environments/e1/intent-categories/c%201/link',
    body: { intentIds: ['i1', 'i2'] },
    reply: success,
  },
  {
    name: 'beacon.createAudit',
    call: (client) =>
      client.beacon.createAudit({
        targetUrl: 'https://mcp.example/mcp',
        teamId: 't1',
        projectId: 'p1',
        excludeCategories: ['e2e', 'performance'],
      }),
    request: 'POST /v1/beacon/audits',
    body: {
      targetUrl: 'https://mcp.example/mcp',
      teamId: 't1',
      projectId: 'p1',
      excludeCategories: ['e2e', 'performance'],
    },
    reply: { id: 'a1' },
  },
  {
    name: 'environments.updateVariable',
    call: (client) =>
      client.environments.updateVariable('v1', { key: 'API_KEY', value: 'new', isSecret: true }),
    request: 'PATCH /v1/environment-variables/v1',
    body: { key: 'API_KEY', value: 'new', isSecret: true },
    reply: success,
  },
  {
    name: 'environments.getLogs',
    call: (client) =>
      client.environments.getLogs('e1', {
        since: '2026-11-21T12:00:00+02:00',
        until: new Date(created),
        limit: 1000,
        level: ['ERROR', 'WARNING'],
        search: 'a&b = 100% +',
        nextToken: 'page/2',
      }),
    request: 'GET /v1/environments/e1/logs',
    query: [
      ['limit', '1000'],
      ['level[0]', 'ERROR'],
      ['level[1]', 'WARNING'],
      ['search', 'a&b = 100% +'],
      ['since', '2026-11-21T10:00:00.000Z'],
      ['until', created],
      ['nextToken', 'page/2'],
    ],
    reply: { logs: [start, line, end], nextToken: 'page/3' },
    result: { logs: [start, line, end], serverTime, nextToken: 'page/3' },
  },
  {
    name: 'environments.getLogs',
    call: (client) =>
      client.environments.getLogs('e1', {
        since: '1h',
        until: '',
        level: [],
        search: '',
        nextToken: '',
        limit: undefined,
      }),
    request: 'GET /v1/environments/e1/logs',
    query: [['since', '1h']],
    reply: { logs: [], nextToken: null },
    result: { logs: [], serverTime },
  },
  {
    name: 'environments.getLatestLogs',
    call: (client) => client.environments.getLatestLogs('e1', { limit: 1, level: ['DEBUG'], search: 'x' }),
    request: 'GET /v1/environments/e1/latest-logs',
    query: [
      ['limit', '1'],
      ['level[0]', 'DEBUG'],
      ['search', 'x'],
    ],
    reply: { logs: [line] },
    result: { logs: [line], serverTime },
  },
  {
    name: 'environments.getPlayground',
    call: (client) => client.environments.getPlayground('e1'),
    request: 'GET /v1/environments/e1/playground',
    reply: {
      isPlaygroundEnabled: true,
      serverMetadata: {
        name: 'Weather',
        description: 'Tells the weather.',
        headers: [{ name: 'x-key', description: 'The key', isRequired: true, isSecret: true }],
        examplePrompts: [{ title: 'Rain', prompt: 'Will it rain?' }],
      },
    },
  },
  {
    name: 'insights.deleteIntentCategory',
    call: (client) => client.insights.deleteIntentCategory('e1', 'c1'),
    request: 'DELETE /v1/environments/e1/intent-categories/c1',
    reply: success,
  },
  {
    name: 'environments.deleteVariable',
    call: (client) => client.environments.deleteVariable('v#1'),
    request: 'DELETE /v1/environment-variables/v%231',
    reply: success,
  },
  {
    name: 'environments.get',
    call: (client) => client.environments.get('e1'),
    request: 'GET /v1/environments/e1',
    reply: {
      id: 'e1',
      name: 'production',
      sourceBranch: 'main',
      mcpServerUrl: 'https://e1.example/mcp',
      domains: ['e1.example'],
      createdAt: created,
      projectId: 'p1',
    },
    result: {
      id: 'e1',
      name: 'production',
      sourceBranch: 'main',
      mcpServerUrl: 'https://e1.example/mcp',
      domains: [{ domain: 'e1.example' }],
      urls: [],
      createdAt: created,
      projectId: 'p1',
    },
  },
  {
    name: 'environments.delete',
    call: (client) => client.environments.delete('e1'),
    request: 'DELETE /v1/environments/e1',
    reply: success,
  },
  {
    name: 'deployments.getLogs',
    call: (client) => client.deployments.getLogs('d1'),
    request: 'GET /v1/deployments/d1/logs',
    reply: { logs: [{ timestamp: created, content: '\u001b[32mdone\u001b[0m\n' }, {}], hasMoreLogs: true },
  },
  {
    name: 'tunnels.getTicket',
    call: (client) => client.tunnels.getTicket(),
    request: 'GET /v1/tunnels/ticket',
    reply: { subdomain: 'calm-sea', ticket: 'signed', tunnelHost: 'tunnel.example' },
  },
];
