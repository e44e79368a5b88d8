import { expect } from '@playwright/test';
import type { SampleService } from '../../service/service.ts';
import type { PageWindow } from '../window.ts';

/** The path of analytics requests, for faults. */
export const analyticsPath = '/v1/analytics/';
export const dayMs = 86_400_000;

interface AnalyticsRequest {
  readonly from: number;
  readonly to: number;
  readonly zone: string | null;
  readonly path: string;
}

/** Returns the analytics requests that the service received. */
export function listAnalyticsRequests({ requests }: SampleService): readonly AnalyticsRequest[] {
  return requests
    .list()
    .filter((request) => request.path.startsWith(analyticsPath))
    .map((request) => {
      const query = new URL(request.path, 'http://service').searchParams;
      const [from, to] = [Number(query.get('startTimestamp')), Number(query.get('endTimestamp'))];
      return { from, to, zone: query.get('timeZone'), path: request.path };
    });
}

interface AnalyticsResponse {
  readonly timeSeries: Readonly<
    Record<string, readonly { timestamp: number; categories: Readonly<Record<string, number>> }[]>
  >;
}

/** Sends the last analytics request to the service, and returns its response. */
export async function fetchAnalytics(service: SampleService): Promise<AnalyticsResponse> {
  const last = listAnalyticsRequests(service).at(-1);
  const response = await fetch(service.url + (last?.path ?? ''), {
    headers: { Authorization: `Bearer ${service.apiKey}` },
  });
  return JSON.parse(await response.text());
}

/** Finds the card of a measure, by its name in the response. */
export const findCard = ({ webview }: PageWindow, key: string) => webview.locator(`[data-key="${key}"]`);

/** Opens the analytics of a project. */
export async function openAnalytics(workbench: PageWindow, project = 'weather-tools'): Promise<void> {
  await workbench.runOn(workbench.row(project), 'Open Analytics');
  await expect(workbench.webview.getByRole('button', { name: 'Last 24 Hours' })).toBeVisible();
}

/** Returns the number of pixels in a chart that are neither empty nor gray. */
export function countColoredPixels(workbench: PageWindow, key: string): Promise<number> {
  return findCard(workbench, key)
    .locator('canvas')
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
        if (alpha > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) count++;
      }
      return count;
    });
}

/** Returns the numbers in the table of a chart, by row. */
export async function readTable(workbench: PageWindow, key: string): Promise<number[][]> {
  const rows = await findCard(workbench, key).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('td').allInnerTexts()).map((text) => Number(text.replaceAll(',', ''))),
    ),
  );
}
