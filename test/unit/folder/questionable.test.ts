import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { questionIn, questionOf } from '../../../src/folder/questionable.ts';
import { folderWith, readWith } from './tree.ts';

/** As files name a variable that a program takes a value from. */
const variable = (name: string): string => `$\{${name}}`;

/** Files that hold a credential, and the like that hold none: what each is called, and what is in it. */
const credentials: readonly (readonly [path: string, text: string])[] = [
  ['.npmrc', 'registry=https://npm.example.com/\n//npm.example.com/:_authToken=npm_abc\n'],
  ['sub/.npmrc', '//npm.example.com/:_password = "YWJj"\r\n'],
  ['.npmrc', '_auth=dXNlcjphYmM='],
  ['.npmrc', '# //npm.example.com/:_authToken=npm_abc'],
  ['.npmrc', ';_authToken=npm_abc'],
  ['.npmrc', `//a.example/:_authToken=${variable('A')}\n//b.example/:_authToken=npm_abc`],
  ['.npmrc', `//a.example/:_authToken=${variable('A')}npm_abc`],
  ['.npmrc', 'registry=https://user:abc@npm.example.com/'],
  ['.npmrc', 'key="-----BEGIN PRIVATE KEY-----\\nabc"'],
  ['.yarnrc.yml', 'npmRegistries:\n  //npm.example.com:\n    npmAuthToken: abc\n'],
  ['.yarnrc.yml', 'npmAuthIdent: "user:abc"'],
  ['.yarnrc.yml', `npmAuthToken: "${variable('TOKEN:-abc')}"`],
  ['.netrc', 'machine example.com login a password abc'],
  ['_netrc', 'machine example.com\n\tlogin a\n\tpassword\n\tabc\n'],
  ['home/.netrc', 'default login a password abc'],
  ['.pypirc', '[pypi]\nusername = __token__\npassword = pypi-abc\n'],
  ['.pypirc', '[mine]\nrepository: https://user:abc@pypi.example.com/\n'],
  ['pip.conf', '[global]\nindex-url = https://user:abc@pypi.example.com/simple\n'],
  ['pip.ini', 'extra-index-url=https://user:abc@pypi.example.com/simple'],
  ['.git-credentials', 'https://user:abc@github.com\n'],
  ['.git-credentials', 'https://abc@github.com\n'],
  ['.config/git/credentials', 'https://user:abc@github.com\n'],
  ['.docker/config.json', '{"auths": {"ghcr.io": {"auth": "YWJj"}}}'],
  ['.docker/config.json', '{"auths": {"https://a.example": {"identitytoken" : "abc"}}}'],
  ['ci/.dockerconfigjson', '{"auths": {"a": {"username": "u", "password": "abc"}}}'],
  ['.dockercfg', '{"https://index.docker.io/v1/": {"auth": "YWJj"}}'],
  ['.aws/credentials', '[default]\naws_access_key_id=AKIA\naws_secret_access_key=abc\n'],
  ['.aws/config', '[profile a]\nAWS_SESSION_TOKEN = abc\n'],
  ['application_default_credentials.json', '{"type": "authorized_user", "refresh_token": "1//abc"}'],
  ['.kube/config', 'users:\n- name: a\n  user:\n    token: abc\n'],
  ['.kube/config', 'users:\n- user: {client-key-data: abc}\n'],
  ['.kube/config', 'users:\n- user:\n    username: a\n    password: abc\n'],
  ['.NPMRC', '//npm.example.com/:_authToken=npm_abc'],
];

const harmless: readonly (readonly [path: string, text: string])[] = [
  ['.npmrc', ''],
  [
    '.npmrc',
    'registry=https://npm.example.com/\n@octo:registry=https://npm.pkg.github.com\nalways-auth=true\n',
  ],
  [
    '.npmrc',
    `//npm.pkg.github.com/:_authToken=${variable('NODE_AUTH_TOKEN')}\n//b/:_authToken="${variable('B?')}"\nsave-exact=true\n`,
  ],
  ['.npmrc', '//npm.example.com/:_authToken=\nengine-strict=true'],
  ['.npmrc', `registry=https://user:${variable('TOKEN')}@npm.example.com/`],
  ['.npmrc', 'cafile=/etc/ca.pem\nstrict_auth=off'],
  ['.yarnrc.yml', `nodeLinker: node-modules\nnpmAuthToken: "${variable('NPM_TOKEN:-')}"\n`],
  ['.netrc', 'machine example.com login a\n'],
  [
    '.pypirc',
    '[distutils]\nindex-servers =\n  pypi\n[pypi]\nrepository = https://upload.pypi.org/legacy/\nusername = __token__\n',
  ],
  ['pip.conf', '[global]\nindex-url = https://pypi.example.com/simple\ntrusted-host = a:80\n'],
  ['.git-credentials', '\n'],
  ['.docker/config.json', '{"auths": {"ghcr.io": {}}, "credsStore": "desktop"}'],
  ['.aws/config', '[default]\nregion = eu-central-1\nsso_start_url = https://a.awsapps.com/start\n'],
  ['application_default_credentials.json', '{"type": "external_account"}'],
  ['.kube/config', 'clusters: []\nusers:\n- name: a\n  user:\n    tokenFile: /var/token\n'],
  // Other names say nothing of what is in them.
  ['npmrc.md', '//npm.example.com/:_authToken=npm_abc'],
  ['docs/config.json', '{"auth": "abc"}'],
  ['credentials', 'aws_secret_access_key=abc'],
];

