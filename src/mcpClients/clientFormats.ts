import * as l10n from '@vscode/l10n';

/** An MCP server for which a client gets a configuration. */
export interface ConfiguredServer {
  /** A name of letters, digits, and hyphens, which all clients accept. */
  readonly name: string;
  /** A URL without characters that clients replace with variables. */
  readonly url: string;
  /** Names of the headers that requests to the server need. Their values are never part of a configuration. */
  readonly headers: readonly string[];
}

/**
 * How a configuration refers to header values. `inputs`: the client prompts for them. `variables`: the client reads
 * environment variables. `placeholders`: the user must enter them. `none`: the client sends no additional headers.
 */
type HeaderReferences = 'inputs' | 'variables' | 'placeholders' | 'none';

/** A part of a server's name: the name of a project or an environment, or its ID if the name has no ASCII letters. */
interface NamePart {
  readonly name?: string | undefined;
  readonly id?: string | undefined;
}

/** An MCP client, and the format of its configuration. */
export interface McpClientFormat {
  readonly name: string;
  /** The place of the configuration, as the client's own texts name it. */
  readonly place: string;
  /** The page of the client that accepts the configuration, or that documents it. */
  readonly page: string;
  readonly headerReferences: HeaderReferences;
  readonly format: (server: ConfiguredServer) => string;
}

/** All clients. `place` and `format` are as in the documentation at `page`. */
export const mcpClientFormats: readonly McpClientFormat[] = [
  {
    name: 'ChatGPT',
    place: 'Settings > Connectors > Create',
    page: 'https://chatgpt.com/#settings/Connectors',
    headerReferences: 'none',
    format: ({ url }) => url,
  },
  {
    name: 'Claude',
    place: 'Customize > Connectors > Add custom connector',
    page: 'https://claude.ai/customize/connectors',
    headerReferences: 'none',
    format: ({ url }) => url,
  },
  {
    name: 'VS Code',
    place: '.vscode/mcp.json',
    page: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
    headerReferences: 'inputs',
    format: (server) => {
      const { definition, inputs } = createMcpJsonEntry(server);
      return formatJson({
        servers: { [server.name]: definition },
        ...(inputs.length > 0 && { inputs }),
      });
    },
  },
  {
    name: 'Claude Code',
    place: '.mcp.json',
    page: 'https://code.claude.com/docs/en/mcp',
    headerReferences: 'variables',
    format: ({ name, url, headers }) =>
      formatServers(name, { type: 'http', url, ...formatHeaders(name, headers, (it) => `\${${it}}`) }),
  },
  {
    name: 'Claude Desktop',
    place: 'claude_desktop_config.json',
    page: 'https://github.com/geelen/mcp-remote',
    headerReferences: 'placeholders',
    format: ({ name, url, headers }) =>
      formatServers(name, {
        command: 'npx',
        args: [
          'mcp-remote',
          url,
          // Without a space after the colon, because Claude Desktop doesn't quote arguments on Windows.
          ...headers.flatMap((header) => ['--header', `${header}:\${${getVariableName(name, header)}}`]),
        ],
        ...(headers.length > 0 && {
          env: Object.fromEntries(
            headers.map((header) => [getVariableName(name, header), `<value of ${header}>`]),
          ),
        }),
      }),
  },
  {
    name: 'Cursor',
    place: '~/.cursor/mcp.json',
    page: 'https://cursor.com/docs/mcp',
    headerReferences: 'variables',
    format: ({ name, url, headers }) =>
      formatServers(name, { url, ...formatHeaders(name, headers, (it) => `\${env:${it}}`) }),
  },
  {
    name: 'Windsurf',
    place: '~/.codeium/windsurf/mcp_config.json',
    page: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    headerReferences: 'variables',
    format: ({ name, url, headers }) =>
      formatServers(name, { serverUrl: url, ...formatHeaders(name, headers, (it) => `\${env:${it}}`) }),
  },
  {
    name: 'Codex',
    place: '~/.codex/config.toml',
    page: 'https://developers.openai.com/codex/mcp',
    headerReferences: 'variables',
    format: ({ name, url, headers }) => {
      const variables = headers.map(
        (header) => `${JSON.stringify(header)} = ${JSON.stringify(getVariableName(name, header))}`,
      );
      return [
        `[mcp_servers.${name}]`,
        `url = ${JSON.stringify(url)}`,
        ...(variables.length > 0 ? [`env_http_headers = { ${variables.join(', ')} }`] : []),
        '',
      ].join('\n');
    },
  },
  {
    name: 'Gemini CLI',
    place: '~/.gemini/settings.json',
    page: 'https://geminicli.com/docs/tools/mcp-server',
    headerReferences: 'variables',
    format: ({ name, url, headers }) =>
      formatServers(name, { httpUrl: url, ...formatHeaders(name, headers, (it) => `$${it}`) }),
  },
];

