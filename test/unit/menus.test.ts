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
const titles: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8'),
);
const ofRows = (menus['view/item/context'] ?? []).filter(({ group }) => !group.startsWith('inline'));

/** The maximum number of entries in a menu, in any state of its row. */
const maxEntries = 15;

/** The groups of every menu of a row, in their order, with the verbs of their commands. */
const verbsOf: Readonly<Record<string, RegExp>> = {
  '1_open': /^(Open|Show|Inspect|Compare|Reveal|Hide)\b/,
  '2_run': /^(Deploy|Publish|Run|Rerun|Resume)\b/,
  '3_change': /^(Add|Change|Connect|Create|Disable|Disconnect|Edit|Enable|Find|Import|Link|Make|Rename)\b/,
  '4_copy': /^(Copy|Export)\b/,
  '5_delete': /^(Delete|Remove)\b/,
};

/** Commands and submenus whose title begins with the verb of another group. */
const exceptions: Readonly<Record<string, string>> = {
  removeFavorite: '3_change',
  environmentVariables: '3_change',
  environmentMore: '3_change',
  environmentCopy: '4_copy',
};

/** The order of commands in the first group, as far as a row has them. */
const openOrder = [
  ...['showEnvironment', 'showAnalytics', 'showTelemetryDestinations', 'showPlayground', 'showAuditReport'],
  ...['compareAudits', 'compareEnvironments', 'openLatestLogs', 'openLogs', 'openDeploymentLogs'],
  ...['revealVariable', 'hideVariable', 'inspectServer', 'openDeploymentPage', 'openInBrowser'],
];

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

/** Returns the entries of a menu in the order in which the editor shows them. */
function sortEntries(entries: readonly MenuItem[]): readonly MenuItem[] {
  const keyOf = ({ group }: MenuItem): string => group.replace(/@(\d)$/, '@0$1');
  return entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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

  for (const kind of Object.keys(statesOf)) {
    test(`of ${kind} has the same groups in the same order as every other`, () => {
      const entries = new Set(contextValues(kind).flatMap((value) => entriesOf(kind, value)));
      for (const entry of entries) {
        const name = nameOf(entry).replace('hostedMcp.', '');
        const group = entry.group.replace(/@\d+$/, '');
        const title = titles[`command.${name}`] ?? '';
        if (exceptions[name] === undefined) assert.match(title, verbsOf[group] ?? /^$/, `${kind}: ${name}`);
        else assert.equal(group, exceptions[name], `${kind}: ${name}`);
      }
      for (const value of contextValues(kind)) {
        const opening = sortEntries(entriesOf(kind, value))
          .filter(({ group }) => group.startsWith('1_open'))
          .map((entry) => openOrder.indexOf(nameOf(entry).replace('hostedMcp.', '')));
        assert.deepEqual(
          opening,
          opening.toSorted((a, b) => a - b),
          value,
        );
      }
    });
  }

  test('of an environment begins with its page, its logs, and its server', () => {
    const value = 'environment url deletable redeploy';
    const names = sortEntries(entriesOf('environment', value)).map((entry) =>
      nameOf(entry).replace('hostedMcp.', ''),
    );
    assert.deepEqual(names, [
      ...['showEnvironment', 'openLatestLogs', 'openLogs', 'openDeploymentLogs', 'inspectServer'],
      ...['openInBrowser', 'deploy', 'deployFolder', 'runAudit'],
      ...['environmentVariables', 'environmentMore', 'addFavorite', 'environmentCopy', 'deleteEnvironment'],
    ]);
  });

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
