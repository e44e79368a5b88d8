import type { Analytics, AnalyticsQuery } from '../api/analytics.ts';
import { isPreviousPeriod } from './figures.ts';
import { type Period, type PeriodChoice, type PeriodIssue, parsePeriod } from './period.ts';
import { findServiceZone, type ServiceZone } from './serviceZone.ts';

/** A response of the service, with its period. */
export interface LoadedAnalytics {
  /** Number of the response, starting at 1. */
  readonly version: number;
  readonly period: Period;
  /** The user's time zone. */
  readonly zone: string;
  readonly serviceZone: ServiceZone;
  readonly analytics: Analytics;
}

/** The chosen period is invalid, and no request was sent. */
export class InvalidPeriodError extends Error {
  override readonly name = 'InvalidPeriodError';
  readonly issues: readonly PeriodIssue[];

  constructor(issues: readonly PeriodIssue[]) {
    super('The time is not usable.');
    this.issues = issues;
  }
}

/** The user canceled the request. */
export class LoadCanceledError extends Error {
  override readonly name = 'LoadCanceledError';
}

/** Number of earlier responses that are kept for comparison. */
const maxEarlier = 4;

interface AnalyticsLoaderOptions {
  request(query: AnalyticsQuery, signal: AbortSignal): Promise<Analytics>;
  /** Returns the current time in ms since 1970. */
  now(): number;
  onChange(): void;
}

/** Loads the figures of one project. A failed or canceled request keeps the figures of the previous one. */
export class AnalyticsLoader {
  readonly #options: AnalyticsLoaderOptions;
  #abort: AbortController | undefined;
  #choice: PeriodChoice;
  #current: LoadedAnalytics | undefined;
  /** Earlier responses, newest first. */
  #earlier: readonly LoadedAnalytics[] = [];
  #failure: unknown;

  constructor(choice: PeriodChoice, options: AnalyticsLoaderOptions) {
    this.#choice = choice;
    this.#options = options;
  }

  get choice(): PeriodChoice {
    return this.#choice;
  }
  /** The response for the previous period, if it was loaded before. */
  get previousResponse(): LoadedAnalytics | undefined {
    const answer = this.#current;
    return answer && this.#earlier.find((one) => isPreviousPeriod(one, answer));
  }
  get isLoading(): boolean {
    return this.#abort !== undefined;
  }
  get answer(): LoadedAnalytics | undefined {
    return this.#current;
  }
  /** The error of the last request. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Sets the period for the next `load`. */
  choose(choice: PeriodChoice): void {
    this.#choice = choice;
  }

  /** Loads a period. Never rejects: `failure` has the error. */
  async load(choice: PeriodChoice, zone: string): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#choice = choice;
    this.#failure = undefined;
    this.#options.onChange();
    let failure: unknown;
    try {
      const read = parsePeriod(choice, this.#options.now(), zone);
      if (!read.ok) throw new InvalidPeriodError(read.issues);
      const { period } = read;
      const serviceZone = findServiceZone(zone, period);
      const query = { startTimestamp: period.from, endTimestamp: period.to, timeZone: serviceZone.name };
      const analytics = await this.#options.request(query, abort.signal);
      if (this.#abort !== abort) return;
      if (this.#current) this.#earlier = [this.#current, ...this.#earlier].slice(0, maxEarlier);
      const version = (this.#current?.version ?? 0) + 1;
      this.#current = { version, period, zone, serviceZone, analytics };
    } catch (error) {
      failure = error;
    }
    // Canceled, or replaced by a newer request.
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#failure = failure;
    this.#options.onChange();
  }

  /** Cancels the request and keeps the current figures. */
  cancel(): void {
    if (!this.#abort) return;
    this.#abort.abort();
    this.#abort = undefined;
    this.#failure = new LoadCanceledError();
    this.#options.onChange();
  }
}
