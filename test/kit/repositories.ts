import { execFileSync } from 'node:child_process';

/** The content of a folder, and its Git repository. */
export interface Repository {
  /** The text of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The URL of the remote `origin`. The folder is no repository if it's absent. */
  readonly remote?: string;
  readonly branch?: string;
  /** The URLs of other remotes, by name. */
  readonly remotes?: Readonly<Record<string, string>>;
}

const sdk = { '@modelcontextprotocol/sdk': '^1.20.0' };

/** An MCP server in TypeScript, cloned over SSH. */
export const nodeServer: Repository = {
  remote: 'git@github.com:octo/tide-tables.git',
  branch: 'release/next',
  files: {
    'package.json': JSON.stringify({
      name: '@octo/tides',
      engines: { node: '>=20 <23' },
      scripts: { build: 'tsc', start: 'node dist/server.js', test: 'node --test' },
      dependencies: sdk,
    }),
    'package-lock.json': '{}',
    'tsconfig.json': '{\n  // Where it goes\n  "compilerOptions": { "outDir": "./dist/" }\n}\n',
    'src/server.ts':
      "import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';\n" +
      'const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });\n',
    // Dependencies aren't scanned.
    'node_modules/other/index.js': 'new SSEServerTransport();\n',
    '.env.example': 'LOG_LEVEL=info\nTIDES_API_KEY=put-your-key-here\nSTATION=\n',
    '.env': 'TIDES_API_KEY=Zq7-marker-key\nUNUSED=Zq7-marker-unused\n',
  },
};

/** An MCP server in Python, managed by uv and cloned with a token in the URL. */
export const pythonServer: Repository = {
  remote: 'https://octo:ghp_Zq7markertoken@github.com/octo/bird-calls.git',
  files: {
    'pyproject.toml':
      '[project]\nname = "bird-calls"\nrequires-python = ">=3.11"\ndependencies = [\n  "fastmcp>=2", # the server\n  "httpx",\n]\n',
    'uv.lock': 'version = 1\n',
    '.python-version': '3.14\n',
    'server.py':
      'from fastmcp import FastMCP\nmcp = FastMCP("birds")\nif __name__ == "__main__":\n    mcp.run(transport="sse")\n',
  },
};

/** A monorepo with several packages, one of which is an MCP server. */
export const monorepo: Repository = {
  remote: 'https://github.com/octo/farm.git',
  files: {
    'package.json': JSON.stringify({ name: 'farm', private: true, workspaces: ['packages/*'] }),
    'package-lock.json': '{}',
    'packages/lib/package.json': JSON.stringify({ name: '@farm/lib' }),
    'packages/mcp/package.json': JSON.stringify({
      name: '@farm/mcp',
      engines: { node: '24.x' },
      scripts: { start: 'node index.js' },
      dependencies: sdk,
    }),
    'packages/mcp/index.js': 'new StdioServerTransport();\n',
    'packages/mcp/.env.sample': 'FARM_TOKEN=\n',
    'packages/empty/readme.md': 'No package.\n',
  },
};

/** Initializes a repository in a folder with Git, and adds its remotes. */
export function initRepository(folder: string, { remote, branch = 'main', remotes = {} }: Repository): void {
  if (remote === undefined) return;
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--initial-branch', branch);
  for (const [name, url] of Object.entries({ ...remotes, origin: remote })) git('remote', 'add', name, url);
}
