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
const isInline = ({ group }: MenuItem): boolean => group.startsWith('inline');
const ofRows = (menus['view/item/context'] ?? []).filter((item) => !isInline(item));
const inlineActions = (menus['view/item/context'] ?? []).filter(isInline);

/** The maximum number of entries in a menu, in any state of its row. */
const maxEntries = 15;

/** The groups of every menu of a row, in their order, with the verbs of their commands. */
const verbsOf: Readonly<Record<string, RegExp>> = {
  '1_open': /^(Open|Show|Inspect|Compare|Reveal|Hide|Explain)\b/,
  '2_run': /^(Deploy|Publish|Refresh|Run|Rerun|Resume|Stop|Try|Use)\b/,
  '3_change': /^(Add|Change|Connect|Create|Disable|Disconnect|Edit|Enable|Find|Import|Link|Make|Rename)\b/,
  '4_copy': /^(Copy|Export)\b/,
  '5_delete': /^(Delete|Remove)\b/,
};

/** Commands and submenus whose title begins with the verb of another group. */
const exceptions: Readonly<Record<string, string>> = {
  removeFavorite: '3_change',
  openTunnel: '2_run',
  environmentVariables: '3_change',
  environmentMore: '3_change',
  copy: '4_copy',
};

/** The order of commands in the first group, as far as a row has them. */
const openOrder = [
  ...['showEnvironment', 'showAnalytics', 'showTelemetryDestinations', 'showPlayground', 'showAuditReport'],
  ...['compareAudits', 'compareEnvironments', 'openLatestLogs', 'openLogs', 'openDeploymentLogs'],
  ...['revealVariable', 'hideVariable', 'inspectServer', 'openDeploymentPage', 'explainDeployment'],
  ...['openInBrowser'],
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
    ['inChat'],
    ['playgroundEnabled'],
  ],
  project: [['refreshable'], ['connected'], ['created'], ['favorite']],
  publication: [],
  variables: [['refreshable']],
  variable: [['plain', 'secret'], ['hidden', 'shown'], ['valued'], ['byId']],
  deployments: [['refreshable']],
  deployment: [['commit'], ['page'], ['failed']],
  telemetryDestinations: [['refreshable'], ['filled']],
  telemetryDestination: [['valued']],
  playground: [['refreshable'], ['enabled', 'disabled'], ['writable'], ['prompts']],
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

function entriesOf(
  kind: string,
  contextValue: string,
  items: readonly MenuItem[] = ofRows,
): readonly MenuItem[] {
  const view = kind.startsWith('audit') ? 'hostedMcp.audits' : 'hostedMcp.projects';
  return items.filter(({ when = '' }) => canHold(when, view, contextValue));
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

  for (const kind of Object.keys(statesOf)) {
    test(`of ${kind} has its copy commands in the submenu Copy if there are several`, () => {
      for (const value of contextValues(kind)) {
        const entries = entriesOf(kind, value);
        const commands = entries.filter(({ command = '' }) => command.startsWith('hostedMcp.copy'));
        const hasSubmenu = entries.some(({ submenu }) => submenu === 'hostedMcp.copy');
        const inSubmenu = hasSubmenu ? entriesOf(kind, value, menus['hostedMcp.copy']) : [];
        assert.ok(commands.length <= (hasSubmenu ? 0 : 1), `${value}: ${commands.map(nameOf).join(', ')}`);
        assert.ok(!hasSubmenu || inSubmenu.length > 0, value);
      }
    });

    test(`of ${kind} has at most one inline action, because a narrow row has no place for more`, () => {
      for (const value of contextValues(kind)) {
        const names = entriesOf(kind, value, inlineActions).map(nameOf);
        assert.ok(names.length <= 1, `${value}: ${names.join(', ')}`);
      }
    });
  }

  test('has inline actions that fit the state of the row', () => {
    const getInlineAction = (kind: string, value: string) =>
      entriesOf(kind, value, inlineActions).map((entry) => nameOf(entry).replace('hostedMcp.', ''));
    assert.deepEqual(getInlineAction('environment', 'environment url failed redeploy'), [
      'openDeploymentLogs',
    ]);
    assert.deepEqual(getInlineAction('environment', 'environment url redeploy'), ['deploy']);
    assert.deepEqual(getInlineAction('environment', 'environment url'), ['copyServerUrl']);
    assert.deepEqual(getInlineAction('variable', 'variable secret'), ['updateEnvironmentVariable']);
    assert.deepEqual(getInlineAction('audit', 'audit report comparable'), ['compareAudits']);
    assert.deepEqual(getInlineAction('audit', 'audit report'), ['rerunAudit']);
  });

  test('offers to try example prompts where they can be copied', () => {
    for (const kind of ['playground', 'examplePrompt']) {
      for (const value of contextValues(kind)) {
        const names = entriesOf(kind, value).map(nameOf);
        const offered = (command: string): boolean => names.includes(`hostedMcp.${command}`);
        assert.equal(offered('tryExamplePrompt'), offered('copyExamplePrompt'), value);
      }
    }
  });

  test('of a project offers to connect a repository or to disconnect it', () => {
    for (const value of contextValues('project')) {
      const names = entriesOf('project', value).map(nameOf);
      const offered = names.filter((name) => /[cC]onnectRepository$/.test(name));
      assert.equal(offered.length, value.includes('created') ? 0 : 1, value);
    }
  });

  test('of a deployment offers to deploy again', () => {
    assert.ok(entriesOf('deployment', 'deployment').map(nameOf).includes('hostedMcp.deployAgain'));
  });

  test('of an environment begins with its page, its logs, and its server', () => {
    const value = 'environment url deletable redeploy';
    const names = sortEntries(entriesOf('environment', value)).map((entry) =>
      nameOf(entry).replace('hostedMcp.', ''),
    );
    assert.deepEqual(names, [
      ...['showEnvironment', 'openLatestLogs', 'openLogs', 'openDeploymentLogs', 'inspectServer'],
      ...['deploy', 'deployFolder', 'runAudit', 'useInChat'],
      ...['environmentVariables', 'environmentMore', 'addFavorite', 'copy', 'deleteEnvironment'],
    ]);
  });

  test('of an environment contains all of its commands, some of them in a submenu', () => {
    const entries = contextValues('environment').flatMap((value) => entriesOf('environment', value));
    const commands = new Set(
      entries
        .flatMap((entry) => (entry.submenu === undefined ? entry : (menus[entry.submenu] ?? [])))
        .filter(({ when = '' }) =>
          contextValues('environment').some((value) => canHold(when, 'hostedMcp.projects', value)),
        )
        .map(nameOf),
    );
    const expected = [
      ...['openLatestLogs', 'openLogs', 'openDeploymentLogs', 'showEnvironment', 'openInBrowser'],
      ...['deploy', 'deployFolder', 'dismissRedeploy', 'runAudit', 'inspectServer'],
      ...['useInChat', 'stopUsingInChat', 'addToMcpJson', 'copyClientConfiguration'],
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
