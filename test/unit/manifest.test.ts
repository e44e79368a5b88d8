import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test as it } from 'node:test';
import * as ids from '../../src/ids.ts';
import { readRepositoryFile } from '../kit/fileText.ts';

interface Menu {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}
interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly main: string;
  readonly browser: string;
  readonly extensionKind: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: string[] } };
  readonly contributes: {
    readonly authentication: readonly { readonly id: string }[];
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
    readonly languages: readonly {
      readonly id: string;
      readonly filenamePatterns: readonly string[];
      readonly icon?: { readonly light: string; readonly dark: string };
    }[];
    readonly menus: Readonly<Record<string, readonly Menu[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when: string;
    }[];
  };
}

const text = readRepositoryFile('package.json');
const manifest: Manifest = JSON.parse(text);
const manifestTexts: Readonly<Record<string, string>> = JSON.parse(readRepositoryFile('package.nls.json'));
const declared = manifest.contributes.commands.map(({ command }) => command);

/** The context keys in a window with a trusted folder, a filter, and an account. Other keys aren't set. */
const readyKeys: Readonly<Record<string, string>> = {
  false: '',
  true: 'true',
  [ids.ContextKeyId.connection]: 'ready',
  [ids.ContextKeyId.isNarrowed]: 'true',
  [ids.ContextKeyId.canPack]: 'true',
  isWorkspaceTrusted: 'true',
  workspaceFolderCount: '1',
};

