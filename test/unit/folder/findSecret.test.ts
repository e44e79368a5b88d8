import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findSecret } from '../../../src/folder/findSecret.node.ts';
import { createSecretSearch } from '../../../src/folder/secretTexts.ts';
import { folderWith } from './tree.ts';

const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

/** Texts with one secret each, and the expected reason. */
const secrets: readonly (readonly [text: string, reason: string])[] = [
  [`-----BEGIN PRIVATE KEY-----\n${keyLine}\n`, 'privateKey'],
  [`"-----BEGIN PRIVATE KEY-----\\n${keyLine}\\n"`, 'privateKey'],
  [`    -----BEGIN OPENSSH PRIVATE KEY-----\r\n    ${keyLine}\r\n`, 'privateKey'],
  [`ghp_${'a1B2'.repeat(9)}`, 'token'],
  ['https://deploy:hunter2@git.corp.io/a', 'url'],
  ['//npm.example.com/:_authToken=abcdef', 'credentials'],
];

/** Texts that resemble the beginning of a secret. */
const harmless = [
  'text -----BEGIN PRIVATE KEY----- is the first line of a key. ',
  'https://user:password@localhost/ ',
  '\n//npm.example.com/:_authToken=$TOKEN\n',
];

type Encoding = 'utf8' | 'utf8 with mark' | 'utf16le' | 'utf16le with mark' | 'utf16be';

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf8 with mark') return Buffer.from(`\uFEFF${text}`);
  if (encoding === 'utf16le') return Buffer.from(text, 'utf16le');
  const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return encoding === 'utf16be' ? marked.swap16() : marked;
}

async function find(content: Buffer, path = 'notes.txt') {
  using folder = folderWith({ [path]: '' });
  folder.writeBytes(path, content);
  const source = await open(join(folder.root, path));
  try {
    return await findSecret(source, { path, size: content.length }, new AbortController().signal);
  } finally {
    await source.close();
  }
}

