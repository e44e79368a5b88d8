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
 * Creates the part with the screenshots of the server's views. Each is requested when it's first shown, and one can
 * be enlarged.
 */
export function createScreenshotsPart({ texts, requestScreenshot, save, draw }: ScreenshotsPartOptions) {
  /** Responses by AI client; `undefined` while a request is pending. */
  const answers = new Map<string, ScreenshotResponse | undefined>();
  let enlarged: string | undefined;

  function load(platform: string): void {
    answers.set(platform, undefined);
    const put = (answer: ScreenshotResponse): void => {
      answers.set(platform, answer);
      draw();
    };
    requestScreenshot(platform).then(put, (error: Error) => put({ problem: error.message }));
  }

  const dialog = (): HTMLDialogElement | null => document.querySelector('dialog.enlarged');

  function enlarge(platform: string): void {
    enlarged = platform;
    draw();
    dialog()?.showModal();
  }

  function closed(): void {
    enlarged = undefined;
    draw();
  }

  function figure({ platform, name }: ScreenshotRef): PageTemplate {
    const answer = answers.get(platform);
    const again = (): void => {
      load(platform);
      draw();
    };
    return html`<li><figure>
      <figcaption>${textSpan(name)}</figcaption>
      ${
        answer?.data !== undefined
          ? html`<button type="button" class="picture" data-key="picture-${platform}"
              aria-label=${formatText(texts.enlargeScreenshot, name)} @click=${() => enlarge(platform)}>
              <img src=${answer.data} alt=${formatText(texts.screenshotOf, name)}></button>
              ${button(texts.saveScreenshot, { icon: 'save', key: `save-${platform}` }, () => save(platform))}`
          : answer
            ? html`<p class="quiet">${icon('warning')}${answer.problem}</p>
                ${button(texts.retry, { icon: 'refresh', key: `again-${platform}` }, again)}`
            : html`<p class="quiet">${texts.screenshotLoading}</p>`
      }
    </figure></li>`;
  }

  return (screenshots: readonly ScreenshotRef[]): PageTemplate => {
    if (screenshots.length === 0) return nothing;
    for (const { platform } of screenshots) if (!answers.has(platform)) load(platform);
    const loaded = screenshots.filter(({ platform }) => answers.get(platform)?.data !== undefined);
    const shown = loaded.find(({ platform }) => platform === enlarged);
    const turn = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 || !shown) return;
      enlarged = loaded.at((loaded.indexOf(shown) + step) % loaded.length)?.platform;
      draw();
    };
    const label = shown ? formatText(texts.screenshotOf, shown.name) : '';
    return html`<section class="pictures" aria-labelledby="pictures">
      <h2 id="pictures">${texts.screenshots}</h2>
      <ul>${screenshots.map(figure)}</ul>
      <dialog class="enlarged" aria-label=${label} @close=${closed} @keydown=${turn}
        @click=${({ target }: Event) => target === dialog() && dialog()?.close()}>
        ${
          shown
            ? html`<div class="enlarged-head">${textSpan(shown.name)}
                ${button(texts.close, { icon: 'close', key: 'close-picture' }, () => dialog()?.close())}</div>
              <img src=${answers.get(shown.platform)?.data ?? ''} alt=${label}>`
            : nothing
        }
      </dialog>
    </section>`;
  };
}
