import { html } from 'lit/html.js';
import type { Part } from '../../editor/webview/parts.ts';
import type { ThemedIcon } from '../pageSchemas.ts';

/** An icon that a server sends. The style sheet selects the one for the theme. It has no text of its own, because a name follows it. */
export function serverIcon({ light, dark }: ThemedIcon): Part {
  return dark === undefined
    ? imagePart(light)
    : html`<span class="on-light">${imagePart(light)}</span><span class="on-dark">${imagePart(dark)}</span>`;
}

/** An image that is hidden if it can't be decoded. */
function imagePart(src: string): Part {
  const show =
    (isVisible: boolean) =>
    ({ target }: Event): void => {
      (target as HTMLElement).classList.toggle('broken', !isVisible);
    };
  return html`<img class="offer-icon" alt="" loading="lazy" src=${src} @load=${show(true)} @error=${show(false)}>`;
}
