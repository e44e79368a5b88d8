import fc from 'fast-check';

export const characters = (alphabet: string) => fc.constantFrom(...alphabet);
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** With a digit between letters: it can't be taken for words. */
const secretOf = (least: number, more = '') =>
  fc
    .tuple(
      fc.string({ unit: characters(`${letters}0123456789${more}`), minLength: least, maxLength: least + 40 }),
      fc.string({ unit: characters(letters), minLength: 2, maxLength: 2 }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([text, [first, last], digit]) => `${first}${digit}${last}${text}Z7q`);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const webPart = fc
  .string({ minLength: 4, maxLength: 60 })
  .map((text) => Buffer.from(text).toString('base64url'));

/** Names of secrets. */
export const secretNames = [
  'token',
  'GITHUB_TOKEN',
  'access_token',
  'refreshToken',
  'password',
  'DB_PASS',
  'passwd',
  'client_secret',
  'api_key',
  'apikey',
  'X-Api-Key',
  'AWS_SECRET_ACCESS_KEY',
  'private-key',
  'authorization',
  'cookie',
];
const named = (write: (name: string, secret: string) => string) =>
  fc
    .tuple(fc.constantFrom(...secretNames), secretOf(4))
    .map(([name, secret]) => ({ secret, text: write(name, secret) }));
const alone = (secrets: fc.Arbitrary<string>, write: (secret: string) => string = (secret) => secret) =>
  secrets.map((secret) => ({ secret, text: write(secret) }));

/** A text with a secret. */
export interface SecretText {
  readonly secret: string;
  readonly text: string;
}

/** Texts with any secret, by the way in which the secret is written. */
export const secretTexts: Readonly<Record<string, fc.Arbitrary<SecretText>>> = {
  'Bearer …': alone(secretOf(8, '._~+/-'), (secret) => `Bearer ${secret}`),
  'bearer in an address': alone(secretOf(8), (secret) => `header=Bearer%20${secret}`),
  'Basic …': alone(secretOf(4), (secret) => `Basic ${base64(`user:${secret}`)}`).map(({ text }) => ({
    secret: text.slice('Basic '.length),
    text,
  })),
  'Authorization: scheme': alone(secretOf(4), (secret) => `Authorization: Token ${secret}`),
  'Authorization: alone': alone(secretOf(4), (secret) => `authorization: ${secret}`),
  'Authorization=scheme': alone(secretOf(8), (secret) => `authorization=Bearer ${secret}`),
  'Authorization with parameters': alone(
    secretOf(8),
    (secret) => `Authorization: Digest username="bob", realm="x y", response="${secret}", opaque="${secret}"`,
  ),
  'Proxy-Authorization in a command': alone(
    secretOf(8),
    (secret) => `curl -H 'Proxy-Authorization: Bearer ${secret}'`,
  ),
  'Cookie: …': alone(
    secretOf(4),
    (secret) => `Cookie: theme=dark; sid=${secret}; x="${secret}"; y=${secret}`,
  ),
  'Set-Cookie: …': alone(
    secretOf(4),
    (secret) => `set-cookie: sid=${secret}; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly`,
  ),
  'a list of cookies': alone(
    secretOf(4),
    (secret) => `{ 'set-cookie': [ 'a=${secret}; Path=/', 'b=${secret}' ], date: 1 }`,
  ),
  JWT: fc
    .tuple(webPart, webPart)
    .map(([payload, signature]) => `${base64('{"alg":"HS256"}').replace('=', '')}.${payload}.${signature}`)
    .map((secret) => ({ secret, text: `sent ${secret}.` })),
  'JWT in an address': fc
    .tuple(webPart, webPart)
    .map(([payload, signature]) => `eyJhbGciOiJIUzI1NiJ9.${payload}.${signature}`)
    .map((secret) => ({ secret, text: `https://a.example/?t%3D${secret}&x=1` })),
  'sk-…': alone(secretOf(16).map((text) => `sk-proj-${text}`)),
  'ghp_…': alone(secretOf(33).map((text) => `ghp_${text}`)),
  'xoxb-…': alone(secretOf(10, '-').map((text) => `xoxb-${text}`)),
  'AKIA…': alone(
    fc
      .string({ unit: characters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), minLength: 16, maxLength: 16 })
      .map((text) => `AKIA${text}`),
  ),
  'AIza…': alone(
    fc
      .string({ unit: characters(`${letters}0123456789_-`), minLength: 35, maxLength: 35 })
      .filter((text) => /[a-z0-9]$/i.test(text))
      .map((text) => `AIza${text}`),
  ),
  'a password in an address': alone(
    secretOf(4, '@:!$'),
    (secret) => `postgres://app:${secret}@db.example:5432/main`,
  ),
  'a password without a user': alone(secretOf(4), (secret) => `redis://:${secret}@cache`),
  'a private key': alone(
    secretOf(40, '+/\n'),
    (secret) =>
      `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENC\n\n${secret}\n-----END RSA PRIVATE KEY-----`,
  ),
  'name=value': named((name, secret) => `${name}=${secret}`),
  'name="value"': named((name, secret) => `${name}="x ${secret} y"`),
  'name: value': named((name, secret) => `  ${name}: ${secret}`),
  "name: 'value'": named((name, secret) => `{ ${name}: '${secret}', a: 1 }`),
  'name => value': named((name, secret) => `"${name}" => "${secret}"`),
  'in a query': named((name, secret) => `GET /a?x=1&${name}=${secret}&y=2`),
  'in an encoded query': named((name, secret) => `GET /a?to=%3F${name}%3D${secret}`),
  JSON: named((name, secret) => JSON.stringify({ a: 1, [name]: `\\"${secret}\\` })),
  'JSON within JSON': named((name, secret) =>
    JSON.stringify({ body: JSON.stringify({ [name]: `"${secret}"` }) }),
  ),
  'JSON that was cut': named((name, secret) => `{"${name}":"${secret}`),
};
