import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { z } from 'zod';
import { iso } from './world/clock.ts';
import type { Environment, World } from './world/model.ts';
import { createRandom } from './world/random.ts';

const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka'];

/** Answers one request to the MCP server of an environment. Stateless: each request has its own server. */
export async function answerMcp(world: World, environment: Environment, request: Request): Promise<Response> {
  // Without sessions there is no stream to listen to, and none to end.
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(world, environment);
  await server.connect(transport);
  const response = await transport.handleRequest(request);
  await server.close();
  return response;
}

function createServer(world: World, environment: Environment): McpServer {
  const server = new McpServer({ name: 'weather-tools', version: '1.0.0' });
  const logged = (tool: string, run: () => string) => () => {
    const text = logCall(world, environment, tool, run);
    return { content: [{ type: 'text' as const, text }] };
  };

  server.registerTool(
    'get_forecast',
    { description: 'The forecast for a city.', inputSchema: { city: z.string() } },
    ({ city }) => logged('get_forecast', () => forecast(world.seed, city))(),
  );
  server.registerTool(
    'list_cities',
    { description: 'The cities that have a forecast.' },
    logged('list_cities', () => cities.join(', ')),
  );
  server.registerTool(
    'echo',
    { description: 'Gives back what it is given.', inputSchema: { text: z.string() } },
    ({ text }) => logged('echo', () => text)(),
  );
  return server;
}

function forecast(seed: number, city: string): string {
  const random = createRandom(seed, 'forecast', city);
  return `${city}: ${random.pick(['sunny', 'cloudy', 'rain'])}, ${random.int(-5, 35)} °C`;
}

/** Runs a tool and writes START, INFO and END to the logs of the environment. */
function logCall(world: World, environment: Environment, tool: string, run: () => string): string {
  const requestId = world.newId('req');
  const start = world.clock.now();
  const result = run();
  const end = world.clock.now();
  world.logs.append(environment.id, [
    { timestamp: iso(start), type: 'START', requestId, method: 'tools/call', content: tool },
    { timestamp: iso(start), type: 'INFO', requestId, content: `answered ${result.length} characters` },
    { timestamp: iso(end), type: 'END', requestId, durationInMs: end - start },
  ]);
  return result;
}
