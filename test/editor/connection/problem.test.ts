import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError, type ApiErrorDetails } from '../../../src/api/errors.ts';
import type { Account } from '../../../src/auth/accounts.ts';
import { ServiceError } from '../../../src/auth/errors.ts';
import { describeProblem, type ProblemContext } from '../../../src/connection/describeProblem.ts';

const request = { operation: 'environments.get', method: 'GET', path: '/v1/environments/1' };
const baseUrl = 'https://api.example/x';
type Details = Omit<ApiErrorDetails, keyof typeof request>;
const problem = (details: Details, accountFor?: ProblemContext['accountFor']) =>
  describeProblem(new ApiError('the words of the service', { ...request, ...details }), {
    baseUrl,
    ...(accountFor && { accountFor }),
  });
const account = (more: Partial<Account>): Account => ({
  id: '1',
  kind: 'user',
  accountId: 'a',
  label: 'Jo',
  origin: 'https://api.example',
  hasSessionEnded: false,
  isRejected: false,
  isFixed: false,
  ...more,
});

/** The message of each error, and its remedies. */
const table: readonly [string, Details, RegExp, readonly string[]][] = [
  [
    'no credential',
    { kind: 'unauthorized', reason: 'noCredential' },
    /Sign in to api\.example/,
    ['hostedMcp.signIn', 'hostedMcp.useApiKey'],
  ],
  [
    'a refused key',
    { kind: 'unauthorized', reason: 'rejected', status: 401 },
    /invalid or has expired/,
    ['hostedMcp.signIn', 'hostedMcp.useApiKey'],
  ],
  [
    '403',
    { kind: 'forbidden', status: 403 },
    /Permission denied for this account on api\.example: the words of the service/,
    ['hostedMcp.switchAccount'],
  ],
  [
    '404 with a code',
    { kind: 'notFound', status: 404, code: 'NOT_FOUND' },
    /deleted, or the ID is wrong/,
    [],
  ],
  [
    '404 without a code',
    { kind: 'notFound', status: 404, isUnsupportedOperation: true },
    /isn't available on api\.example/,
    ['hostedMcp.selectService'],
  ],
  [
    'another kind of service',
    { kind: 'unexpectedResponse', code: 'NOT_THIS_API' },
    /doesn't look like/,
    ['hostedMcp.selectService', 'hostedMcp.showLog'],
  ],
  [
    'issues',
    { kind: 'badRequest', status: 400, issues: [{ path: 'name', message: 'too long' }] },
    /name: too long/,
    [],
  ],
  [
    'issues of a field without a name',
    { kind: 'badRequest', status: 400, issues: [{ path: '', message: ': Time zone must be known' }] },
    /rejected: Time zone/,
    [],
  ],
  ['409', { kind: 'conflict', status: 409 }, /can't be completed right now/, []],
  ['429 with Retry-After', { kind: 'rateLimited', status: 429, retryAfterMs: 4200 }, /Try again in 5 s/, []],
  ['429', { kind: 'rateLimited', status: 429 }, /Try again later/, []],
  ['503', { kind: 'server', status: 503 }, /^Service error 503: api\.example/, ['hostedMcp.showLog']],
  [
    'a cut connection',
    { kind: 'network', code: 'ECONNRESET' },
    /Can't reach api\.example/,
    ['hostedMcp.selectService', 'hostedMcp.showLog'],
  ],
  ['silence', { kind: 'timeout' }, /didn't respond in time/, ['hostedMcp.showLog']],
  [
    'a wrong shape',
    { kind: 'unexpectedResponse', status: 200 },
    /extension can.t read/,
    ['hostedMcp.showLog'],
  ],
];

describe('the text of an error', () => {
  for (const [name, details, message, commands] of table) {
    it(`of ${name} has remedies`, () => {
      const described = problem(details);
      assert.match(described?.message ?? '', message);
      assert.match(described?.message ?? '', /[.!?…]$/, 'a whole sentence: others may follow');
      assert.deepEqual(
        described?.remedies.map(({ command }) => command),
        commands,
      );
      assert.ok(described?.detail?.startsWith('environments.get · GET /v1/environments/1'));
    });
  }

  it('names the rejected account, and the kind of account that is needed', () => {
    const rejected: Details = { kind: 'unauthorized', reason: 'rejected', status: 401 };
    const forbidden: Details = { kind: 'forbidden', status: 403 };
    const key = account({ kind: 'apiKey', label: 'Team (API key)' });
    const user = account({});
    const over = account({ hasSessionEnded: true });
    for (const [details, who, message, first] of [
      [rejected, key, /rejected the key "Team \(API key\)"/, 'hostedMcp.useApiKey'],
      [rejected, user, /no longer accepts the sign-in for Jo/, 'hostedMcp.signIn'],
      [
        { kind: 'unauthorized', reason: 'noCredential' },
        over,
        /Sign-in has ended: Jo is no longer signed in to api\.example because .* was revoked/,
        'hostedMcp.signIn',
      ],
      [forbidden, key, /^Permission denied for "Team \(API key\)".*words of the service/, 'hostedMcp.signIn'],
      [forbidden, user, /^Permission denied for "Jo"/, 'hostedMcp.switchAccount'],
    ] as const) {
      const described = problem(details, () => who);
      assert.match(described?.message ?? '', message);
      assert.equal(described?.remedies[0]?.command, first);
    }
    const asUser = problem({ ...forbidden, requiredCredential: 'user' }, (scope) =>
      scope === 'user' ? user : key,
    );
    assert.match(asUser?.message ?? '', /"Jo"/);
  });

  it('is empty for a cancellation', () => {
    assert.equal(problem({ kind: 'canceled' }), undefined);
    assert.equal(describeProblem(new vscode.CancellationError(), { baseUrl }), undefined);
  });

  it('names the rule for an invalid base URL', () => {
    for (const rule of [
      'empty',
      'notUrl',
      'scheme',
      'insecure',
      'credentials',
      'query',
      'fragment',
    ] as const) {
      const described = describeProblem(new ServiceError(rule), { baseUrl: undefined });
      assert.ok((described?.message.length ?? 0) > 10, rule);
      assert.deepEqual(
        described?.remedies.map(({ command }) => command),
        ['hostedMcp.selectService'],
      );
    }
  });

  it('exists for any other error', () => {
    assert.match(describeProblem(new TypeError('odd'), { baseUrl: undefined })?.message ?? '', /odd/);
    assert.match(describeProblem('text', { baseUrl: undefined })?.message ?? '', /text/);
  });
});
