import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, formatApiIssues } from '../../../src/api/errors.ts';
import { type ProjectDraft, projectFieldKeys } from '../../../src/projects/create/draft.ts';
import { groupIssuesByLine, labelIssueFields } from '../../../src/projects/create/requestIssues.ts';
import { createApiError } from '../../kit/fakeApiError.ts';

const draft: ProjectDraft = {
  suggestedValues: {},
  enteredValues: {},
  variables: [
    { key: 'EMPTY_ONE', isSecret: false },
    { key: 'API_KEY', value: 'Zq7-marker', isSecret: true },
    { key: 'PORT', value: '80', isSecret: false },
  ],
};

const issues = [
  { path: 'environmentVariables[1].key', message: 'is reserved' },
  { path: 'environmentVariables[0].value', message: 'is too long' },
  { path: 'settings.startCommand', message: 'is not allowed' },
  { path: 'color', message: 'is unknown' },
];

function refusal(): ApiError {
  return createApiError('badRequest', { status: 400, requestId: 'request-1', issues });
}

describe('the error of a rejected project', () => {
  test('contains the keys of variables, by their index among the sent ones, and the labels of fields', () => {
    const named = labelIssueFields(refusal(), draft, (key) => `#${projectFieldKeys.indexOf(key)}`);
    assert.ok(named instanceof ApiError);
    assert.equal(
      formatApiIssues(named.issues),
      'PORT is reserved; API_KEY is too long; #10 is not allowed; color is unknown',
    );
    assert.deepEqual(
      [named.message, named.kind, named.status, named.requestId],
      ['no', 'badRequest', 400, 'request-1'],
    );
  });

  test('is split into the issues of each line', () => {
    assert.deepEqual(
      [...groupIssuesByLine(issues, draft, (key) => `#${key}`)],
      [
        ['environmentVariables', 'PORT is reserved; API_KEY is too long'],
        ['startCommand', '#startCommand is not allowed'],
      ],
    );
  });

  test('is unchanged if it has no issues', () => {
    const error = new Error('x');
    assert.equal(labelIssueFields(error, draft, String), error);
    const path = 'environmentVariables[9].key';
    assert.deepEqual(
      [...groupIssuesByLine([{ path, message: 'no' }], draft, String)],
      [['environmentVariables', 'no']],
    );
  });
});
