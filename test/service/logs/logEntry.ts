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

/** Whether entries of a type pass. */
export function passesLevels({ levels }: LogFilter, type: string): boolean {
  return levels === undefined || levels.some((level) => level === type);
}

/** Whether a content passes: it holds the plain text. */
export function passesSearch({ search }: LogFilter, content: string | undefined): boolean {
  return search === undefined || (content?.includes(search) ?? false);
}
