import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import hostedGitInfo from 'hosted-git-info';
import { parseHead, parseRemotes, readGitDirectory } from '../../../src/folder/git.ts';
import { readRepositoryName, toWebRemote } from '../../../src/folder/remote.ts';
import { webUrl } from '../../kit/webUrl.ts';
import { folderOf } from './folder.ts';

const web = 'https://github.com/octo/tides';

describe('the web address of a repository', () => {
  const plain = { url: web, wasSsh: false, hadCredentials: false };
  const ssh = { url: web, wasSsh: true, hadCredentials: false };
  const cleared = { url: web, wasSsh: false, hadCredentials: true };
  const cases: readonly [string, ReturnType<typeof toWebRemote>][] = [
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
    // An alias in the SSH configuration.
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
    test(`${remote} is ${expected?.url ?? 'none'}`, () => assert.deepEqual(toWebRemote(remote), expected));
  }

  /** URL formats of the Git documentation with their web addresses, or `undefined` if there is none. */
  const forms: Readonly<Record<string, string | undefined>> = {
    // SSH formats, and the Git protocol.
    'octo@git.acme.example:team/tides.git/': 'https://git.acme.example/team/tides',
    'octo@acme.example@git.acme.example:team/tides.git': 'https://git.acme.example/team/tides',
    '[git@git.acme.example:2222]:team/tides.git': 'https://git.acme.example/team/tides',
    '[git.acme.example]:team/tides.git': 'https://git.acme.example/team/tides',
    'git@Git.Acme.Example:Team/Tides.git': 'https://git.acme.example/Team/Tides',
    'git@git.acme.example:~octo/tides.git': 'https://git.acme.example/~octo/tides',
    'git@git.acme.example:my tides.git': 'https://git.acme.example/my%20tides',
    'git@192.0.2.7:team/tides.git': 'https://192.0.2.7/team/tides',
    'git@[2001:db8::1]:team/tides.git': 'https://[2001:db8::1]/team/tides',
    'ssh://git@[2001:db8::1]:2222/team/tides.git': 'https://[2001:db8::1]/team/tides',
    'ssh://git.acme.example/~octo/tides.git/': 'https://git.acme.example/~octo/tides',
    'ssh://octo:secret@git.acme.example:29418/team/tides': 'https://git.acme.example/team/tides',
    'ssh+git://git@git.acme.example/team/tides.git': 'https://git.acme.example/team/tides',
    'git://git.acme.example:9418/~octo/tides.git': 'https://git.acme.example/~octo/tides',
    'git@xn--mnchen-3ya.example:team/tides.git': 'https://xn--mnchen-3ya.example/team/tides',
    'git@münchen.example:team/tides.git': 'https://xn--mnchen-3ya.example/team/tides',
    'git@github.com:octo/tides.git?token=secret': web,
    // Aliases in the SSH configuration.
    'git@github.com-work:octo/tides.git': undefined,
    'git@github.com_work:octo/tides.git': undefined,
    'git@github.com.work:octo/tides.git': undefined,
    'git@work.github.com:octo/tides.git': undefined,
    'git@github.personal:octo/tides.git': undefined,
    'git@work-gitlab.com-2:octo/tides.git': undefined,
    'git@bitbucket.org-octo:octo/tides.git': undefined,
    'ssh://git@github.com-work/octo/tides.git': undefined,
    'ssh://git@gitserver:2222/octo/tides.git': undefined,
    'github-work:octo/tides': undefined,
    // SSH on the HTTPS port.
    'ssh://git@ssh.github.com:443/octo/tides.git': web,
    'git@ssh.github.com:octo/tides.git': web,
    'git@ssh.github.com:443/octo/tides.git': web,
    '[git@ssh.github.com:443]:octo/tides.git': web,
    'ssh://git@altssh.gitlab.com:443/group/sub/tides.git': 'https://gitlab.com/group/sub/tides',
    'ssh://git@altssh.bitbucket.org:443/octo/tides.git': 'https://bitbucket.org/octo/tides',
    'https://www.github.com/octo/tides/': web,
    // Azure DevOps.
    'git@ssh.dev.azure.com:v3/acme/Shop/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'git@ssh.dev.azure.com:v3/acme/My%20Shop/tides': 'https://dev.azure.com/acme/My%20Shop/_git/tides',
    'ssh://git@ssh.dev.azure.com:22/v3/acme/Shop/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'acme@vs-ssh.visualstudio.com:v3/acme/Shop/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'https://acme@dev.azure.com/acme/Shop/_git/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'https://dev.azure.com/acme/_git/tides': 'https://dev.azure.com/acme/tides/_git/tides',
    'ssh://acme@acme.visualstudio.com:22/Shop/_ssh/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'https://acme.visualstudio.com/Shop/_git/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'https://acme.visualstudio.com/DefaultCollection/_git/tides':
      'https://dev.azure.com/acme/tides/_git/tides',
    'git@ssh.dev.azure.com:v3/acme/Shop': undefined,
    'git@ssh.dev.azure.com:acme/Shop/tides': undefined,
    'https://acme@dev.azure.com/acme/Shop/_git/_full/tides': 'https://dev.azure.com/acme/Shop/_git/tides',
    'ssh://tfs.acme.example:22/tfs/DefaultCollection/Shop/_ssh/tides':
      'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/tides',
    'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/tides':
      'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/tides',
    // Bitbucket Data Center. Its web pages can't be cloned.
    'https://bitbucket.acme.example/scm/SHOP/tides.git': 'https://bitbucket.acme.example/scm/SHOP/tides',
    'https://octo@bitbucket.acme.example/context/scm/SHOP/tides.git':
      'https://bitbucket.acme.example/context/scm/SHOP/tides',
    'ssh://git@bitbucket.acme.example:7999/shop/tides.git': 'https://bitbucket.acme.example/scm/shop/tides',
    'ssh://git@bitbucket.acme.example:7999/~octo/tides.git': 'https://bitbucket.acme.example/scm/~octo/tides',
    '[git@bitbucket.acme.example:7999]:shop/tides.git': 'https://bitbucket.acme.example/scm/shop/tides',
    'https://bitbucket.acme.example/projects/SHOP/repos/tides/browse':
      'https://bitbucket.acme.example/scm/SHOP/tides',
    'https://bitbucket.acme.example/users/octo/repos/tides': 'https://bitbucket.acme.example/scm/~octo/tides',
    'ssh://git@git.acme.example:7999/group/sub/tides.git': 'https://git.acme.example/group/sub/tides',
    // An SSH host of GitLab.
    'git@ssh.gitlab.gnome.org:GNOME/tides.git': 'https://gitlab.gnome.org/GNOME/tides',
    'ssh://git@ssh.gitlab.freedesktop.org/octo/tides.git': 'https://gitlab.freedesktop.org/octo/tides',
    'git@ssh.acme.example:octo/tides.git': 'https://ssh.acme.example/octo/tides',
    // Other services.
    'https://git.heroku.com/tides-1234.git': 'https://git.heroku.com/tides-1234',
    'git@heroku.com:tides-1234.git': 'https://git.heroku.com/tides-1234',
    'git@hf.co:spaces/octo/tides': 'https://huggingface.co/spaces/octo/tides',
    'https://octo:hf_secret@huggingface.co/spaces/octo/tides': 'https://huggingface.co/spaces/octo/tides',
    'https://source.developers.google.com/p/acme-1/r/tides':
      'https://source.developers.google.com/p/acme-1/r/tides',
    'ssh://octo@acme.example@source.developers.google.com:2022/p/acme-1/r/tides':
      'https://source.developers.google.com/p/acme-1/r/tides',
    'https://acme.googlesource.com/a/team/tides': 'https://acme.googlesource.com/team/tides',
    'https://acme.googlesource.com/team/tides.git': 'https://acme.googlesource.com/team/tides',
    'ssh://octo@gerrit.acme.example:29418/team/tides': 'https://gerrit.acme.example/team/tides',
    'sso://acme/tides': undefined,
    'https://git.sr.ht/~octo/tides': 'https://git.sr.ht/~octo/tides',
    'ssh://git@git.sr.ht/~octo/tides': 'https://git.sr.ht/~octo/tides',
    'ssh://git@gitea.acme.example:2222/octo/tides.git': 'https://gitea.acme.example/octo/tides',
    'forgejo@git.acme.example:octo/tides.git': 'https://git.acme.example/octo/tides',
    'org-1234@github.com:octo/tides.git': web,
    'https://x-access-token:secret@github.com/octo/tides.git/': web,
    'git+ssh://octo@git.launchpad.net/~octo/+git/tides': 'https://git.launchpad.net/~octo/+git/tides',
    'lp:~octo/tides': undefined,
    'keybase://private/octo/tides': undefined,
    'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/tides':
      'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/tides',
    'codecommit::cn-north-1://tides': 'https://git-codecommit.cn-north-1.amazonaws.com.cn/v1/repos/tides',
    'git@github.acme.example:octo/tides.git': 'https://github.acme.example/octo/tides',
    'git@gist.github.com:8f3c1f0c.git': 'https://gist.github.com/8f3c1f0c',
    'git@gitlab.com:group/sub/deeper/tides.git': 'https://gitlab.com/group/sub/deeper/tides',
    'git@codeberg.org:octo/tides.git': 'https://codeberg.org/octo/tides',
    'git@git.sr.ht:~octo/tides': 'https://git.sr.ht/~octo/tides',
    'http://gitea.acme.example:3000/sub/octo/tides.git': 'http://gitea.acme.example:3000/sub/octo/tides',
    'ssh://APKA@git-codecommit.eu-west-1.amazonaws.com/v1/repos/tides':
      'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/tides',
    'codecommit::eu-west-1://profile@tides': 'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/tides',
    'codecommit://tides': undefined,
    // Paths, other transports, and helpers.
    'C:tides': undefined,
    '\\\\server\\share\\tides.git': undefined,
    '//server/share/tides.git': undefined,
    './git.acme.example:tides': undefined,
    '~octo/tides.git': undefined,
    'file:///C:/repos/tides.git': undefined,
    'ftp://git.acme.example/tides.git': undefined,
    'rsync://git.acme.example/tides.git': undefined,
    'ext::ssh git@git.acme.example %S tides': undefined,
    'git.acme.example::tides': undefined,
    // Misplaced user information.
    'https://octo:1/secret@github.com/octo/tides.git': undefined,
    'octo.name:secret@github.com:octo/tides.git': undefined,
    'octo:secret@github.com:octo/tides.git': undefined,
  };
  for (const [remote, url] of Object.entries(forms)) {
    test(`${remote} is ${url ?? 'none'}, and that address is unchanged`, () => {
      const clean = toWebRemote(remote);
      assert.equal(clean?.url, url);
      if (url !== undefined)
        assert.deepEqual(toWebRemote(url), { url, wasSsh: false, hadCredentials: false });
      assert.doesNotMatch(JSON.stringify(clean ?? ''), /secret|APKA|profile/);
    });
  }

  test('of a known service is the same as from hosted-git-info', () => {
    const hosts = ['github.com', 'gitlab.com', 'bitbucket.org'];
    const name = fc.stringMatching(/^[a-z][a-z\d-]{0,10}$/);
    const form = fc.constantFrom(
      'git@HOST:',
      'ssh://git@HOST/',
      'git+ssh://git@HOST/',
      'https://octo:pw@HOST/',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...hosts),
        form,
        name,
        name,
        fc.boolean(),
        (host, start, user, project, hasGit) => {
          const remote = `${start.replace('HOST', host)}${user}/${project}${hasGit ? '.git' : ''}`;
          const expected = hostedGitInfo.fromUrl(remote)?.browse();
          assert.equal(typeof expected, 'string');
          assert.equal(toWebRemote(remote)?.url, expected);
        },
      ),
    );
  });

  test('never contains a user name, a password, or a query', () => {
    const word = fc.stringMatching(/^[a-z0-9]{6,12}$/).map((text) => `zq${text}`);
    fc.assert(
      fc.property(word, word, word, fc.constantFrom('https', 'http'), (user, password, token, scheme) => {
        const clean = toWebRemote(`${scheme}://${user}:${password}@example.com/a/b.git?x=${token}#${token}`);
        assert.deepEqual(clean, { url: `${scheme}://example.com/a/b`, wasSsh: false, hadCredentials: true });
      }),
    );
  });

  test('is unchanged if it is converted again, and no text causes an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), webUrl), (text) => {
        const clean = toWebRemote(text);
        if (clean) assert.equal(toWebRemote(clean.url)?.hadCredentials, false);
      }),
    );
  });

  test('contains the name of the repository', () => {
    assert.equal(readRepositoryName(web), 'tides');
    assert.equal(readRepositoryName('https://example.com/a/b%20c'), 'b c');
    assert.equal(readRepositoryName('https://example.com/a/%zz'), '%zz');
  });
});