describe('the search for secrets in a file', () => {
  test('finds a secret at any position of a file of any size and encoding, and nothing in the same file without the secret', async () => {
    const around = fc.record({
      before: fc.oneof(fc.nat(200), fc.integer({ min: 60_000, max: 70_000 }), fc.nat(300_000)),
      after: fc.oneof(fc.constant(0), fc.nat(5000), fc.nat(100_000)),
      filler: fc.constantFrom('some text\n', '{"a": 1}\n', 'x', 'é ', ...harmless),
      secret: fc.constantFrom(...secrets),
      encoding: fc.constantFrom<Encoding>(
        'utf8',
        'utf8 with mark',
        'utf16le',
        'utf16le with mark',
        'utf16be',
      ),
    });
    await fc.assert(
      fc.asyncProperty(around, async ({ before, after, filler, secret: [text, reason], encoding }) => {
        const fill = (length: number): string =>
          filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
        const [start, end] = [`${fill(before)}\n`, `\n${fill(after)}`];
        assert.equal((await find(encoded(`${start}${text}${end}`, encoding)))?.reason, reason);
        assert.equal(await find(encoded(`${start}${end}`, encoding)), undefined);
      }),
      { numRuns: 80 },
    );
  });

  test('finds secrets at the borders of the chunks that are read', async () => {
    const [[text]] = [secrets[0] ?? ['', '']];
    for (const piece of [65_536, 131_072]) {
      for (const shift of [-2200, -2048, -2047, -1000, -70, -30, -1, 0, 1]) {
        const content = `${'-'.repeat(piece + shift - 1)}\n${text}${'x'.repeat(70_000)}`;
        assert.equal((await find(Buffer.from(content)))?.reason, 'privateKey', `${piece} ${shift}`);
      }
    }
  });

  test('finds secrets before, after, and around sequences of zeros, wherever they begin and end', async () => {
    const piece = 256 * 1024;
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    for (let shift = 0; shift <= secret.length; shift++) {
      // The middle of the file consists of zeros that begin at or near a chunk boundary.
      const start = `${'.'.repeat(piece - shift - 1)}\n${secret.slice(0, shift)}`;
      for (const surplus of [-1, 0, 1]) {
        const zeros = Buffer.alloc(piece + surplus);
        const content = [Buffer.from(start), zeros, Buffer.from(`${secret.slice(shift)}\n`)];
        assert.equal((await find(Buffer.concat(content)))?.reason, 'token', `${shift} ${surplus}`);
      }
    }
    const zeros = Buffer.alloc(4 * piece);
    const [text, other] = [Buffer.from(`${secret}\n`), Buffer.from('other\n')];
    for (const content of [
      [text, zeros],
      [zeros, text],
      [zeros, text, zeros],
      [text, zeros, other],
      [other, zeros, text, zeros, other],
    ]) {
      assert.equal((await find(Buffer.concat(content)))?.reason, 'token');
    }
    for (const content of [[zeros], [other, zeros], [zeros, other], [other, zeros, other]]) {
      assert.equal(await find(Buffer.concat(content)), undefined);
    }
  });

  test('finds the properties of a document before and after zeros', async () => {
    const text = [
      'kind: Config\nclusters: []\n',
      '\0'.repeat(1024 * 1024),
      'users:\n- user:\n    token: abcdef\n',
    ];
    assert.equal((await find(Buffer.from(text.join('')), 'cluster.yaml'))?.source, 'Kubernetes');
  });

  test('finds the properties of a document that are far from each other', async () => {
    const text = `kind: Config\nclusters:\n- cluster:\n    certificate-authority-data: ${'A'.repeat(90_000)}\nusers:\n- user:\n    token: abcdef\n`;
    assert.deepEqual(await find(Buffer.from(text), 'cluster.yaml'), {
      reason: 'credentials',
      source: 'Kubernetes',
    });
  });

  const stores: Readonly<Record<string, string>> = {
    'a JKS store': 'feedfeed00000002',
    'a JCEKS store': 'cececece00000002',
    'a KeePass database': '03d9a29a67fb4bb5',
    'a PKCS #12 store': '308209d90201033082',
    'a PKCS #8 key': '308204bd020100300d06092a',
    'a PKCS #1 key': '308204a30201000282010100',
    'a SEC 1 key': '30770201010420',
  };
  for (const [what, hex] of Object.entries(stores)) {
    test(`finds ${what} by its first bytes`, async () => {
      assert.deepEqual(await find(Buffer.from(hex.padEnd(200, '0'), 'hex'), 'data.bin'), {
        reason: 'privateKey',
      });
    });
  }

  test('does not take a certificate in DER or another file for a keystore', async () => {
    for (const hex of [
      '308203c5308202ada003020102',
      '89504e470d0a1a0a',
      '504b0304',
      '30820122300d06092a',
      '',
    ]) {
      assert.equal(await find(Buffer.from(hex, 'hex'), 'data.bin'), undefined, hex);
    }
  });

  test('does not report a long certificate, but reports a private key after it', async () => {
    const certificate = `-----BEGIN CERTIFICATE-----\n${`${keyLine}\n`.repeat(3000)}-----END CERTIFICATE-----\n`;
    assert.equal(await find(Buffer.from(certificate), 'chain.pem'), undefined);
    const both = `${certificate}-----BEGIN PRIVATE KEY-----\n${keyLine}\n`;
    assert.deepEqual(await find(Buffer.from(both), 'chain.pem'), { reason: 'privateKey' });
  });

  test('ends in time for any repeated text', () => {
    const parts = [
      ...[
        ' ',
        '\n',
        '\t',
        'a',
        '\\',
        '\\n',
        '"',
        '://',
        '://a',
        '://a:',
        '@',
        '$',
        '{',
        '{{',
        '<',
        '=',
        ': ',
      ],
      ...[
        '-----BEGIN ',
        '-----BEGIN PRIVATE KEY-----',
        '-----BEGIN PRIVATE KEY-----\n',
        'LS0tLS1CRUdJTi',
        'UFJJVkFURSBLRVk',
        'BSSVZBVEUgS0VZ',
        'QUklWQVRFIEtFWS',
        'U\\\\',
        'UF ',
        'A: ',
      ],
      ...[
        'token',
        'password',
        'password=',
        'password={{',
        'password=<',
        '<Pass ',
        '<password>',
        'PrivateKey',
      ],
      ...[
        'Server=',
        'Server=a;',
        'a;',
        'Password',
        'kind: Config ',
        'data:',
        'data:\n',
        'authorization: bearer ',
      ],
      ...[
        'sk-',
        'sk_live_',
        'eyJ',
        'AKIA',
        '"auth":',
        '"kty":',
        '//a/:_auth',
        'aws_secret_key',
        'AccountKey=',
        '"value":"a',
        "'password' => ",
        '://a/t/',
        'dns_a_token',
        'tokenEndpoint',
      ],
    ];
    const paths = ['a.txt', 'a.json', 'a.yaml', 'readme.md', '.npmrc', '.netrc', 'gradle.properties'];
    paths.push(
      'filezilla.xml',
      '.m2/settings.xml',
      '.curlrc',
      'config/database.yml',
      'auth.json',
      '.bundle/config',
      'client.properties',
      'settings.php',
      'a.postman_environment.json',
      '.condarc',
      'a.ini',
    );
    for (const path of paths) {
      for (const part of parts) {
        const text = part.repeat(30_000 / part.length);
        const started = process.cpuUsage();
        createSecretSearch(path)({ text, from: 0, to: text.length });
        // Linear time is a few milliseconds. Processor time doesn't depend on the load of the machine.
        const { user } = process.cpuUsage(started);
        assert.ok(user < 250_000, `${path} ${part}: ${Math.round(user / 1000)} ms`);
      }
    }
  });
});
