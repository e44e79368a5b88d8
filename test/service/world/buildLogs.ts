import type { Deployment, Runtime } from './model.ts';

/** A line of a build log. */
export interface BuildLine {
  /** The share of the total duration, from 0 to 1. */
  readonly share: number;
  readonly isDated?: boolean;
  readonly content?: string;
}

/** The lines of a build from the installation of packages to its end, in the format of one kind of project. */
interface BuildLogTexts {
  /** Ends at 0.5. One line has no date, and one has no content. */
  readonly start: readonly BuildLine[];
  readonly outcomes: Record<Deployment['outcome'], readonly BuildLine[]>;
}

const cyan = (text: string): string => `\u001B[36m${text}\u001B[0m`;
const yellow = (text: string): string => `\u001B[33m${text}\u001B[0m`;
const red = (text: string): string => `\u001B[31m${text}\u001B[0m`;
const green = (text: string): string => `\u001B[32m${text}\u001B[0m`;

const endLines = {
  deployed: { share: 1, content: green('Deployed') },
  failed: { share: 1, content: red('Failed') },
  canceled: { share: 1, content: 'Canceled' },
} as const;

/** A server in TypeScript, installed and compiled with npm. It fails because of type errors. */
const nodeLog: BuildLogTexts = {
  start: [
    { share: 0.1, content: cyan('> npm ci') },
    { share: 0.2, content: 'added 214 packages, and audited 215 packages in 4s' },
    { share: 0.25, isDated: false, content: 'found 0 vulnerabilities' },
    { share: 0.3, content: cyan('> npm run build') },
    { share: 0.35 },
    { share: 0.4, content: '> tsc -p . && node scripts/bundle.js' },
    { share: 0.45, content: `${yellow('warning')}: 1 unused export in src/legacy` },
  ],
  outcomes: {
    deployed: [
      { share: 0.6, content: 'Built in 7.4 s' },
      { share: 0.7, content: 'Uploading the image (48.2 MB)' },
      { share: 0.8, content: 'Starting the server: node dist/server.js' },
      { share: 0.85, content: 'MCP server listening on port 8080' },
      { share: 0.9, content: 'Health check 1: waiting' },
      { share: 0.95, content: 'Health check 2: ready' },
      endLines.deployed,
    ],
    failed: [
      {
        share: 0.6,
        content: `src/forecast.ts(12,7): ${red('error')} TS2322: Type 'string' is not assignable to type 'number'.`,
      },
      {
        share: 0.62,
        content: `src/tools/alerts.ts(40,15): ${red('error')} TS2339: Property 'severity' does not exist on type 'Alert'.`,
      },
      { share: 0.7, content: 'npm error Lifecycle script `build` failed with error:' },
      { share: 0.72, content: 'npm error code 2' },
      { share: 0.8, content: `${red('error')}: the build command exited with code 2` },
      endLines.failed,
    ],
    canceled: [endLines.canceled],
  },
};

/** A server in Python, built as an image with BuildKit and uv. It fails when it starts. */
const uvLog: BuildLogTexts = {
  start: [
    { share: 0.08, content: '#1 [internal] load build definition from Dockerfile' },
    { share: 0.1, content: '#8 [4/6] RUN uv sync --frozen --no-dev' },
    { share: 0.12, content: '#8 0.412 Using CPython 3.14.2' },
    { share: 0.16, content: '#8 0.981 Resolved 41 packages in 12ms' },
    { share: 0.2, isDated: false, content: '#8 2.310 Prepared 41 packages in 1.84s' },
    { share: 0.28, content: '#8 DONE 2.7s' },
    { share: 0.3, content: '#9 [5/6] RUN uv build' },
    { share: 0.35 },
    { share: 0.4, content: `#9 0.304 ${yellow('warning')}: the field "license" is a table` },
    { share: 0.5, content: '#9 1.904 Successfully built dist/billing_mcp-2.3.0-py3-none-any.whl' },
  ],
  outcomes: {
    deployed: [
      { share: 0.6, content: '#11 exporting to image' },
      { share: 0.65, content: '#11 DONE 3.1s' },
      { share: 0.75, content: 'Starting the server: uv run billing-mcp' },
      { share: 0.8, content: 'INFO:     Started server process [1]' },
      { share: 0.85, content: 'INFO:     Uvicorn running on http://0.0.0.0:8080 (Press CTRL+C to quit)' },
      { share: 0.9, content: 'Health check 1: ready' },
      endLines.deployed,
    ],
    failed: [
      { share: 0.6, content: '#11 exporting to image' },
      { share: 0.65, content: '#11 DONE 3.1s' },
      { share: 0.75, content: 'Starting the server: uv run billing-mcp' },
      { share: 0.8, content: 'Traceback (most recent call last):' },
      { share: 0.8, content: '  File "/app/src/billing_mcp/server.py", line 8, in <module>' },
      { share: 0.8, content: '    from billing_mcp.money import round_amount' },
      { share: 0.8, content: '  File "/app/src/billing_mcp/money.py", line 12, in <module>' },
      { share: 0.8, content: '    ROUNDING = decimal.ROUND_HALF_EVN' },
      { share: 0.8, content: '               ^^^^^^^^^^^^^^^^^^^^^^' },
      {
        share: 0.8,
        content:
          "AttributeError: module 'decimal' has no attribute 'ROUND_HALF_EVN'. Did you mean: 'ROUND_HALF_EVEN'?",
      },
      { share: 0.95, content: `Health check 1: ${red('failed')}, the server exited with code 1` },
      endLines.failed,
    ],
    canceled: [endLines.canceled],
  },
};

/** A server in Python, installed with pip. It fails because a package has no matching version. */
const pipLog: BuildLogTexts = {
  start: [
    { share: 0.1, content: '==> Installing dependencies' },
    { share: 0.12, content: 'Collecting mcp==1.20.0 (from -r requirements.txt (line 1))' },
    { share: 0.2, isDated: false, content: '  Using cached mcp-1.20.0-py3-none-any.whl (173 kB)' },
    { share: 0.3 },
    { share: 0.4, content: '==> Building the image' },
    { share: 0.5, content: 'Compiled 86 files' },
  ],
  outcomes: {
    deployed: [
      { share: 0.7, content: '==> Pushing the image' },
      { share: 0.8, content: '==> Deploying the container' },
      { share: 0.9, content: 'Health check 1: ready' },
      endLines.deployed,
    ],
    failed: [
      {
        share: 0.8,
        content: `${red('ERROR')}: Could not find a version that satisfies the requirement httpx==99.0 (from versions: 0.27.2, 0.28.1)`,
      },
      { share: 0.8, content: `${red('ERROR')}: No matching distribution found for httpx==99.0` },
      endLines.failed,
    ],
    canceled: [endLines.canceled],
  },
};

export const buildLogs: Readonly<Record<Runtime, BuildLogTexts>> = {
  node22: nodeLog,
  node24: nodeLog,
  'python3.13': pipLog,
  'python3.14': uvLog,
};
