import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Playground, PlaygroundChange } from '../../../src/api/playground.ts';
import { changeText } from '../../../src/playground/changeTexts.ts';
import { formatContent } from '../../../src/playground/formatContent.ts';
import { findChangeIssues, parseContent } from '../../../src/playground/parseContent.ts';
import {
  containsChange,
  isSameContent,
  planSave,
  toFormContent,
  toServiceContent,
} from '../../../src/playground/playgroundContent.ts';
import { createSaveQuestion } from '../../../src/playground/saveQuestion.ts';
import { readRepositoryFile } from '../../kit/fileText.ts';

const schema = JSON.parse(readRepositoryFile('media/playground.schema.json'));

const weather: Playground = {
  isPlaygroundEnabled: true,
  serverMetadata: {
    name: 'Weather',
    headers: [{ name: 'x-key', isRequired: true, isSecret: true }],
    examplePrompts: [{ title: 'Today', prompt: 'What is it like?' }, { prompt: 'And tomorrow?' }],
  },
};
const empty: Playground = { isPlaygroundEnabled: false };
const weatherContent = toFormContent(toServiceContent(weather), 'unused');

describe('the document of a playground', () => {
  test('is parsed as it was formatted', () => {
    for (const playground of [weather, empty]) {
      const content = toFormContent(toServiceContent(playground), 'weather-tools');
      assert.deepEqual(parseContent(formatContent(content)), { ok: true, content });
    }
    assert.equal(toFormContent(toServiceContent(empty), 'weather-tools').name, 'weather-tools');
  });

  test('of a server without a description omits the empty description, which the service rejects', () => {
    const text = formatContent(toFormContent(toServiceContent(empty), 'weather-tools'));
    assert.deepEqual(JSON.parse(text), {
      isPlaygroundEnabled: false,
      name: 'weather-tools',
      headers: [],
      examplePrompts: [],
    });
    const read = parseContent(text.replace('false', 'true'));
    assert.ok(read.ok);
    const { all } = planSave(toServiceContent(empty), read.content, toServiceContent(empty), 'weather-tools');
    assert.deepEqual(all, { isPlaygroundEnabled: true, name: 'weather-tools' });
    assert.deepEqual(findChangeIssues(all), []);
  });

  test('is reported with a position if it is not valid JSON', () => {
    const said = (text: string) => {
      const read = parseContent(text);
      return read.ok ? [] : read.issues;
    };
    assert.deepEqual(said('{\n  "name": "x",\n  oops\n}'), [
      "Line 3, column 3: oops isn't valid JSON; enclose strings in double quotation marks.",
    ]);
    assert.deepEqual(said('{\n  "name": "x"\n'), ['Line 2, column 14: a closing } is missing.']);
    assert.deepEqual(said('[]'), ['The document must be a JSON object.']);
    assert.deepEqual(said('null'), ['The document must be a JSON object.']);
  });

  test('is reported with the field and the rule that it breaks', () => {
    const wrong = {
      isPlaygroundEnabled: 1,
      name: 'x',
      headers: [{ name: 3, isRequired: true, isSecret: 'no', value: 'y' }],
      examplePrompts: [{ title: 'x' }, 'x'],
      tools: [],
    };
    const read = parseContent(JSON.stringify(wrong));
    assert.ok(!read.ok);
    assert.deepEqual([...read.issues].sort(), [
      'examplePrompts[0].prompt: is required and must be a string',
      'examplePrompts[1]: must be a JSON object',
      'headers[0].isSecret: must be true or false',
      'headers[0].name: must be a string',
      "headers[0].value isn't a playground field",
      'isPlaygroundEnabled: must be true or false',
      "tools isn't a playground field",
    ]);
  });

  test('has at most 5 example prompts', () => {
    const examplePrompts = Array.from({ length: 6 }, () => ({ title: 'a', prompt: 'b' }));
    assert.deepEqual(findChangeIssues({ examplePrompts }), [
      'examplePrompts: must be a list of 0 to 5 items',
    ]);
    assert.deepEqual(findChangeIssues({ examplePrompts: examplePrompts.slice(1) }), []);
  });
});

