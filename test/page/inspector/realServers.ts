/** A server of another project. */
export interface RealServer {
  readonly name: string;
  /** The path of its module in `node_modules`, and its arguments. */
  readonly program: readonly string[];
  /** The path of its URL. Absent if it's a process with standard input and output. */
  readonly path?: string;
  /**
   * Arguments by tool that replace the initial values of the form, if a call with these takes seconds or
   * needs another server.
   */
  readonly args?: Readonly<Record<string, object>>;
  /** Names of the only entries that are used, if another server has the same entries. */
  readonly only?: readonly string[];
}

const everythingServer = '@modelcontextprotocol/server-everything/dist/index.js';
const sdkExample = (name: string): readonly string[] => [
  `@modelcontextprotocol/sdk/dist/esm/examples/server/${name}.js`,
];

const everythingArguments = {
  args: {
    'gzip-file-as-resource': { data: 'data:text/plain,rain' },
    'trigger-long-running-operation': { duration: 0.1 },
    'trigger-url-elicitation': { url: 'https://example.com' },
    'resource-prompt': { resourceType: 'Text', resourceId: '1' },
    'demo://resource/dynamic/text/{resourceId}': { resourceId: '1' },
    'demo://resource/dynamic/blob/{resourceId}': { resourceId: '2' },
  },
} as const;

/**
 * One entry of each kind, and the tools for which the server sends notifications or requests, which are what differs between
 * transports.
 */
const entriesByTransport = [
  'echo',
  'get-tiny-image',
  'toggle-simulated-logging',
  'trigger-long-running-operation',
  'trigger-sampling-request',
  'trigger-elicitation-request',
  'args-prompt',
  'demo://resource/dynamic/text/{resourceId}',
  'demo://resource/static/document/features.md',
] as const;

const oneNotification = { 'start-notification-stream': { count: 1, interval: 10 } };

/** The reference server, and the examples of the SDK. */
export const realServers: readonly RealServer[] = [
  { name: 'everything', program: [everythingServer, 'streamableHttp'], path: '/mcp', ...everythingArguments },
  {
    name: 'everything over SSE',
    program: [everythingServer, 'sse'],
    path: '/sse',
    ...everythingArguments,
    only: entriesByTransport,
  },
  {
    name: 'simpleStreamableHttp',
    program: sdkExample('simpleStreamableHttp'),
    path: '/mcp',
    args: { ...oneNotification, delay: { duration: 100 } },
  },
  {
    name: 'stateless',
    program: sdkExample('simpleStatelessStreamableHttp'),
    path: '/mcp',
    args: oneNotification,
  },
  { name: 'answers in JSON', program: sdkExample('jsonResponseStreamableHttp'), path: '/mcp' },
  { name: 'Hono', program: sdkExample('honoWebStandardStreamableHttp'), path: '/mcp' },
  { name: 'old SSE', program: sdkExample('simpleSseServer'), path: '/mcp', args: oneNotification },
  {
    name: 'both transports',
    program: sdkExample('sseAndStreamableHttpCompatibleServer'),
    path: '/mcp',
    args: oneNotification,
  },
  {
    name: 'both transports, the old one',
    path: '/sse',
    args: oneNotification,
    program: sdkExample('sseAndStreamableHttpCompatibleServer'),
  },
  { name: 'cuts its streams', program: sdkExample('ssePollingExample'), path: '/mcp' },
  { name: 'listens to GET', program: sdkExample('standaloneSseWithGetStreamableHttp'), path: '/mcp' },
  { name: 'asks with forms', program: sdkExample('elicitationFormExample'), path: '/mcp' },
  { name: 'works in tasks', program: sdkExample('simpleTaskInteractive'), path: '/mcp' },
  {
    name: 'everything as a process',
    program: [everythingServer, 'stdio'],
    ...everythingArguments,
    only: entriesByTransport,
  },
  { name: 'a process that asks a model', program: sdkExample('toolWithSampleServer') },
  { name: 'a process with output schemas', program: sdkExample('mcpServerOutputSchema') },
  { name: 'a process that tells its progress', program: sdkExample('progressExample') },
];
