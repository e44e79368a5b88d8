import { parseArgs } from 'node:util';

/** How a service is started. */
export interface ServiceOptions {
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 unless said. */
  readonly host?: string;
  readonly seed?: number;
  /** E1 to E15 and nothing beyond. */
  readonly specOnly?: boolean;
  /** Generated projects besides the written ones; 0 leaves no project at all. */
  readonly projects?: number;
  /** Leaves out the projects with odd names and ids. */
  readonly typicalOnly?: boolean;
  /** False: no entry is logged unless a test or an MCP call does. */
  readonly live?: boolean;
  /** Generated log entries of `weather-tools / production` besides the written ones. */
  readonly entries?: number;
  /** Log entries a second that arrive there, also when `live` is false. */
  readonly rate?: number;
  readonly accessTokenSeconds?: number;
  /** For so long a refresh token that was rotated may be used again; 0 or absent: never. */
  readonly refreshGraceSeconds?: number;
  /** Keeps unexpected errors of its own off the console. */
  readonly quiet?: boolean;
}

export const serviceUsage = `Usage: npm run service -- [options]
  --port N                   port on 127.0.0.1; 0 uses any free port (default 4100)
  --seed N                   seed of the sample data (default 1)
  --projects N               add N generated projects; 0 removes all projects
  --spec-only                support only the operations in the API specification
  --calm                     leave out the projects with unusual names and IDs
  --no-live                  don't add log entries while the service runs
  --entries N                add N log entries from 7 days to weather-tools / production (up to 2000000)
  --rate N                   add N log entries per second there, some of them late (up to 20000)
  --access-token-seconds N   lifetime of access tokens (default 3600)
  --refresh-grace-seconds N  time for which a used refresh token is still accepted (default 0)`;

/** A mistake in how the service was called; its message is for the person who did. */
export class UsageError extends Error {}

/** Reads the command line. Throws a `UsageError`. */
export function readArguments(args: readonly string[]): ServiceOptions {
  const values = parseOptions(args);
  const projects = parseCount('projects', values.projects, 100_000);
  const entries = parseCount('entries', values.entries, 2_000_000);
  const rate = parseCount('rate', values.rate, 20_000);
  const accessTokenSeconds = parseCount('access-token-seconds', values['access-token-seconds'], 31_536_000);
  const refreshGraceSeconds = parseCount('refresh-grace-seconds', values['refresh-grace-seconds'], 86_400);
  return {
    port: parseCount('port', values.port, 65_535) ?? 4100,
    seed: parseCount('seed', values.seed, 2 ** 32) ?? 1,
    specOnly: values['spec-only'],
    typicalOnly: values.calm,
    live: values.live,
    ...(projects !== undefined && { projects }),
    ...(entries !== undefined && { entries }),
    ...(rate !== undefined && { rate }),
    ...(accessTokenSeconds !== undefined && { accessTokenSeconds }),
    ...(refreshGraceSeconds !== undefined && { refreshGraceSeconds }),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        projects: { type: 'string' },
        'spec-only': { type: 'boolean', default: false },
        calm: { type: 'boolean', default: false },
        live: { type: 'boolean', default: true },
        entries: { type: 'string' },
        rate: { type: 'string' },
        'access-token-seconds': { type: 'string' },
        'refresh-grace-seconds': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parseCount(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= max) return value;
  throw new UsageError(`--${name} "${text}": enter a whole number from 0 to ${max}.`);
}