describe('a change to send', () => {
  const blank = 'must not be blank';
  const token =
    "must not be empty or contain spaces, and can contain only letters, digits, and !#$%&'*+-.^_`|~";
  const header = (name: string) => ({ name, isRequired: true, isSecret: true });

  test('must not have a blank name or a blank example prompt', () => {
    for (const empty of ['', ' ', '\n\t']) {
      assert.deepEqual(findChangeIssues({ name: empty }), [`name: ${blank}`]);
      const examplePrompts = [
        { title: 'a', prompt: 'b' },
        { title: empty, prompt: empty },
      ];
      assert.deepEqual(findChangeIssues({ examplePrompts }), [
        `examplePrompts[1].title: ${blank}`,
        `examplePrompts[1].prompt: ${blank}`,
      ]);
    }
  });

  test('has limited lengths', () => {
    const said = (change: PlaygroundChange) => findChangeIssues(change);
    const prompt = (title: string, text: string) => ({ examplePrompts: [{ title, prompt: text }] });
    const described = (description: string) => ({ headers: [{ ...header('x'), description }] });
    const long = (length: number) => 'x'.repeat(length);
    for (const [fits, tooLong, issue] of [
      [{ name: long(100) }, { name: long(101) }, 'name: must be at most 100 characters'],
      [{ description: long(500) }, { description: long(501) }, 'description: must be 1 to 500 characters'],
      [{ description: ' ' }, { description: '' }, 'description: must be 1 to 500 characters'],
      [
        { headers: [header(long(100))] },
        { headers: [header(long(101))] },
        'headers[0].name: must be at most 100 characters',
      ],
      [described(long(200)), described(long(201)), 'headers[0].description: must be at most 200 characters'],
      [
        prompt(long(100), 'x'),
        prompt(long(101), 'x'),
        'examplePrompts[0].title: must be at most 100 characters',
      ],
      [
        prompt('x', long(500)),
        prompt('x', long(501)),
        'examplePrompts[0].prompt: must be at most 500 characters',
      ],
    ] as const) {
      assert.deepEqual([said(fits), said(tooLong)], [[], [issue]]);
    }
  });

  test('has the same limits in the JSON schema', () => {
    const { name, description, headers, examplePrompts } = schema.properties;
    const { properties: ofHeader } = headers.items;
    const { properties: ofPrompt } = examplePrompts.items;
    const measured = [
      name,
      description,
      ofHeader.name,
      ofHeader.description,
      ofPrompt.title,
      ofPrompt.prompt,
    ];
    assert.deepEqual(
      measured.map(({ minLength, maxLength }) => [minLength, maxLength]),
      [
        [undefined, 100],
        [1, 500],
        [undefined, 100],
        [undefined, 200],
        [undefined, 100],
        [undefined, 500],
      ],
    );
    assert.equal(schema.required.includes('description'), false);
  });

  test('has only valid and unique header names', () => {
    for (const name of ['', 'x key', ' x', 'x:', 'schlüssel', 'a\nb', 'a"b', '(x)']) {
      assert.deepEqual(findChangeIssues({ headers: [header(name)] }), [`headers[0].name: ${token}`]);
    }
    assert.deepEqual(findChangeIssues({ headers: [header("A!#$%&'*+-.^_`|~9")] }), []);
    assert.deepEqual(findChangeIssues({ headers: [header('x-a'), header('y'), header('X-A')] }), [
      "headers[2].name: duplicates headers[0], because header names aren't case-sensitive",
    ]);
  });

  test('has the same patterns in the JSON schema', () => {
    const { name, headers, examplePrompts } = schema.properties;
    const judged = [
      [name, (text: string) => ({ name: text })],
      [headers.items.properties.name, (text: string) => ({ headers: [header(text)] })],
      [
        examplePrompts.items.properties.title,
        (title: string) => ({ examplePrompts: [{ title, prompt: 'x' }] }),
      ],
      [
        examplePrompts.items.properties.prompt,
        (prompt: string) => ({ examplePrompts: [{ title: 'x', prompt }] }),
      ],
    ] as const;
    for (const [{ pattern, patternErrorMessage }, change] of judged) {
      for (let code = 0; code < 0x180; code += 1) {
        for (const text of [String.fromCharCode(code), `a${String.fromCharCode(code)}`, '']) {
          const [issue = ''] = findChangeIssues(change(text));
          assert.equal(new RegExp(pattern, 'u').test(text), issue === '', JSON.stringify(text));
          if (issue !== '') assert.ok(issue.endsWith(patternErrorMessage), issue);
        }
      }
    }
  });
});

