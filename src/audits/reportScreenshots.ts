import * as vscode from 'vscode';
import { isLoopback } from '../api/baseUrl.ts';
import { toSafeFileName } from '../editor/fileName.ts';
import { askSaveFile, displayPath, offerFile, saveBytes } from '../editor/saveFile.ts';
import { UserError } from '../editor/userError.ts';
import { getField } from '../fields.ts';
import { readAudit } from './readAudit.ts';
import { readScreenshot, type Screenshot, ScreenshotError } from './readScreenshot.ts';
import { getPlatformName } from './report/labels.ts';
import { getUrlHost } from './report/redactUrl.ts';
import type { ReportInput, ReportPagesContext } from './reportInput.ts';
import type { ScreenshotResponse } from './reportProtocol.ts';

interface ScreenshotOptions extends Pick<ReportPagesContext, 'connection'> {
  readonly input: () => ReportInput;
  readonly signal: AbortSignal;
}

/** Loads and saves the screenshots of a report. Each screenshot is downloaded once, and kept while the page is open. */
export interface ReportScreenshots {
  /** Returns a screenshot for the page, or the reason why it can't be loaded. */
  load(platform: string): Promise<ScreenshotResponse>;
  /** Lets the user select a file, and saves a screenshot to it. */
  save(platform: string): Promise<void>;
}

export function createReportScreenshots({ connection, input, signal }: ScreenshotOptions): ReportScreenshots {
  const cache = new Map<string, Promise<Screenshot>>();

  function read(platform: string): Promise<Screenshot> {
    let reading = cache.get(platform);
    if (!reading) {
      reading = load(platform);
      cache.set(platform, reading);
      // Failures aren't kept, because a later attempt might succeed.
      reading.catch(() => cache.delete(platform));
    }
    return reading;
  }

  async function load(platform: string): Promise<Screenshot> {
    const { auditId, audit } = input();
    const allowsLoopback =
      URL.canParse(connection.baseUrl ?? '') && isLoopback(new URL(connection.baseUrl ?? '').hostname);
    const download = (url: string) => readScreenshot(url, { signal, allowsLoopback });
    const url = findScreenshotUrl(audit, platform);
    if (url === undefined) throw new ScreenshotError('expired');
    try {
      return await download(url);
    } catch (error) {
      if (!(error instanceof ScreenshotError && error.kind === 'expired')) throw error;
      // The URL has expired. Requesting the audit again returns a new URL.
      const newUrl = findScreenshotUrl(
        await readAudit(connection, auditId, { signal }).catch(() => undefined),
        platform,
      );
      if (newUrl === undefined || newUrl === url) throw error;
      return download(newUrl);
    }
  }

  return {
    async load(platform) {
      try {
        const { type, bytes } = await read(platform);
        return { data: `data:${type};base64,${encodeBase64(bytes)}` };
      } catch (error) {
        return { problem: describeScreenshotError(error) };
      }
    },
    async save(platform) {
      const { type, bytes } = await read(platform).catch((error: unknown) => {
        throw new UserError(describeScreenshotError(error), { cause: error });
      });
      const { targetUrl, audit } = input();
      const extension = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
      const name = toSafeFileName([
        'view',
        getUrlHost(audit?.targetUrl ?? targetUrl),
        getPlatformName(platform),
      ]);
      const file = await askSaveFile({
        title: vscode.l10n.t('Save Screenshot'),
        name: `${name}.${extension}`,
        filters: { [vscode.l10n.t('Screenshot (.{0})', extension)]: [extension] },
      });
      await saveBytes(file, bytes);
      void offerFile(file, vscode.l10n.t('Screenshot saved to {0}.', displayPath(file)));
    },
  };
}

function findScreenshotUrl(audit: ReportInput['audit'], platform: string): string | undefined {
  const url = getField(getField(audit?.report?.widgetScreenshots, platform), 'url');
  return typeof url === 'string' ? url : undefined;
}

function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Encodes parts, because the number of arguments of a call is limited. The size of a part is a multiple of 3, so that
  // the encoded parts can be joined.
  const partSize = 0x6000;
  for (let start = 0; start < bytes.length; start += partSize) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + partSize))));
  }
  return parts.join('');
}

function describeScreenshotError(error: unknown): string {
  switch (error instanceof ScreenshotError ? error.kind : 'failed') {
    case 'unsafeUrl':
      return vscode.l10n.t("The screenshot wasn't loaded because its URL doesn't use HTTPS.");
    case 'expired':
      return vscode.l10n.t('The screenshot is no longer available from the service.');
    case 'unsupportedType':
      return vscode.l10n.t("The screenshot from the service isn't a PNG, JPEG, or WebP image.");
    case 'tooLarge':
      return vscode.l10n.t("The screenshot isn't shown because it's larger than 10 MB.");
    case 'failed':
      return vscode.l10n.t("Couldn't load the screenshot. Check the network connection.");
  }
}
