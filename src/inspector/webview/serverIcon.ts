import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { ThemedIcon } from '../pageSchemas.ts';

/**
 * Draws an icon of a server or an item. The style sheet shows the image for the theme. The image has no alternative text,
 * because a name follows.
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
  return html`<img class="server-icon" alt="" loading="lazy" src=${src} @load=${show(true)} @error=${show(false)}>`;
}
