import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Sensitivity } from '../../../src/folder/contents.ts';
import { createSecretSearch } from '../../../src/folder/secretTexts.ts';
import { canBePrivateKey, checkFileName, hasPublicKey } from '../../../src/folder/sensitiveFiles.ts';
import { keptByTools, notKeptByTools } from './filesOfTools.ts';
import { folderWith, readWith } from './tree.ts';

/** Returns why the user must confirm a file, based on its content, which is searched in one part. */
function checkFileContent(path: string, text: string): Sensitivity | undefined {
  const found = createSecretSearch(path)({ text, from: 0, to: text.length });
  return found ?? (canBePrivateKey(path) && !hasPublicKey(text) ? { reason: 'privateKey' } : undefined);
}

/** Returns a reference to a variable. */
const variable = (name: string): string => `$\{${name}}`;

/** Files with credentials and similar files without any, as paths and texts. */
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
  ['.npmrc.bak', '//npm.example.com/:_authToken=npm_abc'],
  ['.yarnrc', '"//npm.example.com/:_authToken" "abc"'],
  ['.curlrc', 'user = "u:abc"'],
  ['.curlrc', 'proxy-user = u:abc'],
  ['pip.conf', '[global]\nproxy = user:abc@proxy.example.com:3128\n'],
  ['requirements/prod.txt', '-i https://abc@pypi.example.com/simple\n'],
  ['my.cnf', '[client]\npassword=abc\n'],
  ['redis.conf', 'requirepass abc\n'],
  ['src/main/resources/application-prod.properties', 'spring.datasource.password=abc\n'],
  ['profiles.yml', 'shop:\n  outputs:\n    prod:\n      password: abc\n'],
  ['.vscode/mcp.json', '{"servers": {"a": {"env": {"BRAVE_API_KEY": "abc"}}}}'],
  ['.mcp.json', '{"mcpServers": {"a": {"headers": {"X-API-Key": "abc"}}}}'],
  ['claude_desktop_config.json', '{"mcpServers": {"a": {"url": "https://a.example/mcp?api_key=abc"}}}'],
  ['pip.conf', '[global]\nindex-url = https://abc@pypi.example.com/simple\n'],
  ['.npmrc', 'registry=https://abc@npm.example.com/'],
  ['requirements-dev.txt', '--extra-index-url https://abc@pypi.example.com/simple\nmcp\n'],
  ['requirements.txt', 'tool @ git+https://abc@git.example.com/tool.git\n'],
  ['.yarnrc.yml', 'npmRegistryServer: "https://user:abc@npm.example.com"\n'],
  ['.terraformrc', 'credentials "app.terraform.io" {\n  token = "abc"\n}\n'],
  ['auth.json', '{"github-oauth": {"github.com": "abc"}}'],
  ['auth.json', '{"http-basic": {"repo.example.com": {"username": "a", "password": "abc"}}}'],
  ['gradle.properties', 'org.gradle.jvmargs=-Xmx2g\nsonatypePassword=abc\n'],
  ['.m2/settings.xml', '<server><username>a</username><password>abc</password></server>'],
  ['nuget.config', '<add key="ClearTextPassword" value="abc" />'],
  ['wp-config.php', "define( 'DB_PASSWORD', 'abc' );"],
  ['config/database.yml', 'production:\n  username: a\n  password: abc\n'],
  ['.vscode/sftp.json', '{"host": "a.example", "password": "abc"}'],
  ['.config/gh/hosts.yml', 'github.com:\n    oauth_token: abc\n'],
  ['ngrok.yml', 'version: 2\nauthtoken: abc\n'],
  // Files with any name.
  ['deploy/cluster.yaml', 'apiVersion: v1\nkind: Config\nclusters: []\nusers:\n- user:\n    token: abcdef\n'],
  ['cluster.json', '{"kind": "Config", "clusters": [], "users": [{"user": {"password": "abcdef"}}]}'],
  ['k8s/app.yml', 'kind: Secret\nmetadata:\n  name: a\nstringData:\n  password: abcdef\n'],
  ['docker/auth-config.json', '{"auths": {"ghcr.io": {"auth": "dXNlcjphYmM="}}}'],
  ['google.json', '{"client_secret": "abcdef", "refresh_token": "1//abc"}'],
  ['keys/signing.json', '{"kty": "RSA", "n": "abc", "d": "abcdefghijklmnopqrstuvwxyz"}'],
  ['scripts/publish.sh', 'echo "//npm.example.com/:_authToken=abcdef" > .npmrc\n'],
  ['backup.ini', '[default]\naws_secret_access_key = abcdefghij0123456789ABCDEFGHIJ0123456789\n'],
  [
    'src/store.ts',
    "const store = 'AccountName=a;AccountKey=abcdefghij0123456789ABCDEFGHIJ0123456789abcdefghij01==';",
  ],
  ['appsettings.json', '{"Main": "Server=db.corp.example;Database=a;User Id=sa;Password=hunter2;"}'],
  ['notify.py', 'url = "https://hooks.slack.com/services/T00AAAAAA/B00AAAAAA/abcdefghijklmnop01234567"'],
  ['requests.http', 'GET https://a.example\nAuthorization: Bearer abcdefghij0123456789\n'],
];

