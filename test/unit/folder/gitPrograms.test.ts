import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { byGit, folderWith } from './tree.ts';

type Folder = ReturnType<typeof folderWith>;

interface Trap {
  /** Configures the program in a repository with a commit. */
  readonly set: (folder: Folder, program: string) => void;
  /**
   * Arguments with which Git runs the program, to verify the configuration. Absent if there are none that work in every
   * version.
   */
  readonly runs?: readonly string[];
}

/** Makes Git compare the content of a file, which runs the filters. */
function touch(folder: Folder): void {
  const path = join(folder.root, 'a.txt');
  const { mtimeMs } = statSync(path);
  utimesSync(path, mtimeMs / 1000 + 10, mtimeMs / 1000 + 10);
}

function filterAll(folder: Folder, filter: string): void {
  folder.write('.git/info/attributes', `* filter=${filter}\n`);
  touch(folder);
}

/** Removes the tree of the commit, and adds a remote that has it. */
function loseTree(folder: Folder, url: string): void {
  const tree = folder.git('rev-parse', 'HEAD^{tree}').trim();
  rmSync(join(folder.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  folder.git('config', 'core.repositoryFormatVersion', '1');
  folder.git('config', 'extensions.partialClone', 'origin');
  folder.git('config', 'remote.origin.promisor', 'true');
  folder.git('config', 'remote.origin.url', url);
  // Without an index, `status` reads the tree.
  rmSync(join(folder.root, '.git/index'));
}

const status = ['status', '--porcelain'];

/** Repository settings that specify a program. */
const traps: Readonly<Record<string, Trap>> = {
  'core.fsmonitor': {
    set: (folder, program) => folder.git('config', 'core.fsmonitor', program),
    runs: status,
  },
  'a hook': {
    set: (folder, program) => {
      folder.write('.git/hooks/post-index-change', readFileSync(program, 'utf8'));
      chmodSync(join(folder.root, '.git/hooks/post-index-change'), 0o755);
      touch(folder);
    },
    runs: status,
  },
  'core.hooksPath': {
    set: (folder, program) => {
      folder.write('hooks/post-index-change', readFileSync(program, 'utf8'));
      chmodSync(join(folder.root, 'hooks/post-index-change'), 0o755);
      folder.git('config', 'core.hooksPath', join(folder.root, 'hooks'));
      touch(folder);
    },
    runs: status,
  },
  'a filter': {
    set: (folder, program) => {
      folder.git('config', 'filter.own.clean', program);
      filterAll(folder, 'own');
    },
    runs: status,
  },
  'a filter that is a process, and required': {
    set: (folder, program) => {
      folder.git('config', 'filter.own.process', program);
      folder.git('config', 'filter.own.required', 'true');
      filterAll(folder, 'own');
    },
    runs: status,
  },
  'a filter with a sign of equality in its name': {
    set: (folder, program) => {
      folder.git('config', 'filter.a=b.c.clean', program);
      filterAll(folder, 'a=b.c');
    },
    runs: status,
  },
  'a filter of an included file': {
    set: (folder, program) => {
      folder.write('more.config', `[filter "own"]\n\tclean = ${program}\n`);
      folder.git('config', 'include.path', join(folder.root, 'more.config'));
      filterAll(folder, 'own');
    },
    runs: status,
  },
  'a filter of the work tree': {
    set: (folder, program) => {
      folder.git('config', 'extensions.worktreeConfig', 'true');
      folder.git('config', '--worktree', 'filter.own.clean', program);
      filterAll(folder, 'own');
    },
    runs: status,
  },
  'a filter of a submodule': {
    set: (folder, program) => {
      folder.git('init', '-q', 'inner');
      folder.write('inner/b.txt', 'b');
      folder.git('-C', 'inner', 'add', '.');
      folder.git('-C', 'inner', 'commit', '-qm', 'inner');
      folder.git('add', 'inner');
      folder.git('commit', '-qm', 'two');
      folder.git('-C', 'inner', 'config', 'core.fsmonitor', program);
      folder.git('-C', 'inner', 'config', 'filter.own.clean', program);
      folder.write('inner/.git/info/attributes', '* filter=own\n');
      folder.write('inner/b.txt', 'c');
    },
    runs: status,
  },
  'core.sshCommand, for objects that are missing': {
    set: (folder, program) => {
      folder.git('config', 'core.sshCommand', program);
      loseTree(folder, 'ssh://host.invalid/a');
    },
    runs: ['-c', 'protocol.allow=always', ...status],
  },
  'remote.uploadpack, for objects that are missing': {
    set: (folder, program) => {
      folder.git('config', 'remote.origin.uploadpack', program);
      loseTree(folder, `file://${folder.root}/inner`);
    },
    runs: status,
  },
  'a helper for a remote, for objects that are missing': {
    set: (folder, program) => {
      folder.git('config', 'protocol.ext.allow', 'always');
      loseTree(folder, `ext::${program}`);
    },
    runs: status,
  },
  'core.gitProxy, for objects that are missing': {
    set: (folder, program) => {
      folder.git('config', 'core.gitProxy', program);
      loseTree(folder, 'git://host.invalid/a');
    },
    runs: status,
  },
  'a pager, an alias, and an editor': {
    set: (folder, program) => {
      for (const key of ['core.pager', 'pager.status', 'pager.config', 'core.editor', 'diff.external']) {
        folder.git('config', key, program);
      }
      for (const command of ['status', 'ls-files', 'rev-parse'])
        folder.git('config', `alias.${command}`, `!${program}`);
      folder.git('config', 'status.submoduleSummary', 'true');
    },
  },
};

describe('Git runs no program that a repository configures', { skip: process.platform === 'win32' }, () => {
  for (const [what, { set, runs }] of Object.entries(traps)) {
    test(what, async () => {
      using folder = folderWith({ 'a.txt': 'a' });
      folder.git('init', '-q');
      folder.git('add', '.');
      folder.git('commit', '-qm', 'one');
      using outside = folderWith({});
      outside.write('trap.sh', `#!/bin/sh\ntouch '${join(outside.root, 'ran')}'\nexit 1\n`);
      const program = join(outside.root, 'trap.sh');
      chmodSync(program, 0o755);
      set(folder, program);
      rmSync(join(outside.root, 'ran'), { force: true });

      const listed = await byGit(folder.root);
      assert.ok(!existsSync(join(outside.root, 'ran')), 'it ran');
      const ignored = readdirSync(folder.root).filter((name) => name !== '.git');
      assert.ok(
        ignored.every((name) => listed?.paths.some((path) => path.split('/')[0] === name)),
        'all is listed',
      );
      if (!runs) return;
      try {
        folder.git(...runs);
      } catch {
        // The command fails with the program.
      }
      assert.ok(existsSync(join(outside.root, 'ran')), 'without care, Git runs it');
    });
  }

  test('from a bare repository in a folder, which is used only if it is named explicitly', async () => {
    using folder = folderWith({ 'sub/a.txt': 'a' });
    folder.git('init', '-q', '--bare', 'sub/bare.git');
    folder.git('-C', 'sub/bare.git', 'config', 'core.bare', 'false');
    folder.git('-C', 'sub/bare.git', 'config', 'core.worktree', '..');
    assert.equal(await byGit(join(folder.root, 'sub/bare.git')), undefined);
  });

  test('except those that the user configured, so that files of Git LFS count as unchanged', async () => {
    using folder = folderWith({ 'a.txt': 'a', '.gitattributes': 'a.txt filter=user\n' });
    using home = folderWith({
      '.gitconfig': '[filter "user"]\n\tclean = sed s/b/a/\n[filter "lfs"]\n\tclean = sed s/b/a/\n',
    });
    folder.git('init', '-q');
    folder.git('add', '.');
    folder.git('commit', '-qm', 'one');
    folder.write('a.txt', 'b');
    const { HOME, XDG_CONFIG_HOME } = process.env;
    process.env['HOME'] = home.root;
    process.env['XDG_CONFIG_HOME'] = home.root;
    try {
      assert.equal((await byGit(folder.root))?.git.isDirty, false);
      folder.git('config', 'filter.user.clean', 'sed s/b/c/');
      assert.equal((await byGit(folder.root))?.git.isDirty, true);

      folder.write('.gitattributes', 'a.txt filter=lfs\n');
      folder.write('a.txt', 'a');
      folder.git('commit', '-qam', 'two');
      folder.write('a.txt', 'b');
      assert.equal((await byGit(folder.root))?.git.isDirty, false);
      // Git LFS runs it within its own filter.
      folder.git('config', 'lfs.extension.own.clean', 'touch ran');
      assert.equal((await byGit(folder.root))?.git.isDirty, true);
    } finally {
      Object.assign(process.env, { HOME });
      if (XDG_CONFIG_HOME === undefined) delete process.env['XDG_CONFIG_HOME'];
      else process.env['XDG_CONFIG_HOME'] = XDG_CONFIG_HOME;
    }
  });
});