/** An entry of an `mcp.json` file, with the inputs that it refers to. */
export interface McpJsonEntry {
  readonly definition: object;
  readonly inputs: readonly { readonly id: string }[];
}

/**
 * Creates the entry of a server in an `mcp.json` file. The editor prompts for each header once and stores its value by
 * the ID of the input, which contains the host so that no other host gets the value.
 */
export function createMcpJsonEntry({ name, url, headers }: ConfiguredServer): McpJsonEntry {
  const { host } = new URL(url);
  const getInputId = (header: string): string =>
    `${name}-${header.toLowerCase()}-${host.replaceAll(/[^\w.-]+/g, '-')}`;
  return {
    definition: {
      type: 'http',
      url,
      ...(headers.length > 0 && {
        headers: Object.fromEntries(headers.map((header) => [header, `\${input:${getInputId(header)}}`])),
      }),
    },
    inputs: headers.map((header) => ({
      id: getInputId(header),
      type: 'promptString',
      description: l10n.t('{0} header for {1}', header, host),
      password: true,
    })),
  };
}

/**
 * Returns the environment variable for a header. The prefix keeps the names of a server and its headers, which are from
 * the service, from selecting a variable that has another secret.
 */
export function getVariableName(serverName: string, header: string): string {
  return `MCP_${serverName}_${header}`.toUpperCase().replaceAll(/\W+|_+/g, '_');
}

function formatHeaders(serverName: string, headers: readonly string[], format: (name: string) => string) {
  if (headers.length === 0) return {};
  return {
    headers: Object.fromEntries(
      headers.map((header) => [header, format(getVariableName(serverName, header))]),
    ),
  };
}

const formatServers = (name: string, definition: object): string =>
  formatJson({ mcpServers: { [name]: definition } });

const formatJson = (settings: object): string => `${JSON.stringify(settings, undefined, 2)}\n`;

/**
 * Creates the server of a configuration from data of the service. Throws if the URL can't be used, because parts of it
 * would be replaced with variables of the user.
 */
export function createConfiguredServer(
  names: readonly NamePart[],
  url: string,
  headers: readonly string[],
): ConfiguredServer {
  const parsed = new URL(url);
  if (/[${}]/.test(parsed.host)) throw new TypeError('The host contains a variable.');
  return {
    name: toServerName(names),
    url: parsed.href.replaceAll(/[${}]/g, (character) => encodeURIComponent(character)),
    headers: headers.filter((header) => /^[\w.-]+$/.test(header)),
  };
}

/**
 * Joins names into a name of ASCII letters, digits, and hyphens. Gemini CLI doesn't support underscores: its policies
 * regard only the part before the first one as the name.
 */
function toServerName(names: readonly NamePart[]): string {
  const [first = '', ...others] = names
    .map(({ name, id }) => toAsciiName(name) || toAsciiName(id))
    .filter((part) => part !== '');
  // The end of a long project name is omitted, and not the environment, which would be the only difference.
  const end = trimHyphens(others.join('-').slice(0, 29));
  const name = end === '' ? first.slice(0, 60) : `${trimHyphens(first.slice(0, 59 - end.length))}-${end}`;
  return name === '' ? 'hosted-mcp' : trimHyphens(name);
}

/** Replaces all but ASCII letters and digits. Returns an empty string if there are none. */
function toAsciiName(text = ''): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  return trimHyphens(letters.replaceAll(/[^A-Za-z0-9]+/g, '-'));
}

const trimHyphens = (text: string): string => text.replaceAll(/^-+|-+$/g, '');