describe('the plan for a saved document', () => {
  const base = toServiceContent(weather);
  const plan = (wanted: typeof weatherContent, now = base, from: typeof base | undefined = base) =>
    planSave(from, wanted, now, 'weather-tools');

  test('contains only the fields that differ from the service', () => {
    assert.deepEqual(plan(weatherContent), { mine: {}, theirs: [], all: {} });
    const wanted = { ...weatherContent, name: 'W', description: 'D' };
    const both = { name: 'W', description: 'D' };
    assert.deepEqual(plan(wanted), { mine: both, theirs: [], all: both });
    // Another user has made the same change.
    const rest = { description: 'D' };
    assert.deepEqual(plan(wanted, { ...base, name: 'W' }), { mine: rest, theirs: [], all: rest });
  });

  test('separates the changes of other users', () => {
    const now = { ...base, isPlaygroundEnabled: false, name: 'Theirs' };
    assert.deepEqual(plan({ ...weatherContent, name: 'W' }, now), {
      mine: { name: 'W' },
      theirs: ['isPlaygroundEnabled', 'name'],
      all: { isPlaygroundEnabled: true, name: 'W' },
    });
    assert.deepEqual(plan(weatherContent, now), {
      mine: {},
      theirs: ['isPlaygroundEnabled', 'name'],
      all: { isPlaygroundEnabled: true, name: 'Weather' },
    });
    assert.ok(isSameContent(now, { ...now }));
    assert.ok(!isSameContent(now, base));
  });

  test('contains only all differences if the base is unknown', () => {
    const wanted = { ...weatherContent, name: 'W' };
    const read = planSave(undefined, wanted, base, 'weather-tools');
    assert.deepEqual(read, { mine: {}, theirs: [], all: { name: 'W' } });
  });

  test('contains all fields of a server without a description, unless another user has described it', () => {
    const known = toServiceContent(empty);
    const wanted = toFormContent(known, 'weather-tools');
    const all = { name: 'weather-tools' };
    assert.deepEqual(plan(wanted, known, known), { mine: all, theirs: [], all });
    const { mine, theirs } = plan({ ...wanted, description: 'D' }, base, known);
    assert.deepEqual(mine, { description: 'D' });
    assert.deepEqual(theirs, ['isPlaygroundEnabled', 'name', 'headers', 'examplePrompts']);
  });

  test('removes values, or reports that the service does not accept that', () => {
    const now = { ...base, description: 'D' };
    const { mine } = plan({ ...weatherContent, headers: [], examplePrompts: [] }, now, now);
    assert.deepEqual(mine, { description: '', headers: [], examplePrompts: [] });
    assert.deepEqual(findChangeIssues(mine), ['description: must be 1 to 500 characters']);
  });

  test('is independent of the order of the fields in the document', () => {
    const headers = [{ isSecret: true, isRequired: true, description: '', name: 'x-key' }];
    assert.deepEqual(plan({ ...weatherContent, headers }).all, {});
  });

  const target = { place: 'p' };
  const asked = (wanted: typeof weatherContent, now = base, from: typeof base | undefined = base) => {
    const { message, detail, options } = createSaveQuestion(plan(wanted, now, from), from, now, target, 'en');
    return {
      message,
      detail: detail.split('\n'),
      buttons: options.map(({ label, action }) => [label, action]),
    };
  };

  test('is confirmed with one button if only the document has changed', () => {
    assert.deepEqual(asked({ ...weatherContent, name: 'W' }), {
      message: 'Change the playground of p?',
      detail: ['Name: "Weather" → "W"'],
      buttons: [['Apply', { name: 'W' }]],
    });
  });

  test('is confirmed with a button that names production', () => {
    const wanted = { ...weatherContent, name: 'W' };
    const { options } = createSaveQuestion(plan(wanted), base, base, { ...target, isProduction: true }, 'en');
    assert.deepEqual(options, [{ label: 'Change in PRODUCTION', action: { name: 'W' } }]);
  });

  test('is confirmed with explained buttons if other users have changed the playground', () => {
    const now = { ...base, isPlaygroundEnabled: false, name: 'Theirs' };
    const wanted = { ...weatherContent, name: 'W', description: 'D' };
    assert.deepEqual(asked(wanted, now), {
      message: 'The playground of p has changed since you opened this document.',
      detail: [
        'Changed on the service:',
        'Enabled: yes → no',
        'Name: "Weather" → "Theirs"',
        '',
        'Changed in this document:',
        'Name: "Theirs" → "W"',
        'Description: none → "D"',
        '',
        '"Merge" sends only your changes. "Overwrite" also reverts the changes on the service. Both replace Name with your version.',
      ],
      buttons: [
        ['Merge', { name: 'W', description: 'D' }],
        ['Overwrite', { isPlaygroundEnabled: true, name: 'W', description: 'D' }],
        ['Compare', 'compare'],
      ],
    });
    // The document wasn't changed, so the user must choose between the two versions.
    const idle = asked(weatherContent, { ...base, isPlaygroundEnabled: false });
    assert.ok(
      idle.detail.includes(
        '"Merge" only updates this document. "Overwrite" reverts the changes on the service.',
      ),
    );
    assert.deepEqual(idle.buttons, [
      ['Merge', {}],
      ['Overwrite', { isPlaygroundEnabled: true }],
      ['Compare', 'compare'],
    ]);
    // Both have changed the same field, so there is nothing to merge.
    const clash = asked({ ...weatherContent, name: 'W' }, { ...base, name: 'Theirs' });
    assert.equal(clash.detail.at(-1), '"Overwrite" replaces the service\'s version with yours.');
    assert.deepEqual(clash.buttons, [
      ['Overwrite', { name: 'W' }],
      ['Compare', 'compare'],
    ]);
  });

  test('is confirmed without a heading for an empty list', () => {
    const now = { ...base, name: 'Theirs' };
    const { detail } = asked(weatherContent, now);
    assert.deepEqual(detail.slice(0, 3), ['Changed on the service:', 'Name: "Weather" → "Theirs"', '']);
    assert.match(detail[3] ?? '', /^"Merge" only updates this document\./);
  });

  test('is confirmed without *Merge* if the base was lost in a reload', () => {
    const wanted = { ...weatherContent, name: 'W' };
    const { detail, buttons } = (() => {
      const question = createSaveQuestion(
        planSave(undefined, wanted, base, ''),
        undefined,
        base,
        target,
        'en',
      );
      return { ...question, buttons: question.options.map(({ label }) => label) };
    })();
    assert.match(detail, /changes by other users can't be detected/);
    assert.match(detail, /^Differences from the service:$/m);
    assert.match(detail, /Name: "Weather" → "W"/);
    assert.deepEqual(buttons, ['Overwrite', 'Compare']);
  });
});

describe('a change of a playground', () => {
  const base = toServiceContent(weather);

  test('is described in lines, old → new', () => {
    const change = {
      isPlaygroundEnabled: false,
      name: 'W',
      description: '',
      headers: [
        { name: 'x-key', description: 'other', isRequired: false, isSecret: false },
        { name: 'x-new', isRequired: false, isSecret: false },
      ],
      examplePrompts: [
        { title: 'Today', prompt: 'And now?' },
        { title: 'Now', prompt: 'What is it like?' },
      ],
    };
    assert.deepEqual(changeText({ ...base, description: 'Old words' }, change).split('\n'), [
      'Enabled: yes → no',
      'Name: "Weather" → "W"',
      'Description: "Old words" → none',
      'Headers: add x-new; change x-key (required → optional, secret → plain, none → "other")',
      'Example prompts: add Now; change Today ("What is it like?" → "And now?"); remove (no name)',
    ]);
    const turned = { examplePrompts: [...weatherContent.examplePrompts].reverse() };
    assert.equal(changeText(base, turned), 'Example prompts: order changed');
    // A header without a description is the same as one whose description is empty.
    const headers = [{ name: 'x-key', isRequired: true, isSecret: true }];
    assert.equal(changeText(base, { headers }), 'Headers: order changed');
  });

  test('shows the first difference of long texts', () => {
    const long = 'word '.repeat(40);
    const text = changeText({ description: `${long}old` }, { description: `${long}new` });
    assert.match(text, /^Description: "….{1,40}old" → "….{1,40}new"$/);
    assert.equal(
      changeText({ description: 'a b' }, { description: 'a\nb' }),
      'Description: only spaces or line breaks changed',
    );
    assert.match(changeText({ name: 'x'.repeat(500) }, { name: '' }), /^Name: "x{80}…" → none$/);
  });

  test('names at most 20 new entries, and counts the others', () => {
    const headers = Array.from({ length: 22 }, (_, index) => ({
      name: `x-${index}`,
      isRequired: false,
      isSecret: false,
    }));
    const said = (count: number) => changeText({}, { headers: headers.slice(0, count) });
    assert.match(said(20), /^Headers: add x-0, .*, x-19$/);
    assert.match(said(22), /^Headers: add x-0, .*, x-19 and 2 more$/);
  });

  test('is contained in a playground that has its values', () => {
    assert.ok(containsChange(weather, { name: 'Weather', isPlaygroundEnabled: true }));
    assert.ok(!containsChange(weather, { name: 'Weather', isPlaygroundEnabled: false }));
    assert.ok(!containsChange(empty, { headers: [] }));
  });
});
