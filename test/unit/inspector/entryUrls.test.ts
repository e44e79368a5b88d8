// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the editor are written so.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SignIn } from '../../../src/inspector/signIn/signIn.ts';
import { createTokenStore } from '../../../src/inspector/signIn/tokenStore.ts';
import { createEntryIdentity, getIdentityKey } from '../../../src/inspector/workspace/entryIdentity.ts';
import {
  findEntryUrlIssue,
  hasLiteralHost,
  parseEntryUrl,
  resolveUrl,
  toStorageUrl,
  toUnresolvedUrl,
} from '../../../src/inspector/workspace/entryUrl.ts';
import {
  type InputOwner,
  readStoredInputs,
  storeInputs,
} from '../../../src/inspector/workspace/inputStore.ts';
import { listEntrySecrets } from '../../../src/inspector/workspace/launch.ts';
import type { ServerEntry } from '../../../src/inspector/workspace/mcpFile.ts';
import { createConnectPermission } from '../../../src/inspector/workspace/permission.ts';
import { maskValueVariables, replaceValueVariables } from '../../../src/inspector/workspace/variables.ts';
import { createSecrets } from '../../kit/fakeStores.ts';

const file = { uri: { toString: () => 'file:///work/.vscode/mcp.json' } } as never;
const urlEntry = (url: string): ServerEntry => ({ kind: 'url', name: 'sample', url, headers: {} });
const processEntry: ServerEntry = {
  kind: 'process',
  name: 'sample',
  command: 'node',
  args: [],
  env: {},
  envFile: undefined,
  cwd: undefined,
};

/** The URL of an entry with these values of environment variables and inputs. */
const filled = (url: string, values: Readonly<Record<string, string>>) =>
  resolveUrl(url, (text) => replaceValueVariables(text, values, values));

