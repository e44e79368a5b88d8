import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse as parseToml } from 'smol-toml';
import {
  type ConfiguredServer,
  createConfiguredServer,
  getVariableName,
  mcpClientFormats,
} from '../../../src/mcpClients/clientFormats.ts';

const url = 'https://weather.example.com/mcp';
const plain: ConfiguredServer = { name: 'weather', url, headers: [] };
const keyed: ConfiguredServer = { name: 'weather', url, headers: ['Authorization', 'X-Key'] };
const authorization = 'MCP_WEATHER_AUTHORIZATION';
const xKey = 'MCP_WEATHER_X_KEY';
/** Returns a reference with a dollar sign, which a template would replace. */
const dollar = (rest: string): string => `$${rest}`;

/** The parsed configurations: for a server without headers, and for one that needs two headers. */
const expected: Readonly<Record<string, readonly [plain: unknown, keyed: unknown]>> = {
  ChatGPT: [url, url],
  Claude: [url, url],
  'VS Code': [
    { servers: { weather: { type: 'http', url } } },
    {
      servers: {
        weather: {
          type: 'http',
          url,
          headers: {
            Authorization: dollar('{input:weather-authorization-weather.example.com}'),
            'X-Key': dollar('{input:weather-x-key-weather.example.com}'),
          },
        },
      },
      inputs: ['Authorization', 'X-Key'].map((header) => ({
        id: `weather-${header.toLowerCase()}-weather.example.com`,
        type: 'promptString',
        description: `${header} header for weather.example.com`,
        password: true,
      })),
    },
  ],
  'Claude Code': [
    { mcpServers: { weather: { type: 'http', url } } },
    {
      mcpServers: {
        weather: {
          type: 'http',
          url,
          headers: { Authorization: dollar(`{${authorization}}`), 'X-Key': dollar(`{${xKey}}`) },
        },
      },
    },
  ],
  'Claude Desktop': [
    { mcpServers: { weather: { command: 'npx', args: ['mcp-remote', url] } } },
    {
      mcpServers: {
        weather: {
          command: 'npx',
          args: [
            ...['mcp-remote', url, '--header', `Authorization:${dollar(`{${authorization}}`)}`],
            ...['--header', `X-Key:${dollar(`{${xKey}}`)}`],
          ],
          env: { [authorization]: '<value of Authorization>', [xKey]: '<value of X-Key>' },
        },
      },
    },
  ],
  Cursor: [
    { mcpServers: { weather: { url } } },
    {
      mcpServers: {
        weather: {
          url,
          headers: { Authorization: dollar(`{env:${authorization}}`), 'X-Key': dollar(`{env:${xKey}}`) },
        },
      },
    },
  ],
  Windsurf: [
    { mcpServers: { weather: { serverUrl: url } } },
    {
      mcpServers: {
        weather: {
          serverUrl: url,
          headers: { Authorization: dollar(`{env:${authorization}}`), 'X-Key': dollar(`{env:${xKey}}`) },
        },
      },
    },
  ],
  Codex: [
    { mcp_servers: { weather: { url } } },
    { mcp_servers: { weather: { url, env_http_headers: { Authorization: authorization, 'X-Key': xKey } } } },
  ],
  'Gemini CLI': [
    { mcpServers: { weather: { httpUrl: url } } },
    {
      mcpServers: {
        weather: {
          httpUrl: url,
          headers: { Authorization: dollar(authorization), 'X-Key': dollar(xKey) },
        },
      },
    },
  ],
};

/** Parses a configuration as the client does. */
function parseConfiguration(name: string, text: string): unknown {
  if (name === 'Codex') return JSON.parse(JSON.stringify(parseToml(text)));
  return text.startsWith('{') ? JSON.parse(text) : text;
}

describe('the configuration of an MCP client', () => {
  for (const { name, format, page } of mcpClientFormats) {
    test(`has the format of ${name}`, () => {
      const [withoutHeaders, withHeaders] = expected[name] ?? assert.fail(name);
      assert.deepEqual(parseConfiguration(name, format(plain)), withoutHeaders);
      assert.deepEqual(parseConfiguration(name, format(keyed)), withHeaders);
      assert.ok(URL.canParse(page));
    });
  }

  test('is tested for each client', () => {
    assert.deepEqual(mcpClientFormats.map(({ name }) => name).sort(), Object.keys(expected).sort());
  });

  test('has a name that all clients accept', () => {
    const nameOf = (...names: readonly string[]): string =>
      createConfiguredServer(
        names.map((name) => ({ name })),
        url,
        [],
      ).name;
    assert.equal(nameOf('weather tools', 'production'), 'weather-tools-production');
    assert.equal(nameOf('Wétter"]\n[x', '…'), 'Wetter-x');
    assert.equal(nameOf('my_tools', '_eu_west_1_'), 'my-tools-eu-west-1');
    assert.equal(nameOf('כלים'), 'hosted-mcp');
    assert.equal(nameOf('n'.repeat(500)), 'n'.repeat(60));
    assert.equal(nameOf('n'.repeat(500), 'e'.repeat(500)), `${'n'.repeat(30)}-${'e'.repeat(29)}`);
  });

  test('has a name with the environment, also for a project with a long name', () => {
    const nameOf = (environment: string): string =>
      createConfiguredServer([{ name: 'weather tools '.repeat(9) }, { name: environment }], url, []).name;
    assert.equal(nameOf('production'), 'weather-tools-weather-tools-weather-tools-weather-production');
    assert.equal(nameOf('staging'), 'weather-tools-weather-tools-weather-tools-weather-to-staging');
  });

  test('has the IDs of a project and an environment whose names have no ASCII letters', () => {
    const parts = [
      { name: 'כלים', id: 'prj_1' },
      { name: '天気', id: 'env_2' },
    ];
    assert.equal(createConfiguredServer(parts, url, []).name, 'prj-1-env-2');
    assert.equal(createConfiguredServer([{ id: 'prj_1' }, { name: 'a', id: 'b' }], url, []).name, 'prj-1-a');
  });

  test('contains no variables of a hostile service, whose values the client would send to it', () => {
    const hostile = `https://mcp.example.com/${dollar('HOME')}/${dollar('{env:TOKEN}')}?a=${dollar('{TOKEN}')}`;
    const server = createConfiguredServer([{ name: 'x' }], hostile, [
      'X.Key',
      dollar('TOKEN'),
      'X: Y',
      'a"b',
    ]);
    assert.deepEqual(server.headers, ['X.Key']);
    for (const { name, format } of mcpClientFormats) {
      const text = format({ ...server, headers: [] });
      assert.doesNotMatch(text, /\$/, name);
      assert.match(text, /%24HOME\/%24%7Benv:TOKEN%7D\?a=%24%7BTOKEN%7D/, name);
    }
    assert.throws(() =>
      createConfiguredServer([{ name: 'x' }], `https://${dollar('{token}')}.example.com/`, []),
    );
  });

  test('refers only to variables with the prefix of MCP, never to another secret of the user', () => {
    assert.equal(getVariableName('aws', 'Secret-Access-Key'), 'MCP_AWS_SECRET_ACCESS_KEY');
  });
});
