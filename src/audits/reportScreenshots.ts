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

/** The screenshots of a report. Each is read once, and kept while the page is open. */
export interface ReportScreenshots {
  /** Returns the screenshot for the page, or why it can't be loaded. */
  load(platform: string): Promise<ScreenshotResponse>;
  /** Prompts for a file, and saves the screenshot. */
  save(platform: string): Promise<void>;
}

export function createReportScreenshots({ connection, input, signal }: ScreenshotOptions): ReportScreenshots {
  const known = new Map<string, Promise<Screenshot>>();

  function read(platform: string): Promise<Screenshot> {
    let reading = known.get(platform);
    if (!reading) {
      reading = load(platform);
      known.set(platform, reading);
      // A later attempt might succeed.
      reading.catch(() => known.delete(platform));
    }
    return reading;
  }

  async function load(platform: string): Promise<Screenshot> {
    const { auditId, audit } = input();
    const allowsLoopback =
      URL.canParse(connection.baseUrl ?? '') && isLoopback(new URL(connection.baseUrl ?? '').hostname);
    const from = (address: string) => readScreenshot(address, { signal, allowsLoopback });
    const address = findScreenshotUrl(audit, platform);
    if (address === undefined) throw new ScreenshotError('gone');
    try {
      return await from(address);
    } catch (error) {
      if (!(error instanceof ScreenshotError && error.kind === 'gone')) throw error;
      // URLs expire. The service returns new ones with the audit.
      const fresh = findScreenshotUrl(
        await readAudit(connection, auditId, { signal }).catch(() => undefined),
        platform,
      );
      if (fresh === undefined || fresh === address) throw error;
      return from(fresh);
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
      const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
      const name = toSafeFileName([
        'view',
        getUrlHost(audit?.targetUrl ?? targetUrl),
        getPlatformName(platform),
      ]);
      const file = await askSaveFile({
        title: vscode.l10n.t('Save Screenshot'),
        name: `${name}.${ending}`,
        filters: { [vscode.l10n.t('Screenshot (.{0})', ending)]: [ending] },
      });
      await saveBytes(file, bytes);
      void offerFile(file, vscode.l10n.t('Screenshot saved to {0}.', displayPath(file)));
    },
  };
}

function findScreenshotUrl(audit: ReportInput['audit'], platform: string): string | undefined {
  const address = getField(getField(audit?.report?.widgetScreenshots, platform), 'url');
  return typeof address === 'string' ? address : undefined;
}

function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // The number of arguments of a call is limited. The size is a multiple of 3, so that the encoded parts can be
  // joined.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return parts.join('');
}

function describeScreenshotError(error: unknown): string {
  switch (error instanceof ScreenshotError ? error.kind : 'failed') {
    case 'address':
      return vscode.l10n.t("The screenshot wasn't loaded because its URL doesn't use HTTPS.");
    case 'gone':
      return vscode.l10n.t('The screenshot is no longer available from the service.');
    case 'other':
      return vscode.l10n.t("The screenshot from the service isn't a PNG, JPEG, or WebP image.");
    case 'tooLarge':
      return vscode.l10n.t("The screenshot isn't shown because it's larger than 10 MB.");
    case 'failed':
      return vscode.l10n.t("Couldn't load the screenshot. Check the network connection.");
  }
}