describe('a Git configuration', () => {
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
  test('has the remote of the branch first, otherwise origin, and then the others', () => {
    assert.deepEqual(parseRemotes(config, 'main'), [upstream, web]);
    assert.deepEqual(parseRemotes(config, 'other'), [web, upstream]);
    assert.deepEqual(parseRemotes(config, undefined), [web, upstream]);
    assert.deepEqual(parseRemotes(config.replace('"origin"', '"fork"'), undefined), [upstream, web]);
    assert.deepEqual(parseRemotes('', 'main'), []);
    assert.deepEqual(parseRemotes(`[remote "origin"]\n\turl =\n\turl = ${web}\n`, 'main'), [web]);
  });

  const forms: readonly (readonly [config: string, remotes: readonly string[]])[] = [
    [`[remote "origin"]\n\turl = ${web} # mine\n`, [web]],
    [`[remote "origin"]\n\turl = "${web}" ; mine\n`, [web]],
    [`[remote "origin"]\n\turl = "https://a.test/#b"\n`, ['https://a.test/#b']],
    [`[remote "origin"] url = ${web}\n`, [web]],
    [`[Remote "origin"]\r\n\tURL=${web}  \r\n`, [web]],
    ['[remote "origin"]\n\turl = https://github.com/\\\noctocat/a\n', ['https://github.com/octocat/a']],
    [`# [remote "a"]\n; url = b \\\n[remote "origin"] # c \\\n\turl = ${web}\n`, [web]],
    [`\uFEFF[remote.origin]\n\tfetch\n\turl = ${web}`, [web]],
    [
      `[remote "a\\"b\\\\"]\nurl = ${web}\n[branch "main"]\nremote = a\\"b\\\\\n[remote "origin"]\nurl = c`,
      [web, 'c'],
    ],
    [
      '[remote "origin"]\n\turl = gh:o/a\n[url "https://github.com/"]\n\tinsteadOf = gh:\n',
      ['https://github.com/o/a'],
    ],
    [
      '[url "https://a.test/"]\ninsteadOf = gh:\n[url "https://b.test/"]\ninsteadOf = gh:o/\n[remote "origin"]\nurl = gh:o/a',
      ['https://b.test/a'],
    ],
    ['[url "https://a.test/"]\npushInsteadOf = gh:\n[remote "origin"]\nurl = gh:o/a', ['gh:o/a']],
    ['[remote "origin"\nurl = a\n]]\n= b\n"', []],
    ['\r\n]\r\n\r', []],
  ];
  for (const [text, remotes] of forms) {
    test(`${JSON.stringify(text)} is parsed as Git parses it`, () =>
      assert.deepEqual(parseRemotes(text, 'main'), remotes));
  }

  test('has the branch that is checked out, if there is one', () => {
    assert.equal(parseHead('ref: refs/heads/release/next\n'), 'release/next');
    assert.equal(parseHead('8f3c1f0c8a4a4c4b6c2c6e1d8e9b7a6f5e4d3c2b\n'), undefined);
  });
});

