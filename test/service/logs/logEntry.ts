/** An environment log entry as the service answers it (E7, E8). */
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

/** Level and text filters of E7 and E8. Absent lets everything through. */
export interface LogFilter {
  readonly levels?: readonly LogLevel[] | undefined;
  readonly search?: string | undefined;
}

/** Whether an entry passes: its type is one of the levels, its content holds the plain text. */
export function passes({ levels, search }: LogFilter, entry: LogEntry): boolean {
  if (levels && !levels.some((level) => level === entry.type)) return false;
  return search === undefined || (entry.content?.includes(search) ?? false);
}
