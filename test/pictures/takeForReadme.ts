import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { root } from '../harness/paths.ts';
import type { readmePictures } from './readmePictures.ts';

/** The part of the window in a picture. */
export interface Crop {
  /** The element to show. Defaults to the whole window. */
  readonly part?: Locator;
  /** The last element of the picture, which ends right below it. Defaults to the end of the part. */
  readonly last?: Locator;
}

/**
 * Writes a picture to `media`, with a palette to make it smaller. Replaces the URL of the sample service,
 * whose port differs in each run, with that of a hosted service.
 */
export async function takeForReadme(
  page: Page,
  serviceUrl: string,
  name: (typeof readmePictures)[number],
  { part, last }: Crop = {},
): Promise<void> {
  // Otherwise, a row has the color of a hovered one.
  await page.mouse.move(0, 0);
  await expect(page.locator('.notification-toast')).toHaveCount(0);
  for (const frame of page.frames()) await frame.evaluate(prepare, serviceUrl);
  const clip = part && (await part.boundingBox());
  const end = last && (await last.boundingBox());
  if (clip === null || end === null) throw new Error(`The part for ${name}.png isn't visible.`);
  if (clip && end) clip.height = Math.min(clip.height, Math.ceil(end.y + end.height) - clip.y);
  const picture = await page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
  await sharp(picture)
    .png({ palette: true, colors: 128, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(join(root, 'media', `${name}.png`));
}

/** Waits for the icon font of a frame, and replaces the sample service's URL. Runs in the page. */
async function prepare(serviceUrl: string): Promise<void> {
  await document.fonts.ready;
  const { host } = new URL(serviceUrl);
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const text = currentNode.nodeValue ?? '';
    if (!text.includes(host)) continue;
    const hosted = text.replaceAll(serviceUrl, 'https://api.example.com');
    currentNode.nodeValue = hosted.replaceAll(host, 'api.example.com');
  }
}
