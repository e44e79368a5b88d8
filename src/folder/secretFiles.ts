import type { Question } from './contents.ts';

/**
 * A file in which a tool keeps secrets: the tool, the end of the path, and what a secret looks like in such a file. Without
 * the last, the file is asked about whatever is in it.
 */
type SecretFile = readonly [tool: string, path: RegExp, content?: RegExp];

function row(tool: string, path: string, content?: string): SecretFile {
  const end = new RegExp(`(?:^|/)(?:${path})$`, 'i');
  return content === undefined ? [tool, end] : [tool, end, new RegExp(content, 'gim')];
}

/** A value that stands in the file, instead of a variable or a placeholder that a program fills in. */
const value = String.raw`(?!["']?(?:\$\{\w+(?:\?|:?-)?\}|\$\w+|\{\{[^}]{0,200}\}\}|<[^>]{0,200}>)["']?[ \t]*,?[ \t]*\r?$)["']?[^\s"'|>#]`;

/** A setting of this name, in INI, properties, TOML, or YAML. */
const setting = (names: string): string =>
  String.raw`(?:^|[\s:#;{"'])(?:${names})["']?[ \t]*[=:][ \t]*${value}`;

/** A property of JSON with a string in it. */
const property = (names: string): string => String.raw`"(?:${names})"\s*:\s*"(?!\$\{|<)[^"]`;

const ext = String.raw`\.(?:ya?ml|json[5c]?|toml|ini|conf|cfg|properties|txt|xml|csv)`;

/** Endings of source files, which read variables and have none. */
const code = '(?:[cm]?[jt]sx?|py|sh|go|rs|rb|java|php|cs)';
const stage = '(?:dev|development|prod|production|stage|staging|test)';

