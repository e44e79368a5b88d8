import { html } from 'lit/html.js';
import type { Part } from '../../editor/webview/parts.ts';
import type { Icon } from '../shapes.ts';

/** An icon of a server; the style sheet shows the one for the ground that the theme has. Its meaning is said elsewhere. */
export function offerIcon({ light, dark }: Icon): Part {
  return dark === undefined
    ? imagePart(light)
    : html`<span class="on-light">${imagePart(light)}</span><span class="on-dark">${imagePart(dark)}</span>`;
}

/** One that can't be decoded isn't shown as broken. */
function imagePart(src: string): Part {
  const show =
    (isVisible: boolean) =>
    ({ target }: Event): void => {
      (target as HTMLElement).classList.toggle('broken', !isVisible);
    };
  return html`<img class="offer-icon" alt="" loading="lazy" src=${src} @load=${show(true)} @error=${show(false)}>`;
}
