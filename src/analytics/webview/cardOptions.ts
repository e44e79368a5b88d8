import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { Period } from '../period.ts';
import type { PageChart, ShownAnalytics } from '../protocol.ts';
import type { CursorGroup } from './cursorGroup.ts';

/** The data of a chart's card, and its actions. */
export interface CardOptions {
  readonly chart: PageChart;
  readonly analytics: ShownAnalytics;
  readonly texts: AnalyticsTexts;
  readonly formats: ChartFormatters;
  readonly isTableOpen: boolean;
  readonly cursors: CursorGroup;
  onToggleTable(isOpen: boolean): void;
  onCopy(): void;
  onOpenLogs(range: Period): void;
}
