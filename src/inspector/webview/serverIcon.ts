import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { ThemedIcon } from '../pageSchemas.ts';

/**
 * Draws an icon that a server sends. The style sheet selects the one for the theme. It has no alternative text, because a
 * name follows it.
 */
export function serverIcon({ light, dark }: ThemedIcon): PageTemplate {
  return dark === undefined
    ? imagePart(light)
    : html`<span class="on-light">${imagePart(light)}</span><span class="on-dark">${imagePart(dark)}</span>`;
}

/** Draws an image that is hidden if it can't be decoded. */
function imagePart(src: string): PageTemplate {
  const show =
    (isVisible: boolean) =>
    ({ target }: Event): void => {
      (target as HTMLElement).classList.toggle('broken', !isVisible);
    };
  return html`<img class="offer-icon" alt="" loading="lazy" src=${src} @load=${show(true)} @error=${show(false)}>`;
}