describe('a file that is asked for', () => {
  test('asks for secrets and for what is large, by name', async () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n';
    using folder = folderWith({
      '.env.production': 'A=1',
      '.env.example': 'A=',
      'sub/.envrc': 'export A=1',
      'certs/server.pem': `text before\n${key}`,
      'certs/public.pem': '-----BEGIN CERTIFICATE-----\n',
      'account.json': '{"private_key": "-----BEGIN PRIVATE KEY-----\\nabc"}',
      id_ed25519: 'x',
      'id_ed25519.pub': 'x',
      'store.p12': 'x',
      '.env/staging': 'A=1',
      'der.key': '\u0030\u0082\u0004',
      'wide.pem': Buffer.from('-----BEGIN PRIVATE KEY-----', 'utf16le').toString('latin1'),
      'certs/long.pem': `${'# text\n'.repeat(12_000)}${key}`,
      'readme.md': 'A key begins with `-----BEGIN PRIVATE KEY-----`.',
      'model.bin': '',
    });
    truncateSync(join(folder.root, 'model.bin'), 50 * 1024 * 1024 + 1);
    const { files, questionable } = await readWith(folder.root, 'walk');
    assert.deepEqual(
      questionable.map(({ file, reason }) => [file.path, reason]),
      [
        ['.env.production', 'env'],
        ['.env/staging', 'env'],
        ['account.json', 'privateKey'],
        ['certs/long.pem', 'privateKey'],
        ['certs/server.pem', 'privateKey'],
        ['der.key', 'privateKey'],
        ['id_ed25519', 'privateKey'],
        ['model.bin', 'large'],
        ['store.p12', 'privateKey'],
        ['sub/.envrc', 'env'],
        ['wide.pem', 'privateKey'],
      ],
    );
    assert.deepEqual(
      files.map((file) => file.path),
      ['.env.example', 'certs/public.pem', 'id_ed25519.pub', 'readme.md'],
    );
    assert.equal(questionOf('.env', 1), 'env');
    assert.equal(questionOf('a/.env.production.sample', 1), undefined);
    assert.equal(questionOf('at-the-limit', 50 * 1024 * 1024), undefined);
    assert.ok(questionIn('a.txt', '-----BEGIN PGP PRIVATE KEY BLOCK-----\r\n'));
  });

  for (const [path, text] of credentials) {
    test(`holds credentials: ${path} ${JSON.stringify(text)}`, () => {
      const expected = text.includes('PRIVATE KEY') ? 'privateKey' : 'credentials';
      assert.equal(questionIn(path, text), expected);
      assert.equal(questionOf(path, text.length), undefined);
    });
  }

  for (const [path, text] of harmless) {
    test(`is not one without: ${path} ${JSON.stringify(text)}`, () => {
      assert.equal(questionOf(path, text.length) ?? questionIn(path, text), undefined);
    });
  }

  test('holds credentials after much else, or is too large to tell', async () => {
    const token = '//npm.example.com/:_authToken=npm_abc\n';
    const much = 'a=1\n'.repeat(20_000);
    using folder = folderWith({
      'a/.npmrc': `${much}${token}`,
      'b/.npmrc': much,
      'c/.npmrc': '',
      'd/large.txt': `${much}${token}`,
    });
    truncateSync(join(folder.root, 'c/.npmrc'), 1024 * 1024 + 1);
    const { files, questionable } = await readWith(folder.root, 'walk');
    assert.deepEqual(
      questionable.map(({ file, reason }) => [file.path, reason]),
      [
        ['a/.npmrc', 'credentials'],
        ['c/.npmrc', 'credentials'],
      ],
    );
    assert.deepEqual(
      files.map((file) => file.path),
      ['b/.npmrc', 'd/large.txt'],
    );
  });
});
