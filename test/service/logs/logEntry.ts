/** A log entry of an environment in responses of `environments.getLogs` and `environments.getLatestLogs`. */
export interface LogEntry {
  readonly timestamp: string;
  readonly type: string;
  readonly requestId: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
}

export const logLevels = ['INFO', 'ERROR', 'WARNING', 'DEBUG'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The level and text filters of `environments.getLogs` and `environments.getLatestLogs`. An absent filter
 * matches everything.
 */
export interface LogFilter {
  readonly levels?: readonly LogLevel[] | undefined;
  readonly search?: string | undefined;
}

/** Whether entries of a type match the levels. */
export function passesLevels({ levels }: LogFilter, type: string): boolean {
  return levels === undefined || levels.some((level) => level === type);
}

/** Whether a content contains the search text. */
export function passesSearch({ search }: LogFilter, content: string | undefined): boolean {
  return search === undefined || (content?.includes(search) ?? false);
}