describe('the URL of an entry', () => {
  test('is rejected if it could be mistaken for another URL', () => {
    for (const [url, issue] of [
      ['https://good.example@evil.example/mcp', 'credentials'],
      ['https://user:password@good.example/mcp', 'credentials'],
      ['https://@good.example/mcp', 'credentials'],
      ['https://:@good.example/mcp', 'credentials'],
      ['https://evil.example\\@good.example/mcp', 'noUrl'],
      ['https:\\\\evil.example/mcp', 'noUrl'],
      ['https://good.example\t.evil.example/mcp', 'noUrl'],
      ['https://good.exam\nple/mcp', 'noUrl'],
      [' https://good.example/mcp', 'noUrl'],
      ['https://good.example/mcp\u0000', 'noUrl'],
      ['https://good\u200b.example/mcp', 'noUrl'],
      ['https:good.example/mcp', 'noUrl'],
      ['https:/good.example/mcp', 'noUrl'],
      ['https:///good.example/mcp', 'noUrl'],
      ['//good.example/mcp', 'noUrl'],
      ['good.example/mcp', 'noUrl'],
      ['3000', 'noUrl'],
      ['localhost:3000', 'noUrl'],
      ['', 'noUrl'],
      ['https://', 'noUrl'],
      ['https://good.example:port/mcp', 'noUrl'],
      ['file:///etc/passwd', 'noUrl'],
      ['javascript:alert(1)', 'noUrl'],
      ['http://good.example/mcp', 'insecure'],
      ['http://127.0.0.1.evil.example/mcp', 'insecure'],
    ] as const) {
      assert.equal(parseEntryUrl(url), issue, JSON.stringify(url));
    }
  });

  test('has the host that receives the request', () => {
    for (const [url, origin] of [
      ['https://GOOD.example/mcp', 'https://good.example'],
      ['https://good.example:443/mcp', 'https://good.example'],
      ['https://good.example:8443/mcp', 'https://good.example:8443'],
      ['https://good.example./mcp', 'https://good.example.'],
      ['https://bücher.example/mcp', 'https://xn--bcher-kva.example'],
      ['https://%65vil.example/mcp', 'https://evil.example'],
      ['https://good.example?user=a@b.example', 'https://good.example'],
      ['https://good.example/@scope/mcp', 'https://good.example'],
      ['http://localhost:3000/mcp', 'http://localhost:3000'],
      ['http://[::1]:3000/mcp', 'http://[::1]:3000'],
    ] as const) {
      const read = parseEntryUrl(url);
      assert.equal(typeof read === 'string' ? read : new URL(read.url).origin, origin, url);
    }
  });

  test('is resolved after its variables are replaced', () => {
    const values = { HOME: '/home/me', DOT: '.evil.example', AT: '@evil.example', PORT: ':80@evil.example' };
    const at = (url: string) => {
      const read = filled(url, { ...values, host: 'mcp.example', whole: 'https://mcp.example/a?key=secret' });
      return typeof read === 'string' ? read : [read.storageUrl, read.displayUrl];
    };
    for (const [url, wanted] of [
      // The URL parser ends the host at the `/` that the variable brings.
      [
        'https://evil.example${env:HOME}@good.example/mcp',
        ['https://evil.example/home/me@good.example/mcp', 'https://evil.example/home/me@good.example/mcp'],
      ],
      ['${env:NOTHING}https://evil.example/mcp', ['https://evil.example/mcp', 'https://evil.example/mcp']],
      [
        'https://good.example${env:DOT}/mcp',
        ['https://good.example.evil.example/mcp', 'https://good.example.evil.example/mcp'],
      ],
      ['https://good.example${env:AT}/mcp', 'credentials'],
      ['https://good.example${env:PORT}/mcp', 'credentials'],
      ['https://${input:host}/mcp', ['https://mcp.example/mcp', 'https://mcp.example/mcp']],
      ['${input:whole}', ['https://mcp.example/a', 'https://mcp.example/a']],
      [
        'https://mcp.example/${input:host}/mcp?key=1',
        ['https://mcp.example/mcp.example/mcp', 'https://mcp.example/*/mcp'],
      ],
      ['https:/${env:HOME}/mcp', ['https://home/me/mcp', 'https://home/…']],
      ['https:${env:HOME}/mcp', 'noUrl'],
      ['${env:NOTHING}//mcp.example', 'noUrl'],
    ] as const) {
      assert.deepEqual(at(url), wanted, url);
    }
  });

  test('has a literal host only without variables before its path', () => {
    for (const url of [
      'https://good.example/${env:A}',
      'https://good.example?k=${env:A}',
      'HTTP://localhost:1/a',
    ]) {
      assert.ok(hasLiteralHost(url), url);
    }
    for (const url of [
      '${env:A}https://good.example/mcp',
      'https${env:A}://good.example/mcp',
      'https:/${env:A}/good.example',
      'https://${env:A}good.example/mcp',
      'https://good.example${env:A}/mcp',
      'https://good.example${env:A}',
      'https://good.example:${input:port}/mcp',
      'https://good.example${workspaceFolderBasename}/mcp',
      'https://${NAME}/mcp',
      'https://user@good.example/mcp',
      'https://good.example\\${env:A}',
    ]) {
      assert.ok(!hasLiteralHost(url), url);
    }
  });

  test('shows users the host that receives the requests, whatever its variables are', () => {
    const part = fc.constantFrom(
      ...[
        'https://',
        'http://',
        'https:',
        '/',
        '//',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '.',
        ':80',
        '[::1]',
        ' ',
        '\t',
        '\n',
      ],
      ...['good.example', 'evil.example', 'localhost', 'mcp', 'a', '..', '%2f', '%40', 'é', '\u200b', '\0'],
    );
    const variable = fc.constantFrom('${env:A}', '${env:B}', '${input:a}', '${input:b}', '${NAME}');
    const url = fc.oneof(
      fc.array(fc.oneof(part, variable), { maxLength: 8 }).map((parts) => parts.join('')),
      fc
        .array(fc.oneof(part, variable), { maxLength: 6 })
        .map((parts) => `https://good.example${parts.join('')}`),
    );
    const value = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(url, fc.record({ A: value, B: value, a: value, b: value }), (text, values) => {
        const read = filled(text, values);
        if (typeof read === 'string') return;
        const { origin, username, password } = new URL(read.url);
        assert.deepEqual([username, password], ['', '']);
        assert.equal(new URL(read.storageUrl).origin, origin);
        assert.equal(new URL(read.displayUrl.replace(/…$/, '')).origin, origin);
        if (hasLiteralHost(text)) assert.equal(origin, new URL(maskValueVariables(text, 'x')).origin);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('an entry', () => {
  const urlShown = (url: string) => createEntryIdentity({ file }, urlEntry(url)).url;

  test('is shown with the URL in its file, and never with another host', () => {
    const place = 'file:///work/.vscode/mcp.json#sample';
    for (const [url, wanted] of [
      ['https://good.example/mcp?key=secret#a', 'https://good.example/mcp'],
      ['https://${input:host}/mcp?key=secret', 'https://${input:host}/mcp'],
      [
        'https://evil.example${env:HOME}/good.example/mcp',
        'https://evil.example${env:HOME}/good.example/mcp',
      ],
      ['https://evil.example${env:HOME}@good.example/mcp', place],
      ['https://${input:user}:${input:password}@good.example/mcp', place],
      ['https://user:password@good.example/mcp', place],
      ['good.example', place],
    ] as const) {
      assert.equal(urlShown(url), wanted, url);
    }
    assert.equal(
      toUnresolvedUrl('https://good.example/${input:a?b#c}/d?e'),
      'https://good.example/${input:a?b#c}/d',
    );
    assert.equal(findEntryUrlIssue('${env:USER}@good.example/mcp'), 'credentials');
  });

  test('of another kind has another page', () => {
    const keys = [processEntry, urlEntry('nothing'), urlEntry('${env:NOTHING}https://evil.example/mcp')].map(
      (entry) => getIdentityKey(createEntryIdentity({ file }, entry)),
    );
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('stored data of a server', () => {
  const owned = { file: 'file:///a', name: 'sample' };
  const first: InputOwner = { ...owned, kind: 'url', address: 'https://good.example/mcp' };
  const others: readonly InputOwner[] = [
    { ...owned, kind: 'process' },
    { ...owned, kind: 'url', url: 'https://good.example/mcp' },
    { ...owned, kind: 'url', address: 'https://good.example/other' },
    { ...owned, kind: 'url', address: 'https://evil.example/mcp' },
    { ...owned, name: 'other', kind: 'url', address: 'https://good.example/mcp' },
    { ...owned, file: 'file:///b', kind: 'url', address: 'https://good.example/mcp' },
  ];

  test('belongs to the entry, its kind, and its URL', async () => {
    const secrets = createSecrets();
    await storeInputs(secrets, first, { token: 'secret' });
    await storeInputs(secrets, first, { other: 'more' });
    assert.deepEqual(await readStoredInputs(secrets, first), { token: 'secret', other: 'more' });
    for (const owner of others)
      assert.deepEqual(await readStoredInputs(secrets, owner), {}, JSON.stringify(owner));
    for (const key of await secrets.keys()) assert.doesNotMatch(key, /good\.example|secret/);
  });

  test('of earlier versions isn’t read', async () => {
    const secrets = createSecrets();
    const place = 'file:///a#sample';
    for (const key of [place, `${place} ${place}`, `${place} https://good.example/mcp`]) {
      await secrets.store(`hostedMcp.inspector.inputs:${key}`, '{"token":"secret"}');
    }
    for (const owner of [first, ...others]) assert.deepEqual(await readStoredInputs(secrets, owner), {});
  });

  test('of a sign-in belongs to the origin and path', async () => {
    const secrets = createSecrets();
    const grant = { server: 'https://login.example', client: { client_id: 'a' }, tokens: { access: 't' } };
    await createTokenStore(secrets, 'https://GOOD.example:443/mcp?query=1').write(grant);
    assert.deepEqual(await createTokenStore(secrets, 'https://good.example/mcp#a').read(), grant);
    for (const url of [
      'https://good.example/mcp/',
      'https://good.example:8443/mcp',
      'https://good.example./mcp',
      'https://good.example.evil.example/mcp',
      'http://good.example/mcp',
    ]) {
      assert.equal(await createTokenStore(secrets, url).read(), undefined, url);
    }
  });

  for (const url of [
    'https://good.example/${env:KEY}/mcp',
    'https://good.example/a${input:key}?query=${env:KEY}',
    'https://${env:HOST}/${env:KEY}',
  ]) {
    test(`has no value of a variable in its key: ${url}`, async () => {
      const value = 'hunter2/of a key';
      const read = filled(url, { HOST: 'good.example', KEY: encodeURI(value), key: encodeURI(value) });
      assert.ok(typeof read !== 'string');
      assert.match(read.url, /hunter2/);
      const storageUrl = await toStorageUrl(read);
      const names: string[] = [storageUrl];
      const secrets = createSecrets();
      const grant = { server: 'https://login.example', client: { client_id: 'a' }, tokens: { access: 't' } };
      await createTokenStore(secrets, storageUrl).write(grant);
      const signIn = new SignIn({
        url: read.storageUrl,
        storageUrl: storageUrl,
        secrets,
        lease: (name) => {
          names.push(name);
          throw new Error('Only the name is needed.');
        },
        withBrowser: () => Promise.reject(new Error('No one is there.')),
        onLost: () => undefined,
      });
      // The sign-in is found by the address, and renewed under a lease of its own.
      assert.equal(await signIn.authorization.token(), 't');
      const response = new Response(null, { status: 401 });
      await assert.rejects(Promise.resolve(signIn.authorization.onUnauthorized({ response })));
      names.push(...(await secrets.keys()));
      const { coveredValues, paragraphs } = createConnectPermission(
        { kind: 'url', name: 'sample', url, headers: {} },
        { ...read, storageUrl },
        'mcp.json',
      );
      names.push(JSON.stringify(coveredValues), ...paragraphs);
      assert.ok(names.length >= 6, String(names.length));
      for (const name of names) assert.doesNotMatch(name, /hunter2/, name);
      assert.equal(new URL(storageUrl).origin, 'https://good.example');
      const other = filled(url, { HOST: 'good.example', KEY: 'other', key: 'other' });
      assert.ok(typeof other !== 'string');
      assert.notEqual(await toStorageUrl(other), storageUrl);
    });
  }

  test('has the URL as its key if its path has no value of a variable', async () => {
    for (const [url, address] of [
      ['https://good.example/mcp?key=${env:KEY}', 'https://good.example/mcp'],
      ['https://${env:HOST}/mcp', 'https://good.example/mcp'],
      ['https://GOOD.example:443/mcp', 'https://good.example/mcp'],
    ] as const) {
      const read = filled(url, { HOST: 'good.example', KEY: 'value' });
      assert.ok(typeof read !== 'string');
      assert.equal(await toStorageUrl(read), address);
    }
  });

  test('includes the secrets of an entry, which are masked unless they are short', () => {
    const entry = {
      ...urlEntry('https://good.example/${env:KEY}?a=${input:id}'),
      headers: { a: '${env:B}' },
    };
    const given = {
      environment: { KEY: 'value', B: 'other', C: 'unused' },
      inputs: { id: 'typed', short: 'a' },
    };
    assert.deepEqual(listEntrySecrets(entry, given), ['typed', 'value', 'other']);
  });
});
