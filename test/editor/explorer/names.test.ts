import { expect, test } from '../fixtures.ts';

const name = '$(trash) x';
const sdk = { '@modelcontextprotocol/sdk': '^1.20.0' };

test.describe('a name that looks like an icon', () => {
  test.use({
    repository: {
      files: {
        'package.json': JSON.stringify({ name: 'top', workspaces: ['packages/*'] }),
        [`packages/${name}/package.json`]: JSON.stringify({ name, dependencies: sdk }),
        [`packages/${name}/.env`]: 'SOME_TOKEN=Zq7-marker\n',
        'packages/lib/package.json': JSON.stringify({ name: 'lib' }),
        'packages/lib/index.js': 'process.env.SOME_KEY;\n',
        [`${name}.js`]: 'process.env.OTHER_KEY;\n',
        [`.env.${name}`]: 'OTHER_KEY=1\n',
      },
      remote: `https://git.example.com/octo/${name.replace(' ', '-')}`,
      remotes: { other: `https://git.example.com/${name.replace(' ', '-')}/tides` },
    },
    prepare: ({ service: { world } }) => {
      for (const one of [...world.projects.values(), ...world.teams, ...world.environments.values()]) {
        Object.assign(one, { name });
      }
    },
  });

  test('is text in every list', async ({ workbench }) => {
    await expect(workbench.row(name).first()).toBeVisible();
    const expectText = async (what: string, count = 1): Promise<void> => {
      await test.step(`in ${what}`, async () => {
        await expect(workbench.item('$(trash)').first()).toBeVisible();
        expect(workbench.item('$(trash)').allInnerTexts().length).toBeGreaterThanOrEqual(count);
        // The icon isn't part of the texts.
        expect(workbench.item('').allInnerTexts().join('\n')).not.toMatch(/\\/);
      });
    };
    const leave = () => workbench.input.press('Escape');

    await workbench.run('Open Environment');
    await expectText('the list of environments', 2);
    await leave();
    await workbench.run('Set Scope...');
    await expectText('the list of teams and projects', 3);
    await leave();
    await workbench.run('Find Missing Variables...');
    await workbench.choose(workbench.item('$(trash)').first());
    await expectText('the list of keys with the files that read them');
    await leave();
    await workbench.run('Import Variables...');
    await workbench.choose(workbench.item('$(trash)').first());
    await expectText('the list of files');
    await leave();

    await workbench.run('Create Project');
    await workbench.enter('Icons');
    await expectText('the list of teams', 2);
    await workbench.input.press('Enter');
    await expectText('the summary', 4);
    await workbench.choose(workbench.item(/^Root directory/));
    await expectText('the list of packages');
    await leave();
    await workbench.choose(workbench.item(/^Repository/));
    await expectText('the list of remotes');
    await leave();
    await workbench.choose(workbench.item(/^Variables/));
    await expectText('the list of variables with their files');
  });
});
