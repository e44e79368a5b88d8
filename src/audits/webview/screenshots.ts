import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { ScreenshotRef } from '../report/reportSchema.ts';
import type { ScreenshotResponse } from '../reportProtocol.ts';

interface ScreenshotsPartOptions {
  readonly texts: ReportTexts;
  readonly requestScreenshot: (platform: string) => Promise<ScreenshotResponse>;
  readonly save: (platform: string) => void;
  readonly draw: () => void;
}

/**
 * Creates a function that renders the screenshots of the server's views. A screenshot is requested when it's rendered
 * for the first time. The user can enlarge one screenshot at a time.
 */
export function createScreenshotsPart({ texts, requestScreenshot, save, draw }: ScreenshotsPartOptions) {
  /** The response for each AI client, or `undefined` until it arrives. */
  const responses = new Map<string, ScreenshotResponse | undefined>();
  /** The AI client whose screenshot is enlarged. */
  let enlargedPlatform: string | undefined;
  /** The size of the enlarged screenshot, such as `1280 × 800 pixels`. Empty until the screenshot is loaded. */
  let size = '';

  function load(platform: string): void {
    responses.set(platform, undefined);
    const showResponse = (response: ScreenshotResponse): void => {
      responses.set(platform, response);
      draw();
    };
    requestScreenshot(platform).then(showResponse, (error: Error) =>
      showResponse({ problem: error.message }),
    );
  }

  const findDialog = (): HTMLDialogElement | null => document.querySelector('dialog.enlarged');

  function enlarge(platform: string): void {
    enlargedPlatform = platform;
    draw();
    findDialog()?.showModal();
  }

  function onClose(): void {
    enlargedPlatform = undefined;
    size = '';
    draw();
  }

  function showSize({ target }: Event): void {
    if (!(target instanceof HTMLImageElement)) return;
    size = formatText(texts.imageSize, target.naturalWidth, target.naturalHeight);
    draw();
  }

  function renderFigure({ platform, name }: ScreenshotRef): PageTemplate {
    const response = responses.get(platform);
    const retry = (): void => {
      load(platform);
      draw();
    };
    return html`<li><figure>
      <figcaption>${textSpan(name)}</figcaption>
      ${
        response?.data !== undefined
          ? html`<button type="button" class="screenshot" data-key="screenshot-${platform}"
              aria-label=${formatText(texts.enlargeScreenshot, name)} @click=${() => enlarge(platform)}>
              <img src=${response.data} alt=${formatText(texts.screenshotOf, name)}></button>
              ${button(texts.saveScreenshot, { icon: 'save', key: `save-${platform}` }, () => save(platform))}`
          : response
            ? html`<p class="quiet">${icon('warning')}${response.problem}</p>
                ${button(texts.retry, { icon: 'refresh', key: `again-${platform}` }, retry)}`
            : html`<p class="quiet">${texts.screenshotLoading}</p>`
      }
    </figure></li>`;
  }

  return (screenshots: readonly ScreenshotRef[]): PageTemplate => {
    if (screenshots.length === 0) return nothing;
    for (const { platform } of screenshots) if (!responses.has(platform)) load(platform);
    const loaded = screenshots.filter(({ platform }) => responses.get(platform)?.data !== undefined);
    const enlarged = loaded.find(({ platform }) => platform === enlargedPlatform);
    const onKey = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 || !enlarged) return;
      enlargedPlatform = loaded.at((loaded.indexOf(enlarged) + step) % loaded.length)?.platform;
      draw();
    };
    const label = enlarged ? formatText(texts.screenshotOf, enlarged.name) : '';
    return html`<section class="screenshots" aria-labelledby="screenshots">
      <h2 id="screenshots">${texts.screenshots}</h2>
      <ul>${screenshots.map(renderFigure)}</ul>
      <dialog class="enlarged" aria-label=${label} @close=${onClose} @keydown=${onKey}
        @click=${({ target }: Event) => target === findDialog() && findDialog()?.close()}>
        ${
          enlarged
            ? html`<div class="enlarged-head"><h3>${textSpan(label)}</h3> <span class="quiet">${size}</span>
                ${button(texts.close, { icon: 'close', key: 'close-screenshot' }, () => findDialog()?.close())}</div>
              <img src=${responses.get(enlarged.platform)?.data ?? ''} alt=${label} @load=${showSize}>`
            : nothing
        }
      </dialog>
    </section>`;
  };
}
