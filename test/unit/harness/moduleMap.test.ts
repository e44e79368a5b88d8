import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createModuleMap, replaceModuleMap } from '../../harness/moduleMap.ts';

describe('the module map', () => {
  const imports = [
    ['extension.ts', 'logs/feature.ts'],
    ['logs/feature.ts', 'logs/rows.ts'],
    ['logs/feature.ts', 'api/client.ts'],
    ['logs/rows.ts', 'tree/node.ts'],
    ['tree/node.ts', 'api/client.ts'],
    ['api/client.ts', 'ids.ts'],
    ['audits/feature.ts', 'tree/node.ts'],
  ].map(([from = '', to = '']) => ({ from, to }));

  test('shows the modules that each module imports, the lowest first', () => {
    assert.deepEqual(createModuleMap(imports).split('\n'), [
      '| Module | Imports `api` | Imports `tree` |',
      '|---|:-:|:-:|',
      '| `api` |  |  |',
      '| `tree` | ● |  |',
      '| `audits` |  | ● |',
      '| `logs` | ● | ● |',
    ]);
  });

  test('replaces the previous map and nothing else', () => {
    const text = 'a\n<!-- map: npm run generate -->\nold\n<!-- /map -->\nb\n';
    const once = replaceModuleMap(text, 'new');
    assert.equal(once, 'a\n<!-- map: npm run generate -->\n\nnew\n\n<!-- /map -->\nb\n');
    assert.equal(replaceModuleMap(once, 'new'), once);
    assert.throws(() => replaceModuleMap('no markers', 'new'), /markers/);
  });
});
