import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { environmentPage } from '../../../src/environments/page.ts';

const words = {
  server: 'MCP server',
  domains: 'Domains',
  project: 'Project',
  branch: 'Branch',
  deployment: 'Latest deployment',
  created: 'Created',
  environmentId: 'Environment ID',
  projectId: 'Project ID',
  none: 'none',
};
const plain = { id: 'env-1', place: 'production of weather (PRODUCTION)', domains: [] };

describe('the page of an environment', () => {
  test('shows every field', () => {
    const page = environmentPage(
      {
        ...plain,
        mcpServerUrl: 'https://weather.example/mcp',
        domains: ['a.example · active', 'b.example'],
        sourceBranch: 'main',
        createdAt: '2026-01-02T03:04:05.006Z',
        projectId: 'p1',
        projectName: 'weather',
        deployment: 'failed · Tidy up',
      },
      words,
    );
    for (const part of [
      '# production of weather (PRODUCTION)\n',
      '<https://weather.example/mcp>',
      '` a.example · active `<br>` b.example `',
      '` main `',
      '` 2026-01-02T03:04:05.006Z `',
      '` env-1 `',
      '` p1 `',
      '` weather `',
      '` failed · Tidy up `',
    ]) {
      assert.ok(page.includes(part), part);
    }
  });

  test('says "none" for what is not there', () => {
    assert.equal(environmentPage(plain, words).match(/\| none \|/g)?.length, 5);
  });

  test('makes no link of what is no web address', () => {
    const page = environmentPage({ ...plain, mcpServerUrl: 'command:workbench.action.quit' }, words);
    assert.ok(page.includes('` command:workbench.action.quit `'));
  });

  test('keeps hostile text text: no markup leaves its cell', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('`', '|', '<', '>', '[', ']', '(', ')', '\n', '\u001b', '#', '*', 'a', '\\'),
        }),
        (text) => {
          const page = environmentPage({ ...plain, place: text, sourceBranch: text }, words);
          const lines = page.split('\n');
          assert.equal(lines.length, 11, 'no value adds a line');
          assert.ok(!lines.some((line) => /(^|[^\\])<(?!br>)/.test(line.replace(/(`+) .* \1/g, ''))));
          const row = lines.find((line) => line.includes('**Branch**')) ?? '';
          assert.equal(row.match(/(?<!\\)\|/g)?.length, 3, row);
        },
      ),
    );
  });
});
