import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Environment, World } from '../world/model.ts';
import type { McpContext } from './context.ts';
import { skyPng } from './media.ts';
import { servePrompts } from './servePrompts.ts';
import { serveResources } from './serveResources.ts';
import { serveTools } from './serveTools.ts';
import { extraTool } from './tools/changes.ts';
import { tools } from './tools/tools.ts';
import { weatherTools } from './tools/weather.ts';

const instructions = `Forecasts for a few cities.

1. Call \`list_cities\` first.
2. Then call \`get_forecast\` with one of them.`;

/** Creates a server for one session, or for one request without a session. */
export function createMcpServer(world: World, environment: Environment): Server {
  const server = new Server(
    {
      name: 'weather-tools',
      title: 'Weather Tools',
      version: '1.0.0',
      websiteUrl: 'https://weather.example.com',
      icons: [{ src: `data:image/png;base64,${skyPng}`, mimeType: 'image/png', sizes: ['32x32'] }],
    },
    {
      instructions,
      // The server sends only requests that the client supports.
      enforceStrictCapabilities: true,
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
    },
  );
  const context = createContext(world, environment, server);
  serveTools(context, () => (context.hasExtra ? [...tools, extraTool] : tools));
  serveResources(context);
  servePrompts(context);
  return server;
}

/** Creates a server with one tool, for the HTTP+SSE transport. */
export function createSseServer(world: World, environment: Environment): Server {
  const server = new Server({ name: 'old-weather', version: '0.1.0' }, { capabilities: { tools: {} } });
  const echo = weatherTools.filter(({ name }) => name === 'echo');
  serveTools(createContext(world, environment, server), () => echo);
  return server;
}

function createContext(world: World, environment: Environment, server: Server): McpContext {
  return {
    world,
    environment,
    server,
    subscriptions: new Set(),
    hasExtra: false,
    isSubscribed: false,
    readings: 0,
  };
}
