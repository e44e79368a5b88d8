import type { Case } from './operationCase.ts';

const created = '2026-11-20T10:00:00.000Z';

const deployment = {
  id: 'd1',
  status: 'deployed',
  sourceRef: 'refs/heads/main',
  sourceCommitId: 'abc',
  sourceCommitMessage: 'Fix it',
  authorUsername: 'dev',
  authorAvatarUrl: 'https://avatars.example/dev',
  startedAt: created,
  completedAt: created,
  environmentId: 'e1',
  environmentName: 'production',
  isCurrent: true,
  deploymentPageUrl: 'https://console.example/d1',
};

const environment = {
  id: 'e1',
  name: 'production',
  sourceBranch: 'main',
  mcpServerUrl: 'https://e1.example/mcp',
  domains: [{ domain: 'e1.example', status: 'active', createdAt: created }],
  urls: [],
  createdAt: created,
  projectId: 'p1',
  latestDeployment: { id: 'd1', status: 'ongoing', sourceCommitId: 'abc', isCurrent: false },
};

const project = {
  id: 'p1',
  name: 'weather',
  environments: [environment],
  productionEnvironment: environment,
};

const readProject = {
  ...project,
  productionState: { environmentId: environment.id, id: 'd1', status: 'ongoing' },
};

const success = { success: true };

const server = {
  $schema: 'https://example.com/server.schema.json',
  name: 'com.example/mcp',
  description: 'Says the weather.',
  version: '1.2.0',
};

