import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'jsonc-parser';
import { type ConfiguredServer, createMcpJsonEntry } from '../../../src/mcpClients/clientFormats.ts';
import { addServer } from '../../../src/mcpClients/editMcpFile.ts';

const plain: ConfiguredServer = { name: 'weather', url: 'https://weather.example.com/mcp', headers: [] };
const keyed: ConfiguredServer = { ...plain, headers: ['X-Key'] };

function add(text: string, server = plain, canReplace = false): string {
  const change = addServer(text, server.name, createMcpJsonEntry(server), canReplace);
  assert.equal(change.kind, 'changed');
  if (change.kind !== 'changed') return '';
  const { definition } = createMcpJsonEntry(server);
  const { start, end } = change.range;
  assert.deepEqual(JSON.parse(change.text.slice(start, end)), definition, 'the range of the entry');
  const parsed = parse(change.text, [], { allowTrailingComma: true });
  assert.deepEqual(parsed.servers[server.name], definition);
  return change.text;
}

describe('a server that is added to mcp.json', () => {
  test('is in a new file with its inputs', () => {
    assert.equal(
      add('', keyed),
      [
        '{',
        '  "servers": {',
        '    "weather": {',
        '      "type": "http",',
        '      "url": "https://weather.example.com/mcp",',
        '      "headers": {',
        `        "X-Key": "$${'{input:weather-x-key-weather.example.com}'}"`,
        '      }',
        '    }',
        '  },',
        '  "inputs": [',
        '    {',
        '      "id": "weather-x-key-weather.example.com",',
        '      "type": "promptString",',
        '      "description": "X-Key header for weather.example.com",',
        '      "password": true',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  test('is in a file that has only comments, which are kept', () => {
    for (const comments of ['// my servers', '/* a */\n// b\r\n', ' \n'])
      assert.ok(add(comments, keyed).startsWith(comments.trim()), comments);
    assert.doesNotMatch(add('// a\r\n// b', keyed), /[^\r]\n/);
  });

  test('keeps comments, indentation, line breaks, and everything else', () => {
    const before = [
      '// the servers of the team',
      '{',
      '\t"servers": {',
      '\t\t"other": { "command":   "node" } /* old */ // keep, this',
      '\t\t// and this',
      '\t},',
      '\t"x": [1,2] // odd',
      '}',
      '',
    ].join('\r\n');
    const after = add(before);
    assert.equal(
      after,
      before
        .replace('"node" } /*', '"node" }, /*')
        .replace(
          '// and this',
          [
            '// and this',
            '\t\t"weather": {',
            '\t\t\t"type": "http",',
            '\t\t\t"url": "https://weather.example.com/mcp"',
            '\t\t}',
          ].join('\r\n'),
        ),
    );
  });

  test('keeps a trailing comma, and the style of a file with one line', () => {
    const entry =
      '"weather": {\n      "type": "http",\n      "url": "https://weather.example.com/mcp"\n    }';
    assert.equal(
      add('{\n  "servers": {\n    "a": {}, // last\n  },\n}'),
      `{\n  "servers": {\n    "a": {}, // last\n    ${entry},\n  },\n}`,
    );
    assert.equal(
      add('{"servers":{"a":{}}}'),
      '{"servers":{"a":{}, "weather": {"type":"http","url":"https://weather.example.com/mcp"}}}',
    );
    add('{"servers":{}}');
    add('{ "servers": { /* none */ } }', keyed);
    add('{ "inputs": [] }', keyed);
  });

  test('replaces an entry with the same name only if that is permitted, and adds an input once', () => {
    const before = add('', keyed).replace('weather.example.com/mcp', 'old.example.com/mcp');
    const exists = addServer(before, 'weather', createMcpJsonEntry(keyed), false);
    assert.equal(exists.kind, 'exists');
    assert.equal(add(before, keyed, true), add('', keyed));
    assert.equal(addServer(add('', keyed), 'weather', createMcpJsonEntry(keyed), false).kind, 'unchanged');
  });

  test('with another host has another input, so that the host never gets the stored value of the first one', () => {
    const before = add('', { ...keyed, url: 'https://old.example.com:8443/mcp' });
    const { servers, inputs } = JSON.parse(add(before, keyed, true));
    const ids = inputs.map(({ id }: { readonly id: string }) => id);
    assert.deepEqual(ids, ['weather-x-key-old.example.com-8443', 'weather-x-key-weather.example.com']);
    assert.equal(servers.weather.headers['X-Key'], `$${'{input:weather-x-key-weather.example.com}'}`);
  });

  test('gets the inputs that its entry refers to, without a replacement', () => {
    const { servers } = JSON.parse(add('', keyed));
    assert.deepEqual(
      JSON.parse(add(JSON.stringify({ servers }, undefined, 2), keyed)),
      JSON.parse(add('', keyed)),
    );
  });

  test('is not added to a file with an error, whose position is reported', () => {
    const check = (text: string) => addServer(text, 'weather', createMcpJsonEntry(keyed), true);
    assert.deepEqual(check('{\n  "servers": {,}\n}'), { kind: 'invalid', offset: 16 });
    assert.deepEqual(check('[]'), { kind: 'invalid', offset: 0, field: 'root' });
    assert.deepEqual(check('{"servers":[]}'), { kind: 'invalid', offset: 11, field: 'servers' });
    assert.deepEqual(check('{"inputs":{}}'), { kind: 'invalid', offset: 10, field: 'inputs' });
  });
});
