import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createEditorSchema } from '../../../../src/inspector/documents/editorSchema.ts';
import { guessFileExtension } from '../../../../src/inspector/documents/fileExtension.ts';
import {
  argumentScheme,
  createArgumentPath,
  createSchemaUri,
  maxArgumentFiles,
  readOnlyScheme,
} from '../../../../src/inspector/documents/schemes.ts';
import { root } from '../../../harness/paths.ts';

describe('the language of a text', () => {
  for (const [mimeType, ending] of [
    ['application/json', 'json'],
    ['application/ld+json; charset=utf-8', 'json'],
    ['text/markdown', 'md'],
    ['TEXT/HTML', 'html'],
    ['image/svg+xml', 'svg'],
    ['application/atom+xml', 'xml'],
    ['text/xml', 'xml'],
    ['text/css', 'css'],
    ['application/javascript', 'js'],
    ['application/x-yaml', 'yaml'],
    ['text/x-python', 'py'],
    ['text/csv', 'csv'],
    ['text/plain', 'txt'],
    ['', 'txt'],
  ] as const) {
    test(`is determined by its MIME type: ${mimeType}`, () =>
      assert.equal(guessFileExtension('a text', { mimeType }), ending));
  }

  test('is determined by its URI if the MIME type is unknown', () => {
    const mimeType = 'text/plain';
    assert.equal(guessFileExtension('fn main', { mimeType, uri: 'file:///src/main.rs?a=/b.c#d.e' }), 'rs');
    assert.equal(guessFileExtension('.a', { mimeType: 'text/css', uri: 'file:///main.rs' }), 'css');
    assert.equal(guessFileExtension('a', { uri: 'https://example.com' }), 'txt');
    assert.equal(guessFileExtension('a', { uri: 'https://example.com/.gitignore' }), 'txt');
  });

  test('is JSON, if it is an object or a list', () => {
    assert.equal(guessFileExtension(' {"a": 1}', {}), 'json');
    assert.equal(guessFileExtension('[1]', {}), 'json');
    assert.equal(guessFileExtension('[1] and more', {}), 'txt');
    assert.equal(guessFileExtension('1', {}), 'txt');
  });
});

describe('the schema of arguments in the editor', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  test('is contributed for each document slot', () => {
    const ours = manifest.contributes.jsonValidation.filter(({ fileMatch }: { fileMatch: string }) =>
      fileMatch.includes(argumentScheme),
    );
    const places = Array.from({ length: maxArgumentFiles }, (_, place) => ({
      fileMatch: createArgumentPath(place, '*.json'),
      url: createSchemaUri(place),
    }));
    assert.deepEqual(ours, places);
    for (const scheme of [argumentScheme, readOnlyScheme])
      assert.ok(manifest.activationEvents.includes(`onFileSystem:${scheme}`));
  });

  test('is that of the tool, without external references and slow patterns', () => {
    const said = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        type: { type: ['string', 'null'], description: 'A type' },
        far: { $ref: 'https://example.com/schema.json' },
        near: { $ref: '#/definitions/near' },
        slow: { type: 'string', pattern: '^(a+)+$' },
        quick: { type: 'string', pattern: '^a+$' },
      },
      definitions: { near: { type: 'integer' } },
      defaultSnippets: [{ label: 'x' }],
    };
    assert.deepEqual(JSON.parse(createEditorSchema(said)), {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        type: { type: ['string', 'null'], description: 'A type' },
        far: {},
        near: { $ref: '#/$defs/r0' },
        slow: { type: 'string' },
        quick: { type: 'string', pattern: '^a+$' },
      },
      $defs: { r0: { type: 'integer' } },
    });
    for (const none of [undefined, true, 'no schema', []]) {
      const { $schema: _, ...others } = JSON.parse(createEditorSchema(none));
      assert.deepEqual(others, {});
    }
  });
});