/** The operations of the live service that aren't in the specification. */
export const unspecified: readonly Case[] = [
  {
    name: 'teams.list',
    call: (client) => client.teams.list(),
    request: 'GET /v1/teams',
    reply: [{ id: 't1', name: 'Team', createdAt: created }],
  },
  {
    name: 'distribution.get',
    call: (client) => client.distribution.get({ projectId: 'p 1', domain: 'a.example.com' }),
    request: 'GET /v1/distribution/get',
    query: [
      ['projectId', 'p 1'],
      ['domain', 'a.example.com'],
    ],
    reply: {
      serverFields: { ...server, icons: [{}, { src: 'https://i.example' }], remotes: null, other: 1 },
    },
    result: { serverFields: { ...server, icons: [{ src: 'https://i.example', sizes: [] }], remotes: [] } },
  },
  {
    name: 'distribution.publish',
    call: (client) =>
      client.distribution.publish({
        projectId: 'p1',
        domain: 'a.example.com',
        title: 'Weather',
        description: 'Says it.',
        websiteUrl: undefined,
        iconSrc: 'https://i.example',
        dryRun: true,
      }),
    request: 'POST /v1/distribution/publish',
    body: {
      projectId: 'p1',
      domain: 'a.example.com',
      title: 'Weather',
      description: 'Says it.',
      iconSrc: 'https://i.example',
      dryRun: true,
    },
    reply: { serverFields: server },
    result: { serverFields: { ...server, icons: [], remotes: [] } },
  },
  {
    name: 'projects.list',
    call: (client) => client.projects.list({ teamId: 't 1' }),
    request: 'GET /v1/projects',
    query: [['teamId', 't 1']],
    reply: [project],
    result: [readProject],
  },
  {
    name: 'projects.list',
    call: (client) => client.projects.list(),
    request: 'GET /v1/projects',
    reply: [],
  },
  {
    name: 'projects.get',
    call: (client) => client.projects.get('p1'),
    request: 'GET /v1/projects/p1',
    reply: project,
    result: readProject,
  },
  {
    name: 'projects.update',
    call: (client) => client.projects.update('p1', { name: 'rain', sourceRepository: undefined }),
    request: 'PATCH /v1/projects/p1',
    body: { name: 'rain' },
    reply: project,
    result: readProject,
  },
  {
    name: 'projects.update',
    call: (client) => client.projects.update('p1', { sourceRepository: null }),
    request: 'PATCH /v1/projects/p1',
    body: { sourceRepository: null },
    reply: project,
    result: readProject,
  },
  {
    name: 'projects.delete',
    call: (client) => client.projects.delete('p1'),
    request: 'DELETE /v1/projects/p1',
    reply: success,
  },
  {
    name: 'environments.create',
    call: (client) =>
      client.environments.create({
        projectId: 'p1',
        name: 'staging',
        sourceBranch: 'develop',
        environmentVariables: [{ key: 'MODE', value: 'test', isSecret: false }],
      }),
    request: 'POST /v1/environments',
    body: {
      projectId: 'p1',
      name: 'staging',
      sourceBranch: 'develop',
      environmentVariables: [{ key: 'MODE', value: 'test', isSecret: false }],
    },
    reply: {
      id: 'e2',
      name: 'staging',
      sourceBranch: 'develop',
      urls: ['https://e2.example'],
      projectId: 'p1',
    },
    result: {
      id: 'e2',
      name: 'staging',
      sourceBranch: 'develop',
      domains: [],
      urls: ['https://e2.example'],
      projectId: 'p1',
    },
  },
  {
    name: 'environments.deploy',
    call: (client) => client.environments.deploy('e1'),
    request: 'POST /v1/environments/e1/deploy',
    reply: deployment,
  },
  {
    name: 'environments.deploy',
    call: (client) =>
      client.environments.deploy('e1', {
        token: 'u1',
        settings: { transport: 'stdio', startCommand: 'node .' },
      }),
    request: 'POST /v1/environments/e1/deploy',
    body: { token: 'u1', settings: { transport: 'stdio', startCommand: 'node .' } },
    reply: deployment,
  },
  {
    name: 'deployments.uploadArtifact',
    call: (client) => client.deployments.uploadArtifact({ teamId: 't1' }),
    request: 'POST /v1/deployments/upload',
    body: { teamId: 't1' },
    reply: { uploadUrl: 'https://store.example/a?s=1', token: 'u1', expiresAt: created },
  },
  {
    name: 'environments.listVariables',
    call: (client) => client.environments.listVariables('e1'),
    request: 'GET /v1/environments/e1/environment-variables',
    reply: [
      { id: 'v1', key: 'MODE', value: 'test', isSecret: false, createdAt: created },
      { id: 'v2', key: 'API_KEY', value: 'never to be kept', isSecret: true, createdAt: created },
      { id: 'v3', key: 'OTHER', value: 'nor this' },
    ],
    result: [
      { id: 'v1', key: 'MODE', value: 'test', isSecret: false, createdAt: created },
      { id: 'v2', key: 'API_KEY', isSecret: true, createdAt: created },
      { id: 'v3', key: 'OTHER', isSecret: true },
    ],
  },
  {
    name: 'environments.createVariables',
    call: (client) =>
      client.environments.createVariables('e1', [{ key: 'MODE', value: 'x', isSecret: false }]),
    request: 'POST /v1/environments/e1/environment-variables',
    body: { environmentVariables: [{ key: 'MODE', value: 'x', isSecret: false }] },
    reply: success,
  },
  {
    name: 'environments.updatePlayground',
    call: (client) =>
      client.environments.updatePlayground('e1', {
        isPlaygroundEnabled: false,
        headers: [{ name: 'x-key', description: 'The key', isRequired: true, isSecret: true }],
        examplePrompts: [{ title: 'Rain', prompt: 'Will it rain?' }],
      }),
    request: 'PUT /v1/environments/e1/playground',
    body: {
      isPlaygroundEnabled: false,
      headers: [{ name: 'x-key', description: 'The key', isRequired: true, isSecret: true }],
      examplePrompts: [{ title: 'Rain', prompt: 'Will it rain?' }],
    },
    reply: { isPlaygroundEnabled: false, serverMetadata: null },
    result: { isPlaygroundEnabled: false },
  },
  {
    name: 'deployments.list',
    call: (client) => client.deployments.list('p1', { environmentId: 'e1', status: ['ongoing', 'failed'] }),
    request: 'GET /v1/projects/p1/deployments',
    query: [
      ['environmentId', 'e1'],
      ['status[0]', 'ongoing'],
      ['status[1]', 'failed'],
    ],
    reply: [deployment],
  },
  {
    name: 'deployments.get',
    call: (client) => client.deployments.get('d1'),
    request: 'GET /v1/deployments/d1',
    reply: deployment,
  },
  {
    name: 'insights.getAnalytics',
    call: (client) =>
      client.insights.getAnalytics('p1', {
        startTimestamp: 0,
        endTimestamp: 2_678_400_000,
        timeZone: 'Europe/Paris',
      }),
    request: 'GET /v1/analytics/p1',
    query: [
      ['startTimestamp', '0'],
      ['endTimestamp', '2678400000'],
      ['timeZone', 'Europe/Paris'],
    ],
    reply: {
      metadata: { interval: 'day', other: 1 },
      timeSeries: {
        sessions_count: [
          { timestamp: 5, categories: { all: 3, odd: 'x' } },
          { timestamp: '1970-01-01T00:00:00.006Z', categories: {} },
          { timestamp: null, categories: {} },
        ],
        task_count: null,
      },
    },
    result: {
      metadata: { interval: 'day' },
      timeSeries: {
        sessions_count: [
          { timestamp: 5, categories: { all: 3 } },
          { timestamp: 6, categories: {} },
        ],
        task_count: [],
      },
    },
  },
  {
    name: 'beacon.getAudit',
    call: (client) => client.beacon.getAudit('a1'),
    request: 'GET /v1/beacon/audits/a1',
    reply: {
      id: 'a1',
      targetUrl: 'https://mcp.example',
      status: 'partial',
      durationMs: null,
      createdAt: created,
      report: {
        startedAt: created,
        completedAt: null,
        durationMs: 7,
        requiresAuth: false,
        isReadyForPlatform: { chat: true, odd: 1 },
        results: [
          {
            checkId: 'c1',
            checkName: 'Ping',
            description: 'It answers.',
            status: 'skip',
            message: 'Skipped.',
            skipReason: 'auth',
            severity: 'warning',
            category: 'connectivity',
            platforms: ['chat'],
            durationMs: 3,
            details: [{ label: 'a', value: 1 }, { label: 'b' }],
            hint: { text: 'Try it.' },
          },
        ],
      },
    },
    result: {
      id: 'a1',
      targetUrl: 'https://mcp.example',
      status: 'partial',
      createdAt: created,
      report: {
        startedAt: created,
        durationMs: 7,
        requiresAuth: false,
        isReadyForPlatform: { chat: true },
        // Unknown fields are kept for users who want to see everything.
        unknownFields: { isReadyForPlatform: { odd: 1 } },
        results: [
          {
            checkId: 'c1',
            checkName: 'Ping',
            description: 'It answers.',
            status: 'skip',
            message: 'Skipped.',
            skipReason: 'auth',
            severity: 'warning',
            category: 'connectivity',
            platforms: ['chat'],
            durationMs: 3,
            details: [{ label: 'a', value: 1 }, { label: 'b' }],
            hint: { text: 'Try it.' },
          },
        ],
      },
    },
  },
];
