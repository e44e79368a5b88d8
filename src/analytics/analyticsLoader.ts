import type { Analytics, AnalyticsQuery } from '../api/analytics.ts';
import { isPreviousPeriod } from './figures.ts';
import { type Period, type PeriodChoice, type PeriodIssue, parsePeriod } from './period.ts';
import { findServiceZone, type ServiceZone } from './serviceZone.ts';

/** What the service answered, and for which time. */
export interface LoadedAnalytics {
  /** Counts from 1. */
  readonly version: number;
  readonly span: Period;
  /** Of the person. */
  readonly zone: string;
  readonly sent: ServiceZone;
  readonly analytics: Analytics;
}

/** The chosen time breaks rules; nothing was sent. */
export class InvalidPeriodError extends Error {
  override readonly name = 'IssuesError';
  readonly issues: readonly PeriodIssue[];

  constructor(issues: readonly PeriodIssue[]) {
    super('The time is not usable.');
    this.issues = issues;
  }
}

/** The person didn't want to wait. */
export class LoadCanceledError extends Error {
  override readonly name = 'CancelledError';
}

/** Answers that are kept to compare with. */
const maxEarlier = 4;

interface LoadingDeps {
  ask(query: AnalyticsQuery, signal: AbortSignal): Promise<Analytics>;
  /** ms since 1970. */
  now(): number;
  onChange(): void;
}

/** Reads the figures of one project, one time after the other. What was read last stands until there is more. */
export class AnalyticsLoader {
  readonly #deps: LoadingDeps;
  #abort: AbortController | undefined;
  #choice: PeriodChoice;
  #answer: LoadedAnalytics | undefined;
  /** The last ones before it. */
  #earlier: readonly LoadedAnalytics[] = [];
  #failure: unknown;

  constructor(choice: PeriodChoice, deps: LoadingDeps) {
    this.#choice = choice;
    this.#deps = deps;
  }

  get choice(): PeriodChoice {
    return this.#choice;
  }
  /** Of the time right before the one that is shown, where it was read. */
  get before(): LoadedAnalytics | undefined {
    const answer = this.#answer;
    return answer && this.#earlier.find((one) => isPreviousPeriod(one, answer));
  }
  get isLoading(): boolean {
    return this.#abort !== undefined;
  }
  get answer(): LoadedAnalytics | undefined {
    return this.#answer;
  }
  /** Why the chosen time isn't shown. */
  get failure(): unknown {
    return this.#failure;
  }

  /** For the next load. */
  choose(choice: PeriodChoice): void {
    this.#choice = choice;
  }

  /** Reads this time in place of what is shown. Never rejects. */
  async load(choice: PeriodChoice, zone: string): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#choice = choice;
    this.#failure = undefined;
    this.#deps.onChange();
    let failure: unknown;
    try {
      const read = parsePeriod(choice, this.#deps.now(), zone);
      if (!read.ok) throw new InvalidPeriodError(read.issues);
      const { span } = read;
      const sent = findServiceZone(zone, span);
      const query = { startTimestamp: span.from, endTimestamp: span.to, timeZone: sent.name };
      const analytics = await this.#deps.ask(query, abort.signal);
      if (this.#abort !== abort) return;
      if (this.#answer) this.#earlier = [this.#answer, ...this.#earlier].slice(0, maxEarlier);
      const version = (this.#answer?.version ?? 0) + 1;
      this.#answer = { version, span, zone, sent, analytics };
    } catch (error) {
      failure = error;
    }
    // Cancelled, or another time was chosen meanwhile.
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#failure = failure;
    this.#deps.onChange();
  }

  /** What was shown before stays. */
  cancel(): void {
    if (!this.#abort) return;
    this.#abort.abort();
    this.#abort = undefined;
    this.#failure = new LoadCanceledError();
    this.#deps.onChange();
  }
}
