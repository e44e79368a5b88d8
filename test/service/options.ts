import { parseArgs } from 'node:util';

/** The options of the service. */
export interface ServiceOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** A loopback address, 127.0.0.1 by default. */
  readonly host?: string;
  readonly seed?: number;
  /** Whether the service has only the operations of the specification, E1 to E15. */
  readonly specOnly?: boolean;
  /** Number of generated projects, in addition to the fixed ones. With 0, there are no projects at all. */
  readonly projects?: number;
  /** Whether to omit the projects with unusual names and IDs. */
  readonly typicalOnly?: boolean;
  /** `false` turns off the simulated log entries. Only tests and MCP calls then add entries. */
  readonly live?: boolean;
  /** Number of generated log entries in `weather-tools / production`, in addition to the usual ones. */
  readonly entries?: number;
  /** Log entries per second in that environment, even if `live` is `false`. */
  readonly rate?: number;
  readonly accessTokenSeconds?: number;
  /** Seconds in which a rotated refresh token can be used again. 0 or absent: never. */
  readonly refreshGraceSeconds?: number;
  /** Whether to keep unexpected errors off the console. */
  readonly quiet?: boolean;
}

export const serviceUsage = `Usage: npm run service -- [options]
  --port N                   port on 127.0.0.1; 0 uses any free port (default 4100)
  --seed N                   seed of the sample data (default 1)
  --projects N               add N generated projects; 0 removes all projects
  --spec-only                support only the operations in the API specification
  --typical-only             leave out the projects with unusual names and IDs
  --no-live                  don't add log entries while the service runs
  --entries N                add N log entries from 7 days to weather-tools / production (up to 2000000)
  --rate N                   add N log entries per second there, some of them late (up to 20000)
  --access-token-seconds N   lifetime of access tokens (default 3600)
  --refresh-grace-seconds N  time for which a used refresh token is still accepted (default 0)`;

/** An error in the command line, with a message for its user. */
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
    typicalOnly: values['typical-only'],
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
        'typical-only': { type: 'boolean', default: false },
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