describe('a folder in a repository', () => {
  const git = {
    '/work/.git/HEAD': 'ref: refs/heads/main\n',
    '/work/.git/config': `[remote "origin"]\n url = ${web}\n`,
  };
  const found = { remotes: [web], branch: 'main', pathInRepository: '' };
  test('can be its root or a folder below it', async () => {
    assert.deepEqual(await readGitDirectory(folderOf(git)), found);
    assert.deepEqual(await readGitDirectory(folderOf(git, '/work/packages/mcp')), {
      ...found,
      pathInRepository: 'packages/mcp',
    });
  });

  test('can be a work tree or a submodule, whose file contains the path of the Git directory', async () => {
    const tree = {
      ...git,
      '/tree/.git': 'gitdir: /work/.git/worktrees/tree\n',
      '/work/.git/worktrees/tree/HEAD': 'ref: refs/heads/side\n',
      '/work/.git/worktrees/tree/commondir': '../..\n',
    };
    assert.deepEqual(await readGitDirectory(folderOf(tree, '/tree')), { ...found, branch: 'side' });
    const submodule = {
      '/work/sub/.git': 'gitdir: ../.git/modules/sub\n',
      '/work/.git/modules/sub/HEAD': 'ref: refs/heads/main\n',
      '/work/.git/modules/sub/config': `[remote "origin"]\n url = ${web}\n`,
    };
    assert.deepEqual(await readGitDirectory(folderOf(submodule, '/work/sub')), found);
  });

  test('is not found if there is no repository', async () => {
    assert.equal(await readGitDirectory(folderOf({ '/work/package.json': '{}' })), undefined);
    assert.equal(await readGitDirectory(folderOf({}, '/')), undefined);
  });
});
