import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { branchOfHead, readGit, remotesOf } from '../../../src/folder/git.ts';
import { cleanRemote, repositoryName } from '../../../src/folder/remote.ts';
import { folderOf } from './folder.ts';

const web = 'https://github.com/octo/tides';

describe('the address of a repository', () => {
  const plain = { url: web, wasSsh: false, hadCredentials: false };
  const ssh = { url: web, wasSsh: true, hadCredentials: false };
  const cleared = { url: web, wasSsh: false, hadCredentials: true };
  const cases: readonly [string, ReturnType<typeof cleanRemote>][] = [
    [web, plain],
    [`${web}.git`, plain],
    [` ${web}/ `, plain],
    ['https://octo:secret@github.com/octo/tides.git', cleared],
    ['https://ghp_secret@github.com/octo/tides', cleared],
    [`${web}.git?access_token=secret`, cleared],
    [`${web}#secret`, cleared],
    ['http://git.example.com:8080/a/b.git', { ...plain, url: 'http://git.example.com:8080/a/b' }],
    ['git@github.com:octo/tides.git', ssh],
    ['github.com:octo/tides', ssh],
    ['git@github.com:/octo/tides.git', ssh],
    ['ssh://git@github.com/octo/tides.git', ssh],
    ['ssh://git@github.com:2222/octo/tides.git', ssh],
    ['git+ssh://git@github.com/octo/tides', ssh],
    ['git://github.com/octo/tides.git', ssh],
    ['git@gitlab.com:group/sub/tides.git', { ...ssh, url: 'https://gitlab.com/group/sub/tides' }],
    // Only the configuration of SSH knows what that is.
    ['git@work:octo/tides.git', undefined],
    ['C:\\repos\\tides', undefined],
    ['C:/repos/tides', undefined],
    ['/srv/git/tides.git', undefined],
    ['../tides', undefined],
    ['file:///srv/git/tides.git', undefined],
    ['octo/tides', undefined],
    ['', undefined],
  ];
  for (const [remote, expected] of cases) {
    test(`${remote} is ${expected?.url ?? 'none'}`, () => assert.deepEqual(cleanRemote(remote), expected));
  }

  test('never holds a user name, a password or a query', () => {
    const word = fc.stringMatching(/^[a-z0-9]{6,12}$/).map((text) => `zq${text}`);
    fc.assert(
      fc.property(word, word, word, fc.constantFrom('https', 'http'), (user, password, token, scheme) => {
        const clean = cleanRemote(`${scheme}://${user}:${password}@example.com/a/b.git?x=${token}#${token}`);
        assert.deepEqual(clean, { url: `${scheme}://example.com/a/b`, wasSsh: false, hadCredentials: true });
      }),
    );
  });

  test('stands as it is once it is clean, and nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        const clean = cleanRemote(text);
        if (clean) assert.equal(cleanRemote(clean.url)?.hadCredentials, false);
      }),
    );
  });

  test('gives a name', () => {
    assert.equal(repositoryName(web), 'tides');
    assert.equal(repositoryName('https://example.com/a/b%20c'), 'b c');
    assert.equal(repositoryName('https://example.com/a/%zz'), '%zz');
  });
});

describe('the configuration of Git', () => {
  const config = `
[core]
	bare = false
[remote "upstream"]
	url = https://github.com/upstream/tides
	fetch = +refs/heads/*:refs/remotes/upstream/*
[remote "origin"]
	url = "${web}"
	url = https://github.com/second/one
[branch "main"]
	remote = upstream
	merge = refs/heads/main
`;
  const upstream = 'https://github.com/upstream/tides';
  test('names the remote of the branch first, else origin, and then the others', () => {
    assert.deepEqual(remotesOf(config, 'main'), [upstream, web]);
    assert.deepEqual(remotesOf(config, 'other'), [web, upstream]);
    assert.deepEqual(remotesOf(config, undefined), [web, upstream]);
    assert.deepEqual(remotesOf(config.replace('"origin"', '"fork"'), undefined), [upstream, web]);
    assert.deepEqual(remotesOf('', 'main'), []);
    assert.deepEqual(remotesOf(`[remote "origin"]\n\turl =\n\turl = ${web}\n`, 'main'), [web]);
  });

  test('names the branch that is checked out, if any is', () => {
    assert.equal(branchOfHead('ref: refs/heads/release/next\n'), 'release/next');
    assert.equal(branchOfHead('8f3c1f0c8a4a4c4b6c2c6e1d8e9b7a6f5e4d3c2b\n'), undefined);
  });
});

describe('a folder of a repository', () => {
  const git = {
    '/work/.git/HEAD': 'ref: refs/heads/main\n',
    '/work/.git/config': `[remote "origin"]\n url = ${web}\n`,
  };
  const found = { remotes: [web], branch: 'main', below: '' };
  test('may be its top, or lie below', async () => {
    assert.deepEqual(await readGit(folderOf(git)), found);
    assert.deepEqual(await readGit(folderOf(git, '/work/packages/mcp')), { ...found, below: 'packages/mcp' });
  });

  test('may be a work tree or a submodule, which name where Git keeps what it knows', async () => {
    const tree = {
      ...git,
      '/tree/.git': 'gitdir: /work/.git/worktrees/tree\n',
      '/work/.git/worktrees/tree/HEAD': 'ref: refs/heads/side\n',
      '/work/.git/worktrees/tree/commondir': '../..\n',
    };
    assert.deepEqual(await readGit(folderOf(tree, '/tree')), { ...found, branch: 'side' });
    const submodule = {
      '/work/sub/.git': 'gitdir: ../.git/modules/sub\n',
      '/work/.git/modules/sub/HEAD': 'ref: refs/heads/main\n',
      '/work/.git/modules/sub/config': `[remote "origin"]\n url = ${web}\n`,
    };
    assert.deepEqual(await readGit(folderOf(submodule, '/work/sub')), found);
  });

  test('may be none', async () => {
    assert.equal(await readGit(folderOf({ '/work/package.json': '{}' })), undefined);
    assert.equal(await readGit(folderOf({}, '/')), undefined);
  });
});
