import * as vscode from 'vscode';
import { isLoopback } from '../api/baseUrl.ts';
import { safeFileName } from '../editor/fileName.ts';
import { askSaveFile, offerFile, saveBytes, shownPath } from '../editor/saveFile.ts';
import { UserError } from '../editor/userError.ts';
import { field } from '../fields.ts';
import { readAudit } from './readAudit.ts';
import { type Picture, PictureError, readPicture } from './readPicture.ts';
import { hostOf } from './report/shownUrl.ts';
import { platformName } from './report/texts.ts';
import type { ReportInput, ReportPagesDeps } from './reportInput.ts';
import type { PictureAnswer } from './reportProtocol.ts';

interface PicturesDeps extends Pick<ReportPagesDeps, 'connection'> {
  readonly input: () => ReportInput;
  readonly signal: AbortSignal;
}

/** The pictures of one report: read once each, for its page, and kept while that is open. */
export interface Pictures {
  /** As the page can show it, or why it can't. */
  answer(platform: string): Promise<PictureAnswer>;
  /** Asks where to, and writes it there. */
  save(platform: string): Promise<void>;
}

export function createPictures({ connection, input, signal }: PicturesDeps): Pictures {
  const known = new Map<string, Promise<Picture>>();

  function read(platform: string): Promise<Picture> {
    let reading = known.get(platform);
    if (!reading) {
      reading = load(platform);
      known.set(platform, reading);
      // It may be there the next time.
      reading.catch(() => known.delete(platform));
    }
    return reading;
  }

  async function load(platform: string): Promise<Picture> {
    const { auditId, audit } = input();
    const mayBeLocal =
      URL.canParse(connection.baseUrl ?? '') && isLoopback(new URL(connection.baseUrl ?? '').hostname);
    const from = (address: string) => readPicture(address, { signal, mayBeLocal });
    const address = addressOf(audit, platform);
    if (address === undefined) throw new PictureError('gone');
    try {
      return await from(address);
    } catch (error) {
      if (!(error instanceof PictureError && error.kind === 'gone')) throw error;
      // Addresses are good for a while; the service makes another one.
      const fresh = addressOf(
        await readAudit(connection, auditId, { signal }).catch(() => undefined),
        platform,
      );
      if (fresh === undefined || fresh === address) throw error;
      return from(fresh);
    }
  }

  return {
    async answer(platform) {
      try {
        const { type, bytes } = await read(platform);
        return { data: `data:${type};base64,${base64(bytes)}` };
      } catch (error) {
        return { problem: problemText(error) };
      }
    },
    async save(platform) {
      const { type, bytes } = await read(platform).catch((error: unknown) => {
        throw new UserError(problemText(error), { cause: error });
      });
      const { targetUrl, audit } = input();
      const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
      const name = safeFileName(['view', hostOf(audit?.targetUrl ?? targetUrl), platformName(platform)]);
      const file = await askSaveFile({
        title: vscode.l10n.t('Save Screenshot'),
        name: `${name}.${ending}`,
        filters: { [vscode.l10n.t('Screenshot (.{0})', ending)]: [ending] },
      });
      await saveBytes(file, bytes);
      void offerFile(file, vscode.l10n.t('Screenshot saved to {0}.', shownPath(file)));
    },
  };
}

function addressOf(audit: ReportInput['audit'], platform: string): string | undefined {
  const address = field(field(audit?.report?.widgetScreenshots, platform), 'url');
  return typeof address === 'string' ? address : undefined;
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A call takes so many arguments; a multiple of 3, so that the parts go together.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return parts.join('');
}

function problemText(error: unknown): string {
  switch (error instanceof PictureError ? error.kind : 'failed') {
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
