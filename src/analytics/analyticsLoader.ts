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

/** The error for an invalid period. No request was sent. */
export class InvalidPeriodError extends Error {
  override readonly name = 'InvalidPeriodError';
  readonly issues: readonly PeriodIssue[];

  constructor(issues: readonly PeriodIssue[]) {
    super('The time is not usable.');
    this.issues = issues;
  }
}

/** The error for a request that the user canceled. */
export class LoadCanceledError extends Error {
  override readonly name = 'LoadCanceledError';
}

/** Number of earlier responses that are kept for comparison. */
const maxEarlierResponses = 4;

interface AnalyticsLoaderOptions {
  request(query: AnalyticsQuery, signal: AbortSignal): Promise<Analytics>;
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
  onChange(): void;
}

/** Loads the figures of one project. A failed or canceled request keeps the current figures. */
export class AnalyticsLoader {
  readonly #options: AnalyticsLoaderOptions;
  #currentAbort: AbortController | undefined;
  #choice: PeriodChoice;
  #current: LoadedAnalytics | undefined;
  /** Earlier responses, newest first. */
  #earlierResponses: readonly LoadedAnalytics[] = [];
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
    const current = this.#current;
    return current && this.#earlierResponses.find((earlier) => isPreviousPeriod(earlier, current));
  }
  get isLoading(): boolean {
    return this.#currentAbort !== undefined;
  }
  get response(): LoadedAnalytics | undefined {
    return this.#current;
  }
  /** The error of the last request. `undefined` if it's loading or was successful. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Sets the period for the next `load`. */
  choose(choice: PeriodChoice): void {
    this.#choice = choice;
  }

  /** Loads a period. Never rejects: `failure` is the error. */
  async load(choice: PeriodChoice, zone: string): Promise<void> {
    this.#currentAbort?.abort();
    const abort = new AbortController();
    this.#currentAbort = abort;
    this.#choice = choice;
    this.#failure = undefined;
    this.#options.onChange();
    let failure: unknown;
    try {
      const parsed = parsePeriod(choice, this.#options.now(), zone);
      if (!parsed.ok) throw new InvalidPeriodError(parsed.issues);
      const { period } = parsed;
      const serviceZone = findServiceZone(zone, period);
      const query = { startTimestamp: period.from, endTimestamp: period.to, timeZone: serviceZone.name };
      const analytics = await this.#options.request(query, abort.signal);
      if (this.#currentAbort !== abort) return;
      if (this.#current)
        this.#earlierResponses = [this.#current, ...this.#earlierResponses].slice(0, maxEarlierResponses);
      const version = (this.#current?.version ?? 0) + 1;
      this.#current = { version, period, zone, serviceZone, analytics };
    } catch (error) {
      failure = error;
    }
    // Canceled, or replaced by a newer request.
    if (this.#currentAbort !== abort) return;
    this.#currentAbort = undefined;
    this.#failure = failure;
    this.#options.onChange();
  }

  /** Cancels the request and keeps the current figures. */
  cancel(): void {
    if (!this.#currentAbort) return;
    this.#currentAbort.abort();
    this.#currentAbort = undefined;
    this.#failure = new LoadCanceledError();
    this.#options.onChange();
  }
}