/** Evaluates a condition, as far as the conditions of the palette use the language. */
function holdsInReadyWindow(when: string): boolean {
  return when.split(' && ').every((part) => {
    const [, not, key = '', operator, value = ''] =
      /^(!?)([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(part) ?? assert.fail(part);
    const actual = readyKeys[key] ?? '';
    const expected = value.replace(/^'(.*)'$/, '$1');
    if (operator === '==') return actual === expected;
    if (operator === '!=') return actual !== expected;
    if (operator === '=~') return new RegExp(value.replace(/^\/(.*)\/$/, '$1')).test(actual);
    return (actual !== '') === (not === '');
  });
}

/** IDs that look like commands: stored data, and the owner of diagnostics. */
const stored = ['hostedMcp.oauth', 'hostedMcp.sessions', 'hostedMcp.signInAnswer', 'hostedMcp.variables'];

describe('package.json', () => {
  it('declares each command once, with a title that fits its ID', () => {
    const titled = manifest.contributes.commands.map(({ title }) =>
      title.replace(/^%command\.(.*)%$/, 'hostedMcp.$1'),
    );
    assert.deepEqual(titled, declared);
    assert.equal(new Set(declared).size, declared.length);
  });

  it('declares the commands that the sources name', () => {
    const named = globSync('src/**/*.ts', { exclude: ['src/ids.ts'] }).flatMap(
      (file) => readRepositoryFile(file).match(/(?<=')hostedMcp\.\w+(?=')/g) ?? [],
    );
    assert.ok(named.length > 200);
    assert.deepEqual(
      named.filter((id) => !declared.includes(id) && !stored.includes(id)),
      [],
    );
  });

  it('declares the views, settings, and authentication provider of ids.ts', () => {
    const views = Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => id));
    assert.deepEqual(views, Object.values(ids.ViewId));
    const properties = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(properties.sort(), Object.values(ids.SettingId).sort());
    assert.deepEqual(
      manifest.contributes.authentication.map(({ id }) => id),
      [ids.AuthenticationProviderId],
    );
  });

  it('runs in the workspace, else in the window, and in a browser that has neither', () => {
    assert.deepEqual(manifest.extensionKind, ['workspace', 'ui']);
    assert.match(manifest.main, /^\.\/dist\/.*\.cjs$/);
    assert.match(manifest.browser, /^\.\/dist\/.*\.browser\.cjs$/);
  });

  it('hides commands that need an entry from the palette, and shows those of a tab only there', () => {
    const { menus } = manifest.contributes;
    const inPalette = (id: string) =>
      menus['commandPalette']?.filter(({ command }) => command === id).map(({ when }) => when);
    const ofEntries = menus['webview/context']?.map(({ command = '' }) => command) ?? [];
    const ofTabs = menus['editor/title'] ?? [];
    assert.ok(ofEntries.length > 0 && ofTabs.length > 0);
    for (const id of ofEntries) assert.deepEqual(inPalette(id), ['false'], id);
    for (const { command = '', when } of ofTabs) {
      assert.match(
        when ?? '',
        /^(activeWebviewPanelId == 'hostedMcp\.logs'|(hostedMcp\.hasPublicationPreview && )?resourceScheme (== hosted-mcp-\w+|=~ \/\^hosted-mcp-\S+)( && resourcePath =~ \S+)?)$/,
      );
      assert.deepEqual(inPalette(command), [when], command);
    }
    for (const { command, when } of menus['webview/context'] ?? []) {
      assert.match(when ?? '', /^webviewId == 'hostedMcp\.(logs|auditReport|inspector)' && /, command);
    }
  });

  it('offers commands in the palette that work: before a service is selected, and with typed values', () => {
    const { menus } = manifest.contributes;
    const conditionOf = (id: string) => menus['commandPalette']?.find(({ command }) => command === id)?.when;
    assert.deepEqual(
      declared.filter((id) => conditionOf(id) === undefined),
      [
        'hostedMcp.selectService',
        'hostedMcp.copyDiagnostics',
        'hostedMcp.showLog',
        'hostedMcp.inspectServer',
      ],
    );
    // A command that needs a row is in the menu of that row.
    const inMenus = Object.entries(menus).flatMap(([name, items]) =>
      name === 'commandPalette' ? [] : items,
    );
    const hidden = declared.filter((id) => conditionOf(id) === 'false');
    // The row of the first one is a button, and the page of the inspector has a button for the second one.
    const inOtherPlaces = ['hostedMcp.loadMoreDeployments', 'hostedMcp.saveSnapshot'];
    for (const id of hidden.filter((one) => !inOtherPlaces.includes(one))) {
      assert.ok(
        inMenus.some(({ command }) => command === id),
        id,
      );
    }
  });

  it('offers at most 35 commands in the palette while the tree is used', () => {
    const visible = declared.filter((id) =>
      (manifest.contributes.menus['commandPalette'] ?? [])
        .filter(({ command }) => command === id)
        .every(({ when = 'true' }) => holdsInReadyWindow(when)),
    );
    assert.ok(visible.length <= 35, `${visible.length} commands: ${visible.join(', ')}`);
    // The test would also pass if it evaluated no condition.
    assert.ok(visible.includes('hostedMcp.deploy') && !visible.includes('hostedMcp.deleteProject'));
    assert.ok(visible.length > 25);
  });

  it('shows one text in each empty view before the extension starts, and in each state without data', () => {
    const { views, viewsWelcome } = manifest.contributes;
    for (const { id } of Object.values(views).flat()) {
      for (const state of [undefined, 'noService', 'signedOut', 'ended']) {
        const condition =
          state === undefined
            ? `!${ids.ContextKeyId.connection}`
            : `${ids.ContextKeyId.connection} == ${state}`;
        const texts = viewsWelcome.filter(({ view, when }) => view === id && when === condition);
        assert.equal(texts.length, 1, `${id}: ${condition}`);
      }
    }
  });

  it('offers nothing that needs a service before the extension starts', () => {
    // An unset key differs from each value.
    assert.doesNotMatch(text, new RegExp(`${ids.ContextKeyId.connection} !=`));
  });

  it('contains all submenus in the menu of an environment', () => {
    const { menus, submenus } = manifest.contributes;
    assert.deepEqual(
      (menus['view/item/context'] ?? []).flatMap(({ submenu = [] }) => submenu),
      submenus.map(({ id }) => id),
    );
  });

  it('uses only declared commands and menus, in menus and in welcome texts', () => {
    const { menus, submenus } = manifest.contributes;
    const items = Object.values(menus).flat();
    for (const { submenu } of items) {
      if (submenu !== undefined)
        assert.ok(submenus.some(({ id }) => id === submenu) && menus[submenu], submenu);
    }
    const inMenus = items.flatMap(({ command = [] }) => command);
    const inTexts = [
      ...Object.values(manifestTexts)
        .join('\n')
        .matchAll(/\(command:([\w.]+)/g),
    ].map(([, id = '']) => id);
    assert.ok(inTexts.length > 0);
    assert.deepEqual(
      [...inMenus, ...inTexts].filter((command) => !declared.includes(command)),
      [],
    );
  });

  // The editor shows a line that is only one link as a button, and all buttons look primary.
  it('has one button in each state of an empty view', () => {
    for (const { contents } of manifest.contributes.viewsWelcome) {
      const key = contents.slice(1, -1);
      const lines = (manifestTexts[key] ?? '').split('\n');
      const buttons = lines.filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line));
      // `noAccount` is shown below `noService`. Nothing can be done while a view loads.
      const expected = /(?:[lL]oading|noAccount\w*)$/.test(key) ? 0 : 1;
      assert.equal(buttons.length, expected, key);
    }
  });

  it('takes every text from package.nls.json, which has no unused ones', () => {
    const used = [...text.matchAll(/"%([^"%]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(manifestTexts).sort());
  });

  it('has an icon for each kind of JSON document, because icon themes know only the language JSON', () => {
    const languages = manifest.contributes.languages.filter(({ filenamePatterns }) =>
      filenamePatterns.some((pattern) => pattern.endsWith('.json')),
    );
    assert.equal(languages.length, 2);
    for (const { id, icon } of languages) {
      for (const path of [icon?.light, icon?.dark]) assert.match(readRepositoryFile(path ?? id), /^<svg /);
    }
  });

  it('lets no workspace control where credentials are sent', () => {
    const { properties } = manifest.contributes.configuration;
    for (const id of [ids.SettingId.baseUrl, ids.SettingId.clientId, ids.SettingId.loopbackPort]) {
      assert.equal(properties[id]?.scope, 'application', id);
      assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(id), id);
    }
  });

  it('reads no link to a project in a workspace that is not trusted', () => {
    const { project } = ids.SettingId;
    assert.equal(manifest.contributes.configuration.properties[project]?.scope, 'resource');
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(project));
  });

  it('is built with the types of its minimum editor version', () => {
    const minimum = manifest.engines.vscode.replace('^', '');
    assert.equal(manifest.devDependencies['@types/vscode'], minimum);
  });

  it('uses context keys that ids.ts has', () => {
    const clauses = [...text.matchAll(/"when": "([^"]+)"/g)].map(([, clause = '']) => clause).join(' ');
    const keys = [...clauses.matchAll(/\bhostedMcp\.\w+/g)].map(([key]) => key);
    const known: readonly string[] = [ids.ContextKeyId, ids.ViewId, ids.PanelType].flatMap((one) =>
      Object.values(one),
    );
    assert.deepEqual(
      keys.filter((key) => !known.includes(key)),
      [],
    );
  });
});
