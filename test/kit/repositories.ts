import { execFileSync } from 'node:child_process';

/** What a folder is opened with. */
export interface Repository {
  /** Texts by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** The address of `origin`; absent: no repository. */
  readonly remote?: string;
  readonly branch?: string;
  /** Addresses of other remotes by their names. */
  readonly remotes?: Readonly<Record<string, string>>;
}

const sdk = { '@modelcontextprotocol/sdk': '^1.20.0' };

/** A server in TypeScript, cloned with SSH. */
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
    // Not what runs.
    'node_modules/other/index.js': 'new SSEServerTransport();\n',
    '.env.example': 'LOG_LEVEL=info\nTIDES_API_KEY=put-your-key-here\nSTATION=\n',
    '.env': 'TIDES_API_KEY=Zq7-marker-key\nUNUSED=Zq7-marker-unused\n',
  },
};

/** A server in Python, managed by uv, cloned with a token. */
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

/** Several packages, one of which is a server. */
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

/** Makes a clone of this folder, with Git itself. */
export function initRepository(folder: string, { remote, branch = 'main', remotes = {} }: Repository): void {
  if (remote === undefined) return;
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--initial-branch', branch);
  for (const [name, url] of Object.entries({ ...remotes, origin: remote })) git('remote', 'add', name, url);
}
