/** For each kind of tokens: a pattern for the prefix, the minimum length after the prefix, and the issuer. */
const prefixes: readonly (readonly [prefix: string, minLength: number, issuer: string])[] = [
  ['sk-ant-', 8, 'Anthropic'],
  ['sk-', 8, 'OpenAI'],
  ['[aprs]k_', 8, 'Stripe'],
  ['whsec_', 16, 'Stripe'],
  ['gh[opsur]_', 20, 'GitHub'],
  ['github_pat_', 20, 'GitHub'],
  ['gl(?:pat|ptt|dt|rt)-', 16, 'GitLab'],
  ['xox[a-z]-', 10, 'Slack'],
  ['xapp-', 16, 'Slack'],
  ['npm_', 30, 'npm'],
  ['pypi-', 30, 'PyPI'],
  ['hf_', 30, 'Hugging Face'],
  ['shp(?:at|ca|pa|ss)_', 30, 'Shopify'],
  ['do[opr]_v1_', 40, 'DigitalOcean'],
  ['ya29\\.', 20, 'Google'],
  ['GOCSPX-', 20, 'Google'],
  ['SG\\.', 30, 'SendGrid'],
  ['AGE-SECRET-KEY-', 30, 'age'],
  ['dckr_[po]at_', 20, 'Docker'],
  ['hv[sb]\\.', 20, 'Vault'],
  ['glsa_', 30, 'Grafana'],
  ['gsk_', 40, 'Groq'],
  ['xai-', 40, 'xAI'],
  ['pplx-', 40, 'Perplexity'],
  ['r8_', 30, 'Replicate'],
  ['lin_api_', 30, 'Linear'],
  ['ntn_', 40, 'Notion'],
  ['sbp_', 30, 'Supabase'],
  ['sntry[su]_', 30, 'Sentry'],
  ['tskey-', 20, 'Tailscale'],
];

/**
 * Matches tokens with a known prefix. Fast, because each alternative begins with fixed characters and can't backtrack.
 */
export const prefixedTokenPattern = new RegExp(
  `(?<![A-Za-z0-9])(?:${prefixes.map(([prefix, minLength]) => `(?:${prefix})(?=[\\w.-]{${minLength}})`).join('|')})[\\w-]+(?:\\.[\\w-]+)*`,
  'g',
);

/** Matches only the prefixes of tokens. Used to find out quickly that a text contains no tokens. */
export const tokenPrefixPattern = new RegExp(prefixes.map(([prefix]) => prefix).join('|'));

/** Matches access key IDs of AWS, and API keys of Google. These have a fixed length. */
export const fixedLengthTokenPattern =
  /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}|AIza[\w-]{35})(?![A-Za-z0-9])/g;

/** Whether a text contains a token of a known kind, a JWT (RFC 7519), or the start of a private key. */
export const hasKnownToken = (text: string): boolean =>
  text.search(prefixedTokenPattern) >= 0 ||
  text.search(fixedLengthTokenPattern) >= 0 ||
  /eyJ[\w-]{8,}\.[\w-]{8,}\.|-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----|\bbearer [\w.~+/-]{8,}/i.test(text);

const issuers = prefixes.map(([prefix, , issuer]) => [new RegExp(`^(?:${prefix})`), issuer] as const);

/** Returns the name of the issuer of a token, or `undefined` if the prefix of the token is unknown. */
export function findTokenIssuer(token: string): string | undefined {
  if (/^A(?:KIA|SIA|ROA|IDA)/.test(token)) return 'AWS';
  if (token.startsWith('AIza')) return 'Google';
  return issuers.find(([prefix]) => prefix.test(token))?.[1];
}