/** A Base64 line of a key. */
const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${keyLine}\n-----END RSA PRIVATE KEY-----\n`;

/** Private keys in files. */
const privateKeys: readonly (readonly [path: string, text: string])[] = [
  ['a.txt', pem],
  ['a.txt', pem.replaceAll('\n', '\r\n')],
  ['a.txt', pem.replaceAll('\n', '\r')],
  ['a.txt', pem.replaceAll('\n', ' ')],
  ['a.txt', pem.replaceAll('\n', '')],
  ['a.txt', `\u00ef\u00bb\u00bf${pem}`],
  ['values.yaml', `tls:\n  key: |\n${pem.replaceAll(/^/gm, '    ')}`],
  ['values.yaml', `tls:\n  key: "${pem.replaceAll('\n', '\\n')}"\n`],
  ['values.yaml', `tls:\n  - '-----BEGIN PRIVATE KEY-----\n\n    ${keyLine}'\n`],
  ['config.json', JSON.stringify({ key: pem })],
  ['config.json', JSON.stringify({ inner: JSON.stringify({ key: pem }) })],
  ['config.properties', `key=${pem.replaceAll('\n', '\\n\\\n  ')}`],
  ['src/key.js', `const key = \`${pem}\`;`],
  ['src/key.js', `const key =\n  '-----BEGIN PRIVATE KEY-----\\n' +\n  '${keyLine}\\n';`],
  ['src/key.py', `KEY = (\n    b"-----BEGIN PRIVATE KEY-----\\n"\n    b"${keyLine}\\n"\n)`],
  ['src/key.rs', `const KEY: &str = concat!(r"-----BEGIN PRIVATE KEY-----", "\\n", r"${keyLine}");`],
  ['key.xml', `<key>-----BEGIN PRIVATE KEY-----&#xA;${keyLine}&#xA;</key>`],
  ['key.txt', `key=-----BEGIN PRIVATE KEY-----%0D%0A${keyLine}%0D%0A`],
  ['src/Key.java', `"-----BEGIN EC PRIVATE KEY-----\\n"\n      + "${keyLine}\\n"`],
  ['src/key.py', `# ${pem.replaceAll('\n', '\n# ')}`],
  ['src/key.go', `// ${pem.replaceAll('\n', '\n// ')}`],
  ['k.xml', `<Key>${pem.replaceAll('\n', '&#10;')}</Key>`],
  ['a.txt', `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${keyLine}\n`],
  [
    'a.txt',
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n${keyLine}\n`,
  ],
  ['a.txt', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n'],
  ['a.asc', `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${keyLine}\n`],
  ['a.txt', '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "a"\nP2/56wAAA'],
  ['readme.md', `# Keys\n\n${pem}`],
  ['cluster.yaml', `client-key-data: ${btoa(pem)}\n`],
  ['a.txt', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n'],
  ['keys.txt', `# public key: age1abc\nAGE-SECRET-KEY-1${'QZ2'.repeat(19)}\n`],
  ['a.txt', 'untrusted comment: minisign encrypted secret key\nRWRTY0Iy'],
  ['wg0.conf', '[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\n'],
];

/** Texts that only mention private keys. */
const noKeys: readonly (readonly [path: string, text: string])[] = [
  ['readme.md', 'A key begins with `-----BEGIN PRIVATE KEY-----`.'],
  ['readme.md', '```\n-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n```\n'],
  ['readme.md', 'KEY="-----BEGIN PRIVATE KEY-----\\nMIIE...\\n-----END PRIVATE KEY-----"\n'],
  ['.env.example', 'KEY="-----BEGIN PRIVATE KEY-----\\n<your key>\\n"\n'],
  ['src/a.ts', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return true;"],
  ['src/a.ts', "const pem = '-----BEGIN PRIVATE KEY-----\\n' + body + '\\n-----END PRIVATE KEY-----\\n';"],
  ['src/a.ts', 'const pem = `-----BEGIN PRIVATE KEY-----\n$' + '{body}\n-----END PRIVATE KEY-----`;'],
  ['src/a.ts', 'const start = /-----BEGIN (RSA )?PRIVATE KEY-----/;'],
  ['src/a.py', 'HEADER = "-----BEGIN PRIVATE KEY-----"\nFOOTER = "-----END PRIVATE KEY-----"\n'],
  ['a.txt', `-----BEGIN PUBLIC KEY-----\n${keyLine}\n`],
  ['a.txt', `-----BEGIN CERTIFICATE-----\n${keyLine}\n`],
  ['a.txt', btoa('-----END PRIVATE KEY-----\n')],
  ['a.txt', btoa('This is a PRIVATE KEY.')],
];

/** Tokens of services, in files with any name. The tokens aren't real. */
const tokens: readonly (readonly [service: string, token: string])[] = [
  ['GitHub', `ghp_${'a1B2'.repeat(9)}`],
  ['GitHub', `github_pat_11${'A2b3'.repeat(5)}_${'a1B2'.repeat(14)}`],
  ['GitLab', `glpat-${'a1B-2'.repeat(4)}`],
  ['AWS', `AKIA${'Q2RS'.repeat(4)}`],
  ['Google', `AIza${'Sy1-b'.repeat(7)}`],
  ['Slack', `xoxb-291047583612-2910475836124-${'aB1c'.repeat(6)}`],
  ['Stripe', `sk_live_${'4eC39HqL'.repeat(3)}`],
  ['OpenAI', `sk-proj-${'aB1_'.repeat(6)}${'aB1c'.repeat(8)}`],
  ['Anthropic', `sk-ant-api03-${'aB1c'.repeat(20)}`],
  ['npm', `npm_${'a1B2'.repeat(9)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${'a1B2'.repeat(10)}`],
  ['SendGrid', `SG.${'a1B2c'.repeat(4)}ab.${'a1B2'.repeat(10)}abc`],
  ['Hugging Face', `hf_${'aBqD'.repeat(8)}ef`],
  ['DigitalOcean', `dop_v1_${'0123abcd'.repeat(8)}`],
  ['Docker', `dckr_pat_${'aB1c'.repeat(7)}`],
  ['Vault', `hvs.${'aB1c'.repeat(7)}`],
];

/** URLs with credentials, or `undefined` if the user doesn't have to confirm the file. */
const urls: readonly (readonly [path: string, text: string, reason: 'url' | undefined])[] = [
  ['src/a.ts', "fetch('https://deploy:hunter2@git.corp.example/a')", 'url'],
  ['config.yaml', 'url: postgres://app:Xk29fj@db.corp.io:5432/app', 'url'],
  ['config.yaml', 'url: postgres://app:p@ss@db.corp.io:5432/app', 'url'],
  ['config.json', '{"url": "https:\\/\\/deploy:hunter2@git.corp.io\\/a"}', 'url'],
  ['Dockerfile', 'RUN git clone https://x-access-token:hunter2@git.corp.io/a.git', 'url'],
  ['a.sh', 'curl https://0123456789abcdef0123@git.corp.io/a', 'url'],
  ['a.sh', 'curl https://0123456789abcdef0123:@git.corp.io/a', 'url'],
  ['a.sh', 'curl https://0123456789abcdef0123:x-oauth-basic@git.corp.io/a', 'url'],
  ['package-lock.json', '"resolved": "git+https://0123456789abcdef0123@git.corp.io/a.git"', 'url'],
  ['readme.md', 'Clone `https://deploy:hunter2@git.corp.io/a.git`.', 'url'],
  ['.gitmodules', '[submodule "a"]\n\turl = https://abc@git.corp.io/a.git\n', 'url'],
  ['redis.conf', 'rediss://:hunter2@cache.corp.io:6380', 'url'],
  ['src/a.ts', 'fetch(`https://$' + '{user}:$' + '{password}@git.corp.io/a`)', undefined],
  ['src/a.ts', "new URL('https://user:pass@example.com')", undefined],
  ['src/a.ts', "new URL('https://user:password@localhost:8080')", undefined],
  ['src/a.ts', "'postgres://postgres:postgres@db:5432/app'", undefined],
  ['src/a.py', 'f"https://{user}:{password}@git.corp.io/a"', undefined],
  ['src/a.py', '"https://%s:%s@git.corp.io/a" % (user, password)', undefined],
  ['Dockerfile', 'RUN git clone https://oauth2:$' + '{TOKEN}@git.corp.io/a.git', undefined],
  ['Dockerfile', 'RUN git clone https://$TOKEN:x-oauth-basic@git.corp.io/a.git', undefined],
  ['Dockerfile', 'RUN git clone https://oauth2:$TOKEN@git.corp.io/a.git', undefined],
  ['pip.conf', '[global]\nindex-url = https://$' + '{USER}:$' + '{TOKEN}@pypi.corp.io/simple\n', undefined],
  ['a.cmd', 'git clone https://%USER%:%TOKEN%@git.corp.io/a.git', undefined],
  ['readme.md', 'Use `https://user:password@your-host.corp.io/`.', undefined],
  ['readme.md', 'Use `https://alice:s3cret@git.example.com/`.', undefined],
  ['readme.md', 'Use `https://TOKEN@git.corp.io/` or `https://<user>:<token>@git.corp.io/`.', undefined],
  ['.env.example', 'DATABASE_URL=postgres://app:password@db.corp.io/app', undefined],
  ['package.json', '"url": "git+https://octocat@github.com/octocat/a.git"', undefined],
  ['package.json', '"url": "git+ssh://git@github.com/octocat/a.git"', undefined],
  ['a.html', 'https://cdn.corp.io/npm/@octo/a@1.0.0 https://a.corp.io/?to=me@b.corp.io', undefined],
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
  ['gradle.properties', 'org.gradle.jvmargs=-Xmx2g\nkotlin.code.style=official\n'],
  ['.m2/settings.xml', `<server><password>${variable('env.PASSWORD')}</password></server>`],
  ['config/database.yml', "production:\n  password: <%= ENV['DB_PASSWORD'] %>\n"],
  ['wp-config.php', "define( 'DB_PASSWORD', getenv('DB_PASSWORD') );"],
  ['tsconfig.json', '{"compilerOptions": {}}'],
  // Other names don't identify the tool.
  ['npmrc.md', '//npm.example.com/:_authToken=npm_abc'],
  ['docs/config.json', '{"auth": "abc"}'],
  // Placeholders that a program or a user replaces.
  ['k8s/app.yml', 'kind: Secret\nstringData:\n  password: {{ .Values.password }}\n'],
  ['scripts/publish.sh', `echo "//npm.example.com/:_authToken=${variable('TOKEN')}" > .npmrc`],
  ['src/store.ts', "'AccountName=a;AccountKey=' + key"],
  ['appsettings.json', '{"Main": "Server=localhost;Password=postgres;"}'],
  ['src/a.ts', 'headers: { authorization: `Bearer $' + '{token}` }'],
  // Words that begin like a token.
  ['a.css', '.sk-folding-cube-animation-wrapper .sk-cube2 {}'],
  [
    'a.ts',
    'npm_config_user_agent_of_this_process, hf_hub_download_with_retries, pk_live_abcdefghij0123456789ABCD',
  ],
  ['cmp.h', '#define sk_OSSL_CRMF_ATTRIBUTETYPEANDVALUE_pop_free(sk, freefunc)'],
  ['a.yml', 'uses: a/pypi-publish-action-for-releases-of-packages@v1'],
  ['.env.example', `KEY=ghp_${'x'.repeat(36)}\nOTHER=sk-your-key-here-0123456789`],
  ['readme.md', 'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE'],
];

/** Files that the user must confirm regardless of their content. */
const named: readonly (readonly [path: string, source: string])[] = [
  ...[
    '.env',
    '.env.local',
    'sub/.env.production',
    'prod.env',
    'config/app.env',
    '.envrc',
    '.env/staging',
    'prod.env.bak',
    'app.env.local',
    'env.production',
  ].map((path) => [path, 'dotenv'] as const),
  ['.dev.vars', 'Wrangler'],
  ['.dev.vars.staging', 'Wrangler'],
  ['dev.vars', 'Wrangler'],
  ['.flaskenv', 'Flask'],
  ...[
    'secrets.yaml',
    'secrets.yml',
    'app/secrets.json',
    'secrets.toml',
    'secrets.prod.yaml',
    'db-secret.yml',
    'secrets.yaml~',
  ].map((path) => [path, 'secrets'] as const),
  ['.streamlit/secrets.toml', 'Streamlit'],
  ...[
    'terraform.tfstate',
    'terraform.tfstate.backup',
    'prod.tfvars',
    'prod.auto.tfvars.json',
    'a.tfplan',
  ].map((path) => [path, 'Terraform'] as const),
  ['.htpasswd', 'Apache'],
  ['auth/htpasswd', 'Apache'],
  ['.htpasswd.bak', 'Apache'],
  ['conf/site.htpasswd', 'Apache'],
  ['.pgpass', 'PostgreSQL'],
  ['.my.cnf', 'MySQL'],
  ...[
    'credentials',
    '.aws/credentials',
    'credentials.json',
    '.cargo/credentials.toml',
    'credentials.tfrc.json',
  ].map((path) => [path, 'credentials'] as const),
  ['.aws/sso/cache/0123.json', 'AWS'],
  ['kubeconfig', 'Kubernetes'],
  ['deploy/kubeconfig.yaml', 'Kubernetes'],
  ['prod.kubeconfig', 'Kubernetes'],
  ['.vault-token', 'Vault'],
  ['.vault_pass.txt', 'Ansible'],
  ['config/master.key', 'Rails'],
  ['.s3cfg', 'S3'],
  ['.boto', 'Boto'],
  ['rclone.conf', 'Rclone'],
  ['team.kdbx', 'KeePass'],
  ['.bash_history', 'shell'],
];

/** Names of templates, source files, and texts about secrets. */
const notNamed: readonly string[] = [
  ...[
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.production.sample',
    'example.env',
    'prod.env.dist',
  ],
  ...['secrets.example.yaml', 'secrets.yaml.sample', 'terraform.tfvars.example', '.dev.vars.example'],
  ...['src/secrets.ts', 'src/credentials.py', 'docs/secrets.md', 'environment.ts', 'env.d.ts', 'vars.tf'],
];

describe('a sensitive file', () => {
  test('is sensitive because of its content first, and otherwise because of its name', async () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n';
    using folder = folderWith({
      '.env.production': 'A=1',
      '.env.example': 'A=',
      '.env.local': `KEY=ghp_${'a1B2'.repeat(9)}`,
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
    const { files, sensitiveFiles } = await readWith(folder.root, 'fileSystem');
    assert.deepEqual(
      sensitiveFiles.map(({ file, reason, source }) => [file.path, reason, source]),
      [
        ['.env.local', 'token', 'GitHub'],
        ['.env.production', 'name', 'dotenv'],
        ['.env/staging', 'name', 'dotenv'],
        ['account.json', 'privateKey', undefined],
        ['certs/long.pem', 'privateKey', undefined],
        ['certs/server.pem', 'privateKey', undefined],
        ['der.key', 'privateKey', undefined],
        ['id_ed25519', 'privateKey', undefined],
        ['model.bin', 'large', undefined],
        ['store.p12', 'privateKey', undefined],
        ['sub/.envrc', 'name', 'dotenv'],
        ['wide.pem', 'privateKey', undefined],
      ],
    );
    assert.deepEqual(
      files.map((file) => file.path),
      ['.env.example', 'certs/public.pem', 'id_ed25519.pub', 'readme.md'],
    );
    assert.equal(checkFileName('at-the-limit', 50 * 1024 * 1024), undefined);
  });

  test('contains a secret at any position, in any file', async () => {
    const indented = pem.replaceAll(/^/gm, '    ');
    const asked: Readonly<Record<string, string>> = {
      '.dev.vars': 'A=1',
      '.flaskenv': 'A=1',
      '.htpasswd': 'a:$apr1$abc',
      'deploy/kubeconfig.yaml': 'kind: Config\n',
      'deploy/values.yaml': `tls:\n  key: |\n${indented}`,
      'deploy/values.json': JSON.stringify({ key: pem }),
      'keys/marked.txt': `\uFEFF${pem}`,
      'keys/notes.txt': `${'some text\n'.repeat(20_000)}${pem}`,
      'pip.conf': '[global]\nindex-url = https://abc@pypi.example.com/simple\n',
      'prod.env': 'A=1',
      'secrets.yaml': 'a: 1\n',
      'terraform.tfstate': '{}',
    };
    using folder = folderWith({ ...asked, 'src/server.ts': 'export const a = 1;' });
    const { files, sensitiveFiles } = await readWith(folder.root, 'fileSystem');
    assert.deepEqual(
      sensitiveFiles.map(({ file }) => file.path),
      Object.keys(asked).toSorted(),
    );
    assert.deepEqual(
      files.map((file) => file.path),
      ['src/server.ts'],
    );
  });

  for (const [path, text] of credentials) {
    test(`contains credentials: ${path} ${JSON.stringify(text)}`, () => {
      const expected = text.includes('PRIVATE KEY') ? ['privateKey'] : ['credentials', 'url'];
      assert.ok(
        expected.includes(checkFileContent(path, text)?.reason ?? ''),
        JSON.stringify(checkFileContent(path, text)),
      );
    });
  }

  for (const [path, text] of privateKeys) {
    test(`contains a private key: ${path} ${JSON.stringify(text)}`, () => {
      assert.deepEqual(checkFileContent(path, text), { reason: 'privateKey' });
    });
  }

  test('contains a private key at any position of a Base64 text, with and without line breaks', () => {
    const document = fc.record({
      before: fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
      kind: fc.constantFrom('', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '),
      asText: fc.constantFrom(
        (text: string) => text,
        (text: string) => JSON.stringify({ type: 'service_account', private_key: text }),
      ),
      alphabet: fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      lineLength: fc.constantFrom(1000, 76, 64, 21),
      lineBreak: fc.constantFrom('\n', '\r\n', '\n    ', '\\n'),
      around: fc.constantFrom(['', ''], ['key: ', ''], ['{"key": "', '"}'], ['KEY=a-key_', '\n']),
    });
    fc.assert(
      fc.property(document, ({ before, kind, asText, alphabet, lineLength, lineBreak, around }) => {
        const encoded = (type: string): string => {
          const text = `${before}${asText(pem.replaceAll('RSA PRIVATE', `${kind}${type}`))}`;
          const lines = Buffer.from(text)
            .toString(alphabet)
            .match(new RegExp(`.{1,${lineLength}}`, 'g'));
          return around.join(lines?.join(lineBreak));
        };
        assert.deepEqual(checkFileContent('a.txt', encoded('PRIVATE')), { reason: 'privateKey' });
        assert.equal(checkFileContent('a.txt', encoded('PUBLIC')), undefined);
      }),
      { numRuns: 500 },
    );
  });

  for (const [path, text, tool] of keptByTools) {
    test(`contains credentials of ${tool}: ${path} ${JSON.stringify(text)}`, () => {
      assert.equal((checkFileContent(path, text) ?? checkFileName(path, text.length))?.source, tool);
    });
  }

  for (const [path, text] of notKeptByTools) {
    test(`contains no credentials of a tool: ${path} ${JSON.stringify(text)}`, async () => {
      using folder = folderWith({ [path]: text });
      assert.deepEqual((await readWith(folder.root, 'fileSystem')).sensitiveFiles, []);
    });
  }

  for (const [service, token] of tokens) {
    test(`contains a token for ${service}: ${token.slice(0, 6)}`, () => {
      const expected = { reason: 'token', source: service };
      for (const text of [token, `const key = '${token}';`, `{"key":"${token}"}`, `KEY=${token}\r\n`]) {
        assert.deepEqual(checkFileContent('src/config.ts', text), expected, text);
        assert.deepEqual(checkFileContent('.env.example', text), expected, text);
      }
    });
  }

  for (const [path, text, reason] of urls) {
    test(`${reason ? 'contains' : "doesn't contain"} a URL with credentials: ${path} ${text}`, () => {
      assert.equal(checkFileContent(path, text)?.reason, reason);
    });
  }

  for (const [path, source] of named) {
    test(`has the name of a file with secrets: ${path}`, () => {
      assert.equal(checkFileName(path, 1)?.source, source);
    });
  }

  test('is not a template, source code, or a text about secrets', () => {
    assert.deepEqual(
      notNamed.filter((path) => checkFileName(path, 1) !== undefined),
      [],
    );
  });

  for (const [path, text] of [...harmless, ...noKeys]) {
    test(`is not a file without secrets: ${path} ${JSON.stringify(text)}`, () => {
      assert.equal(checkFileName(path, text.length) ?? checkFileContent(path, text), undefined);
    });
  }
});
