import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readRepositoryFile } from '../kit/fileText.ts';

const manifest = JSON.parse(readRepositoryFile('package.json'));
const manifestTexts: Readonly<Record<string, string>> = JSON.parse(readRepositoryFile('package.nls.json'));

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

describe('the Marketplace entry', () => {
  test('can be found: with known categories, and a limited number of keywords', () => {
    const { categories, keywords } = manifest;
    assert.ok(categories.length > 0);
    for (const one of categories) assert.ok(knownCategories.includes(one), one);
    assert.ok(keywords.length > 0 && keywords.length <= 30);
    assert.equal(new Set(keywords).size, keywords.length);
  });

  test('has a name, a description, a license with its text, and banner colors', () => {
    assert.ok(manifestTexts['displayName'] && manifestTexts['description']);
    assert.equal(manifest.license, 'MIT');
    assert.match(readRepositoryFile('LICENSE'), /^MIT License\n/);
    assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/i);
    assert.ok(['dark', 'light'].includes(manifest.galleryBanner.theme));
  });

  test('has a PNG icon with at least 128 pixels', () => {
    const png = readFileSync(new URL(`../../${manifest.icon}`, import.meta.url));
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(width >= 128 && width === height, `${width} × ${height}`);
  });

  test('has the latest version of the changelog', () => {
    const [, version] = /^## (\S+)/m.exec(readRepositoryFile('CHANGELOG.md')) ?? [];
    assert.equal(version, manifest.version);
  });
});
