import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { root } from '../harness/paths.ts';
import type { readmePictures } from './readmePictures.ts';

/** A part of the window to take a picture of. */
export interface Crop {
  /** Absent: the whole window. */
  readonly part?: Locator;
  /** The picture ends right below this element. Absent: at the end of the part. */
  readonly last?: Locator;
}

/**
 * Writes a picture to `media`, with a palette, which makes it much smaller. Instead of the sample service's URL, whose port
 * differs in each run, it shows that of a hosted service.
 */
export async function takeForReadme(
  page: Page,
  serviceUrl: string,
  name: (typeof readmePictures)[number],
  { part, last }: Crop = {},
): Promise<void> {
  // Otherwise a row looks hovered.
  await page.mouse.move(0, 0);
  await expect(page.locator('.notification-toast')).toHaveCount(0);
  for (const frame of page.frames()) await frame.evaluate(prepare, serviceUrl);
  const clip = part && (await part.boundingBox());
  const end = last && (await last.boundingBox());
  if (clip === null || end === null) throw new Error(`The part for ${name}.png isn't visible.`);
  if (clip && end) clip.height = Math.min(clip.height, Math.ceil(end.y + end.height) - clip.y);
  const picture = await page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
  await sharp(picture)
    .png({ palette: true, colours: 128, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(join(root, 'media', `${name}.png`));
}

/** Waits for the icons of a frame, which are a font, and replaces the sample service's URL. Runs in the page. */
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
