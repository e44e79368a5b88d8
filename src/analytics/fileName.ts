import type { Span } from './span.ts';

/** `weather-tools-analytics-2026-11-14-2026-11-21.csv`: safe as a file name on every system. */
export function fileName(projectName: string, { from, to }: Span): string {
  const project = projectName.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const short = [...project].slice(0, 50).join('');
  return [short, 'analytics', day(from), day(to)].filter(Boolean).join('-').concat('.csv');
}
