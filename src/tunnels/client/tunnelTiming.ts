/** The delays of a tunnel in milliseconds. Tests replace them. */
export interface TunnelTiming {
  /** Time between two checks of the public URL. */
  readonly checkIntervalMs: number;
  /** Time until the public URL must respond to a check. */
  readonly checkTimeoutMs: number;
  /** Time between two looks at the clock, and between a failed check and its repetition. */
  readonly tickMs: number;
  /** A tick that is later than this means that the machine was asleep. */
  readonly sleepMs: number;
  /** The upper limit of the delay before the second attempt. Doubles with each further attempt. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** A tunnel that is lost earlier, twice in a row and for unknown reasons, was probably displaced by another one. */
  readonly displacedMs: number;
  /** Time after which an idle socket counts as accepted. */
  readonly acceptedMs: number;
  /** Average time between two sockets that replace sockets on which no request had arrived. */
  readonly reopenMs: number;
}

export const defaultTunnelTiming: TunnelTiming = {
  checkIntervalMs: 60_000,
  checkTimeoutMs: 15_000,
  tickMs: 5000,
  sleepMs: 30_000,
  baseDelayMs: 2000,
  maxDelayMs: 60_000,
  displacedMs: 60_000,
  acceptedMs: 5000,
  reopenMs: 6000,
};

/** Returns a random delay before the next attempt: from half of a limit that doubles with each failure, up to the limit. */
export function getReconnectDelay({ baseDelayMs, maxDelayMs }: TunnelTiming, failures: number): number {
  const limitMs = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(failures, 20));
  return limitMs * (0.5 + Math.random() / 2);
}
