import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRepositoryFile } from '../kit/fileText.ts';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}
const { contributes } = JSON.parse(readRepositoryFile('package.json'));
const manifestTexts: Readonly<Record<string, string>> = JSON.parse(readRepositoryFile('package.nls.json'));
const menus: Readonly<Record<string, readonly MenuItem[]>> = contributes.menus;
const commands: readonly { readonly id: string; readonly title: string; readonly icon?: string }[] =
  contributes.commands.map(({ command, title, icon }: { command: string; title: string; icon?: string }) => ({
    id: command.replace('hostedMcp.', ''),
    title: manifestTexts[title.replaceAll('%', '')] ?? '',
    icon,
  }));
const withEllipsis = commands.filter(({ title }) => /\.\.\.$/.test(title)).map(({ id }) => id);
const groupsOf = (menu: string, command: string): readonly string[] =>
  (menus[menu] ?? [])
    .filter((item) => item.command === `hostedMcp.${command}` && !item.group?.startsWith('inline'))
    .map(({ group = '' }) => group.replace(/@\d+$/, ''));

/**
 * Commands without an ellipsis: they open something immediately, or only ask for a target or a confirmation.
 */
const withoutInput = [
  ...['signIn', 'signOut', 'deploy', 'disconnectRepository', 'makeVariableSecret'],
  ...['deleteEnvironmentVariable', 'deleteIntentCategory', 'showAuditReport', 'openDeploymentLogs'],
  ...['refresh', 'showEnvironment', 'editEnvironmentVariables', 'openLatestLogs', 'rerunAudit'],
  ...['inspectServer', 'publishReviewedVersion'],
];

/** Icons that stand for a verb, not for one command. */
const iconsOfVerbs = {
  '$(add)': ['Create', 'Add'],
  '$(cloud-upload)': ['Deploy'],
  '$(copy)': ['Copy'],
  '$(diff)': ['Compare'],
  '$(edit)': ['Rename', 'Change', 'Edit'],
  '$(trash)': ['Delete', 'Remove'],
  '$(close)': ['Remove', 'Unlink'],
  '$(link)': ['Link'],
  '$(link-external)': ['Open'],
  '$(megaphone)': ['Publish'],
  '$(open-preview)': ['Open'],
  '$(go-to-file)': ['Open', 'Edit'],
  '$(refresh)': ['Refresh', 'Rerun'],
  '$(export)': ['Export'],
};

describe('the titles of commands', () => {
  test('are in title case and begin with a verb', () => {
    const small = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/;
    const wrong = commands.filter(({ title }) => {
      const parts = title.replace(/\.\.\.$/, '').split(' ');
      const last = parts.length - 1;
      return !parts.every(
        (word, at) => (at > 0 && at < last && small.test(word)) || /^[A-Z]|^mcp\.json$/.test(word),
      );
    });
    assert.deepEqual(wrong, []);
    const verbs =
      /^(Add|Call|Change|Close|Compare|Connect|Copy|Create|Delete|Deploy|Disable|Disconnect|Dismiss|Edit|Enable|Explain|Export|Filter|Find|Get|Hide|Import|Inspect|Leave|Link|Load|Make|Open|Publish|Refresh|Remove|Rename|Rerun|Resume|Reveal|Review|Run|Save|Select|Set|Show|Sign|Stop|Switch|Try|Unlink|Use)\b/;
    assert.deepEqual(
      commands.filter(({ title }) => !verbs.test(title)),
      [],
    );
  });

  test('are compound nouns after the verb, and use no retired word', () => {
    assert.deepEqual(
      commands.filter(({ title }) =>
        /\bof\b|\b(Forget|Repeat|Note|Keys|Pick|Choose|Picture|Remark)\b/i.test(title),
      ),
      [],
    );
  });

  test('are different for all commands of the palette', () => {
    const titles = commands.map(({ title }) => title);
    assert.deepEqual([...new Set(titles)], titles);
  });

  test('use one verb to open a page, a log, a report, or a file', () => {
    const pages = ['showEnvironment', 'showAnalytics', 'showPlayground', 'showTelemetryDestinations'];
    const others = ['showAuditReport', 'showLog', 'openLatestLogs', 'openDeploymentLogs', 'openInBrowser'];
    const titleOf = (id: string) => commands.find((command) => command.id === id)?.title ?? '';
    assert.deepEqual(
      [...pages, ...others].filter((id) => !titleOf(id).startsWith('Open ')),
      [],
    );
    // These reveal more of what is already open.
    assert.deepEqual(commands.flatMap(({ id, title }) => (title.startsWith('Show ') ? [id] : [])).sort(), [
      'showAllProjects',
      'showEntryInContext',
      'showRequest',
      'showTunnel',
    ]);
  });

  test('have an ellipsis only if more input is required', () => {
    assert.ok(withEllipsis.length > 30);
    assert.deepEqual(
      withoutInput.filter((id) => !commands.some((command) => command.id === id)),
      [],
      'each of them is a command',
    );
    assert.deepEqual(
      withEllipsis.filter((id) => withoutInput.includes(id)),
      [],
    );
  });

  test('share an icon only with the same verb', () => {
    const sharing = new Map<string, string[]>();
    for (const { icon, title } of commands) {
      if (icon !== undefined) sharing.set(icon, [...(sharing.get(icon) ?? []), title]);
    }
    const wrong = [...sharing].flatMap(([icon, titles]) => {
      const verbs: readonly string[] = Reflect.get(iconsOfVerbs, icon) ?? [];
      const others = titles.filter((title) => !verbs.includes(title.split(' ')[0] ?? ''));
      return titles.length > 1 && others.length > 0 ? [`${icon}: ${titles.join(', ')}`] : [];
    });
    assert.deepEqual(wrong, []);
  });
});

describe('the groups of menus', () => {
  test('contain each command once in the title of a view, and none among those that rename and delete files', () => {
    assert.deepEqual(groupsOf('view/title', 'showAllProjects'), ['navigation']);
    const ofExplorer = menus['explorer/context'] ?? [];
    assert.ok(ofExplorer.length > 0);
    assert.deepEqual(
      ofExplorer.filter(({ group }) => !group?.startsWith('4_hostedMcp@')),
      [],
    );
  });

  test('have no two entries at the same position of a menu', () => {
    for (const [menu, items] of Object.entries(menus)) {
      const menuItems = items
        .filter(({ group }) => group !== undefined)
        .map(({ group, when = '', command, submenu }) => ({
          key: `${group} ${when}`,
          name: command ?? submenu,
        }));
      const keys = menuItems.map(({ key }) => key);
      assert.deepEqual([...new Set(keys)], keys, menu);
    }
  });
});
