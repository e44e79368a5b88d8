import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readRepositoryFile } from '../kit/fileText.ts';

const manifest = JSON.parse(readRepositoryFile('package.json'));
const words: Readonly<Record<string, string>> = JSON.parse(readRepositoryFile('package.nls.json'));

/** The categories of the editor's manifest reference that fit this extension. */
const knownCategories = [
  'AI',
  'Chat',
  'Data Science',
  'Machine Learning',
  'Other',
  'Testing',
  'Visualization',
];

describe('what a gallery shows', () => {
  test('is found: with known categories, and with keywords within the limit of a gallery', () => {
    const { categories, keywords } = manifest;
    assert.ok(categories.length > 0);
    for (const one of categories) assert.ok(knownCategories.includes(one), one);
    assert.ok(keywords.length > 0 && keywords.length <= 30);
    assert.equal(new Set(keywords).size, keywords.length);
  });

  test('has a name, a description, a license with its text, and the colors of a banner', () => {
    assert.ok(words['displayName'] && words['description']);
    assert.equal(manifest.license, 'MIT');
    assert.match(readRepositoryFile('LICENSE'), /^MIT License\n/);
    assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/i);
    assert.ok(['dark', 'light'].includes(manifest.galleryBanner.theme));
  });

  test('has a PNG of 128 pixels or more for an icon', () => {
    const png = readFileSync(new URL(`../../${manifest.icon}`, import.meta.url));
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(width >= 128 && width === height, `${width} × ${height}`);
  });

  test('has the version that the changelog begins with', () => {
    const [, version] = /^## (\S+)/m.exec(readRepositoryFile('CHANGELOG.md')) ?? [];
    assert.equal(version, manifest.version);
  });
});