const secretFiles: readonly SecretFile[] = [
  // Variables of an environment.
  row(
    'dotenv',
    String.raw`[^/]*\.env(?:\.(?!${code}$)[\w-]+)?|\.env(?!\.d\.ts$|ironment$)[^/]*(?:/.*)?|env\.(?:local|${stage})`,
  ),
  row('Flask', String.raw`\.flaskenv`),
  row('Wrangler', String.raw`\.?(?:dev|prod|production|staging)\.vars(?:\.[\w-]+)?`),
  // Secrets of any tool.
  row('Streamlit', String.raw`\.streamlit/secrets\.toml`),
  row('Rails', String.raw`master\.key|config/credentials/[\w-]+\.key`),
  row('secrets', String.raw`\.secrets?|(?:[^/]*[._-])?secrets?(?:[._-][\w.-]+)?${ext}`),
  row('credentials', String.raw`\.?credentials|(?:[^/]*[._-])?credentials(?:[._-][\w-]+)?${ext}`),
  row('Terraform', String.raw`[^/]*\.(?:tfstate|tfvars|tfplan)(?:\.[\w.-]+)?`),
  row('Terraform', String.raw`\.terraformrc|terraform\.rc`, setting('token')),
  row('Vault', String.raw`\.vault-token`),
  row('Ansible', String.raw`\.?vault[_-]pass(?:word)?(?:[._-][\w.-]+)?`),
  // Passwords of servers and databases.
  row('Apache', String.raw`(?:[^/]*\.)?ht(?:passwd|digest)`),
  row('netrc', '[._]netrc', String.raw`(?:^|\s)password\s+${value}`),
  row('PostgreSQL', String.raw`\.pgpass|pgpass\.conf`),
  row('PostgreSQL', String.raw`\.?pg_service\.conf`, setting('password')),
  row('MySQL', String.raw`\.(?:my\.cnf|mylogin\.cnf)`),
  row('MySQL', String.raw`my\.cnf`, setting('password')),
  row('Redis', String.raw`redis\.conf`, String.raw`^[ \t]*requirepass[ \t]+${value}`),
  row(
    'Spring',
    String.raw`application(?:-[\w-]+)?\.(?:ya?ml|properties)`,
    setting(String.raw`[\w.-]{0,99}password`),
  ),
  row('dbt', String.raw`profiles\.ya?ml`, setting('password|pass|token')),
  row('WordPress', String.raw`wp-config\.php`, String.raw`['"]DB_PASSWORD['"]\s*,\s*['"][^'"]`),
  row('Rails', String.raw`config/database\.yml`, String.raw`^[ \t]+password:[ \t]*(?!["']?<%)${value}`),
  row('Samba', String.raw`\.smbcred(?:entials)?`),
  row('cURL', '[._]curlrc', String.raw`^[ \t]*(?:-u|(?:--?)?(?:proxy-)?user)[ \t=:]+["']?[^\s:]+:[^\s"']`),
  row('Wget', String.raw`\.wgetrc`, setting('(?:http_|ftp_|proxy_)?passw(?:or)?d')),
  row('mail', String.raw`\.(?:msmtprc|fetchmailrc)`, String.raw`\bpassw(?:or)?d\s+${value}`),
  row('SFTP', String.raw`\.ftpconfig|\.ftppass|sftp(?:-config)?\.json`, property('password|passphrase|pass')),
  row('FileZilla', 'filezilla\\.xml|sitemanager\\.xml|recentservers\\.xml', '<Pass\\b[^>]{0,200}>[^<]'),
  // Package managers.
  row('npm', String.raw`\.npmrc`, setting('_(?:authToken|auth|password)')),
  row('Yarn', String.raw`\.yarnrc(?:\.yml)?`, setting('npmAuth(?:Token|Ident)|_authToken')),
  row('Yarn', String.raw`\.yarnrc`, String.raw`:_(?:authToken|auth|password)"?[ \t]+${value}`),
  row('Bun', String.raw`\.?bunfig\.toml`, setting('token|password')),
  row('PyPI', String.raw`\.pypirc`, setting('password')),
  row('pip', String.raw`pip\.(?:conf|ini)`, String.raw`^[ \t]*proxy[ \t]*=[ \t]*[^\s:/@]+:[^\s@]+@`),
  row('Poetry', String.raw`pypoetry/auth\.toml`),
  row('Cargo', String.raw`\.cargo/config(?:\.toml)?`, setting('token')),
  row('RubyGems', String.raw`\.bundle/config`, String.raw`^BUNDLE_\w+:[ \t]*["']?[^\s:"']+:[^\s"']`),
  row(
    'NuGet',
    String.raw`nuget\.config`,
    String.raw`(?:ClearTextPassword|"Password"|"apikey")"?\s+value="[^"%]`,
  ),
  row(
    'Maven',
    String.raw`settings(?:-security)?\.xml`,
    String.raw`<(?:password|passphrase|master)>\s*[^<\s$]`,
  ),
  row(
    'Gradle',
    String.raw`gradle\.properties`,
    setting(String.raw`[\w.-]{0,99}(?:password|passwd|token|secret|apikey)[\w.-]{0,99}`),
  ),
  row('sbt', String.raw`\.sbt/\.credentials|\.ivy2/\.credentials`),
  row(
    'Composer',
    String.raw`auth\.json`,
    property(
      String.raw`github\.com|gitlab\.com|token|password|[\w.-]*(?:access|refresh|id)_token|[A-Z_]*API_KEY`,
    ),
  ),
  // Version control and containers.
  row('Git', String.raw`\.git-credentials|git/credentials`, String.raw`:\/\/[^\s/]+@`),
  row('GitHub CLI', String.raw`gh/hosts\.yml`, setting('oauth_token')),
  row(
    'Docker',
    String.raw`\.docker/config\.json|\.dockerconfigjson|\.dockercfg`,
    property('auth|password|identitytoken|registrytoken'),
  ),
  row('Kubernetes', String.raw`kubeconfig[^/]*|[^/]*[._-]kubeconfig(?:\.[\w-]+)?`),
  row('Kubernetes', String.raw`\.kube/config`, setting('token|password|client-key-data')),
  // Clouds and services.
  row('AWS', String.raw`\.aws/(?:sso|cli)/cache/[^/]+|(?:[^/]*_)?accessKeys\.csv|rootkey\.csv`),
  row('AWS', String.raw`\.aws/(?:config|credentials)`, setting('aws_(?:secret_access_key|session_token)')),
  row(
    'Azure',
    String.raw`\.azure/(?:accessTokens\.json|msal_token_cache[^/]*|service_principal_entries[^/]*)`,
  ),
  row('Google Cloud', String.raw`gcloud/(?:credentials\.db|access_tokens\.db|legacy_credentials/.*)`),
  row(
    'Google Cloud',
    String.raw`application_default_credentials\.json`,
    property('refresh_token|client_secret|private_key'),
  ),
  row(
    'Google Cloud',
    String.raw`(?:[^/]*[._-])?service[._-]?account[^/]*\.json|[^/]*firebase-adminsdk[^/]*\.json`,
    property('private_key'),
  ),
  row('Google', String.raw`client_secrets?[^/]*\.json`, property('client_secret')),
  row('S3', String.raw`\.s3cfg|\.passwd-s3fs`),
  row('Boto', String.raw`\.boto`),
  row('Rclone', String.raw`rclone\.conf`),
  row('Databricks', String.raw`\.databrickscfg`, setting('token|password|client_secret')),
  row(
    'Snowflake',
    String.raw`\.snow(?:sql/config|flake/(?:config|connections)\.toml)`,
    setting('password|token'),
  ),
  row('Sentry', String.raw`\.sentryclirc`, setting('token')),
  row('ngrok', String.raw`ngrok\.ya?ml`, setting('authtoken|api_key')),
  row('Kaggle', String.raw`kaggle\.json`, property('key')),
  row('Hugging Face', String.raw`\.?huggingface/token`),
  row('Supabase', String.raw`\.supabase/access-token`),
  row(
    'MCP',
    String.raw`\.?mcp\.json|mcp_config\.json|claude_desktop_config\.json|\.claude\.json`,
    String.raw`${property(String.raw`[\w-]{0,99}(?:key|token|secret|password|pat)`)}|[?&](?:api[_-]?key|(?:access_)?token|secret)=(?![$<{])[^\s"&]`,
  ),
  row('Claude', String.raw`\.claude/\.credentials\.json`),
  row('Codex', String.raw`\.codex/auth\.json`),
  row('Gemini', String.raw`\.gemini/oauth_creds\.json`),
  // Stores of passwords, and what was typed.
  row('KeePass', String.raw`[^/]*\.kdbx?`),
  row('PasswordSafe', String.raw`[^/]*\.psafe3`),
  row('1Password', String.raw`[^/]*\.(?:1pif|agilekeychain|opvault)`),
  row('Keychain', String.raw`[^/]*\.keychain(?:-db)?`),
  row('shell', String.raw`\.(?:bash|zsh|sh|psql|mysql|rediscli|node_repl|python|irb)_history`),
];

/** The name of a file with examples or placeholders in place of secrets: `.env.example`, `secrets.sample.yaml`. */
const template = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:$|[._-])/i;

/** Whether a path has the name of a template, whose values are placeholders. */
export function isTemplate(path: string): boolean {
  return template.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns a path without the endings of a copy: `.npmrc.bak` has what `.npmrc` has. */
export function withoutCopyEnding(path: string): string {
  return path.replace(/(?:(?:\.(?:bak|backup|old|orig|save|copy)|~)\d*)+$/i, '');
}

/** Returns why a file is asked about because of its name; `undefined`: its name alone is no reason. */
export function secretFileOf(path: string): Question | undefined {
  if (isTemplate(path)) return undefined;
  const original = withoutCopyEnding(path);
  const found = secretFiles.find(([, end, content]) => content === undefined && end.test(original));
  return found && { reason: 'name', source: found[0] };
}

/** Returns what secrets look like in a file of this path, with the tool that keeps them there. */
export function secretsOfTool(path: string): readonly (readonly [tool: string, content: RegExp])[] {
  const original = withoutCopyEnding(path);
  return secretFiles.flatMap(([tool, end, content]) =>
    content && end.test(original) ? [[tool, content] as const] : [],
  );
}
