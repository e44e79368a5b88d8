import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group: string;
}

const { menus }: { menus: Readonly<Record<string, readonly MenuItem[]>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).contributes;
const ofRows = (menus['view/item/context'] ?? []).filter(({ group }) => !group.startsWith('inline'));

/** The maximum number of entries in a menu, in any state of its row. */
const maxEntries = 12;

/** The words in the context value of each kind of row with a menu. At most one word of each list applies. */
const statesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  environment: [
    ['url'],
    ['failed'],
    ['deletable', 'protected', 'production'],
    ['added'],
    ['redeploy'],
    ['favorite'],
    ['playgroundEnabled'],
  ],
  project: [['connected'], ['created'], ['favorite']],
  publication: [],
  variables: [],
  variable: [['plain', 'secret'], ['hidden', 'shown'], ['valued'], ['byId']],
  deployments: [],
  deployment: [['commit'], ['page']],
  telemetryDestinations: [['filled']],
  telemetryDestination: [['valued']],
  playground: [['enabled', 'disabled'], ['writable'], ['prompts']],
  examplePrompt: [],
  intentCategories: [['filled']],
  intentCategory: [],
  audit: [['running', 'resumable'], ['comparable'], ['report']],
  auditTarget: [],
};

/** Returns all context values that rows of a kind can have. */
function contextValues(kind: string): readonly string[] {
  return (statesOf[kind] ?? []).reduce<readonly string[]>(
    (values, states) => values.flatMap((value) => [value, ...states.map((state) => `${value} ${state}`)]),
    [kind],
  );
}

/**
 * Whether a condition can be true for a context value. Other parts of the condition are assumed to be true.
 */
function canHold(when: string, view: string, contextValue: string): boolean {
  return when.split('&&').every((part) => {
    const [, requiredView] = /^view == (.+)$/.exec(part.trim()) ?? [];
    if (requiredView !== undefined) return requiredView === view;
    const [, not, pattern = ''] = /^(!\()?viewItem =~ \/(.+)\/\)?$/.exec(part.trim()) ?? [];
    return pattern === '' || new RegExp(pattern).test(contextValue) === (not === undefined);
  });
}

function entriesOf(kind: string, contextValue: string): readonly MenuItem[] {
  const view = kind.startsWith('audit') ? 'hostedMcp.audits' : 'hostedMcp.projects';
  return ofRows.filter(({ when = '' }) => canHold(when, view, contextValue));
}

const nameOf = ({ command, submenu }: MenuItem): string => command ?? submenu ?? '';

describe('the menu of a row', () => {
  test('depends on words that this test lists', () => {
    const known = new Set([...Object.keys(statesOf), ...Object.values(statesOf).flat(2)]);
    for (const { when = '' } of ofRows) {
      for (const [, pattern = ''] of when.matchAll(/viewItem =~ \/(.+?)\//g)) {
        const words = pattern.replaceAll('\\b', ' ').match(/\w{3,}/g) ?? [];
        assert.ok(
          words.length > 0 && words.every((word) => known.has(word) || known.has(`audit${word}`)),
          pattern,
        );
      }
    }
  });

  for (const kind of Object.keys(statesOf)) {
    test(`of ${kind} has at most ${maxEntries} entries in every state, each of them once`, () => {
      for (const value of contextValues(kind)) {
        const names = entriesOf(kind, value).map(nameOf);
        assert.ok(names.length <= maxEntries, `${value}: ${names.length} entries: ${names.join(', ')}`);
        assert.equal(new Set(names).size, names.length, `${value}: ${names.join(', ')}`);
      }
    });
  }

  test('of an environment contains all of its commands, some of them in a submenu', () => {
    const entries = contextValues('environment').flatMap((value) => entriesOf('environment', value));
    const commands = new Set(
      entries
        .flatMap((entry) => (entry.submenu === undefined ? entry : (menus[entry.submenu] ?? [])))
        .map(nameOf),
    );
    const expected = [
      ...['openLatestLogs', 'openLogs', 'openDeploymentLogs', 'showEnvironment', 'openInBrowser'],
      ...['deploy', 'deployFolder', 'dismissRedeploy', 'runAudit', 'inspectServer'],
      ...['editEnvironmentVariables', 'addEnvironmentVariable', 'importEnvironmentVariables'],
      ...['exportEnvironmentVariables', 'compareEnvironments', 'findMissingVariables'],
      ...['createIntentCategory', 'addIntentCategory', 'importIntentCategories', 'exportIntentCategories'],
      ...['showTelemetryDestinations', 'showPlayground', 'editPlayground', 'enablePlayground'],
      ...['copyServerUrl', 'copyId', 'copyLink', 'addFavorite', 'removeFavorite'],
      ...['deleteEnvironment', 'forgetEnvironment'],
    ].map((name) => `hostedMcp.${name}`);
    assert.deepEqual([...commands].sort(), expected.sort());
  });
});
