import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { categoryColors } from '../../../src/api/insights.ts';
import { getLineAndColumn } from '../../../src/editor/jsonDocument.ts';
import { CategoryColorId } from '../../../src/ids.ts';
import {
  categoryFileSuffix,
  formatCategoryFile,
  parseCategoryFile,
} from '../../../src/intentCategories/categoryFile.ts';
import { colorShades } from '../../../src/intentCategories/colors.ts';
import { readRepositoryFile as repositoryText } from '../../kit/fileText.ts';

const readJson = (path: string) => JSON.parse(repositoryText(path));
const schema = readJson('media/intentCategories.schema.json');
const { contributes } = readJson('package.json');
const known = { intentIds: [], unkept: 0 };

const describeIssues = (text: string): readonly string[] => {
  const result = parseCategoryFile(text);
  return result.ok ? [] : result.issues.map((one) => `${getLineAndColumn(text, one.start).line} ${one.text}`);
};

/** Returns the text of each problem's range. */
const getMarkedTexts = (text: string): readonly string[] => {
  const result = parseCategoryFile(text);
  return result.ok ? [] : result.issues.map(({ start, end }) => text.slice(start, end));
};

describe('a file of intent categories', () => {
  test('is parsed as it was formatted, and contains no IDs of categories', () => {
    const text = formatCategoryFile(
      [
        { ...known, id: 'cat_1', name: 'Weather', color: 'blue', intentIds: ['a', 'b'] },
        { ...known, id: 'cat_2', name: 'Odd', color: 'ultraviolet' },
        { ...known, id: 'cat_3', name: 'Weather', color: 'red', intentIds: ['b', 'c'], unkept: 5 },
      ],
      true,
    );
    assert.ok(!text.includes('cat_'));
    assert.deepEqual(parseCategoryFile(`\uFEFF${text}`), {
      ok: true,
      categories: [
        { name: 'Odd', intentIds: [] },
        { name: 'Weather', color: 'blue', intentIds: ['a', 'b', 'c'] },
      ],
    });
    assert.ok(
      !formatCategoryFile([{ ...known, id: 'c', name: 'x', intentIds: ['a'] }], false).includes('intentIds'),
    );
  });

  test('without valid JSON is reported with a position and a reason', () => {
    const text = '{\n  "version": 1,\n  oops\n}';
    assert.deepEqual(describeIssues(text), [
      "3 oops isn't valid JSON; enclose strings in double quotation marks",
    ]);
    assert.deepEqual(getMarkedTexts(text), ['oops']);
    assert.deepEqual(describeIssues(''), ['1 the document is empty']);
    assert.deepEqual(describeIssues('\n[]'), ['2 the file must be a JSON object']);
  });

  test('is reported with all its problems and their positions, from top to bottom', () => {
    const text = `{
  "version": 2,
  "categories": [
    { "name": "A", "color": "blue" },
    {
      "name": "${'x'.repeat(101)}",
      "color": "Blue",
      "intentIds": [
        "a",
        ""
      ]
    },
    { "color": "red" },
    { "name": " A " },
    { "name": "  ",
      "id": "cat_1" },
    { "name": "" },
    { "name": "${' '.repeat(101)}" },
    { "name": "A" }, 7
  ]
}`;
    assert.deepEqual(describeIssues(text), [
      '2 version: must be 1',
      '6 categories[1].name: must be 1 to 100 characters',
      '7 categories[1].color: must be one of red, orange, yellow, green, blue, purple, pink, gray',
      '10 categories[1].intentIds[1]: must not be empty',
      '13 categories[2].name: is required and must be 1 to 100 characters',
      '14 categories[3].name must be different from categories[0].name',
      '15 categories[4].name: must not be blank',
      "16 categories[4].id isn't a supported field",
      '17 categories[5].name: must not be blank',
      '18 categories[6].name: must not be blank',
      '19 categories[7].name must be different from categories[0].name',
      '19 categories[8]: must be a JSON object',
    ]);
    assert.deepEqual(getMarkedTexts(text), [
      ...['2', `"${'x'.repeat(101)}"`, '"Blue"', '""', '{ "color": "red" }', '" A "', '"  "', '"id"', '""'],
      ...[`"${' '.repeat(101)}"`, '"A"', '7'],
    ]);
    assert.deepEqual(describeIssues('{"version":1,"categories":[{"name":"a","intentIds":[1]}]}'), [
      '1 categories[0].intentIds[0]: must be a string',
    ]);
    const twice =
      '{ "version": 1, "categories": [\n{ "name": "A" },\n{ "name": "B" },\n{ "name": " A " } ] }';
    assert.deepEqual(describeIssues(twice), [
      '4 categories[2].name must be different from categories[0].name',
    ]);
  });

  test('has a schema with the same fields and colors', () => {
    const { properties } = schema.properties.categories.items;
    assert.deepEqual(Object.keys(properties), ['name', 'color', 'intentIds']);
    assert.deepEqual(properties.color.enum, [...categoryColors]);
    assert.deepEqual(schema.required, ['version', 'categories']);
    assert.equal(schema.properties.version.const, 1);
    const validation = contributes.jsonValidation.find((one: { url: string }) =>
      one.url.endsWith('intentCategories.schema.json'),
    );
    assert.equal(validation.fileMatch, `*${categoryFileSuffix}`);
  });
});

describe('the colors', () => {
  test('of the tree and of lists are the same, and differ from each other in each kind of theme', () => {
    const colors: readonly { id: string; defaults: Readonly<Record<string, string>> }[] = contributes.colors;
    assert.deepEqual(
      colors.map(({ id }) => id),
      Object.values(CategoryColorId),
    );
    for (const color of categoryColors) {
      const defaults = colors.find(({ id }) => id === CategoryColorId[color])?.defaults;
      assert.deepEqual({ dark: defaults?.['dark'], light: defaults?.['light'] }, colorShades[color]);
    }
    for (const kind of ['dark', 'light', 'highContrast', 'highContrastLight']) {
      assert.equal(new Set(colors.map(({ defaults }) => defaults[kind])).size, categoryColors.length, kind);
    }
  });
});
