import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  canModifyServer,
  formatEditableMessage,
  parseOutgoingMessage,
  toOutgoingMessage,
} from '../../../src/inspector/outgoingMessage.ts';

describe('a message that a user edits', () => {
  for (const [text, kinds] of [
    ['{ "method": "ping"', ['notJson']],
    ['', ['notJson']],
    ['[]', ['notMessage']],
    ['null', ['notMessage']],
    ['{}', ['noMethod']],
    ['{ "method": 7 }', ['noMethod']],
    ['{ "method": " " }', ['noMethod']],
    ['{ "method": "ping", "params": [1] }', ['paramsNotObject']],
    ['{ "method": "ping", "params": null }', ['paramsNotObject']],
  ] as const) {
    test(`can't be sent if its text is ${text}`, () => {
      const { message, issues } = parseOutgoingMessage(text);
      assert.equal(message, undefined);
      assert.deepEqual(
        issues.map(({ kind }) => kind),
        kinds,
      );
    });
  }

  test('is sent without the fields that the session sets, with a warning', () => {
    const { message, issues } = parseOutgoingMessage(
      '{ "jsonrpc": "2.0", "id": 7, "method": "a/b", "params": { "x": 1 }, "y": 2 }',
    );
    assert.deepEqual(message, { method: 'a/b', params: { x: 1 }, isNotification: false });
    assert.deepEqual(issues, [{ kind: 'idNotSent' }, { kind: 'fieldNotSent', detail: 'y' }]);
  });

  test('is the sent message without the fields that the session sets', () => {
    const sent = {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'a' }, _meta: { progressToken: 3 } },
    };
    const params = { name: 'echo', arguments: { text: 'a' } };
    assert.deepEqual(toOutgoingMessage(JSON.stringify(sent)), {
      method: 'tools/call',
      params,
      isNotification: false,
    });
    assert.deepEqual(JSON.parse(formatEditableMessage(JSON.stringify(sent))), {
      method: 'tools/call',
      params,
    });
    const other = { ...sent, params: { _meta: { progressToken: 3, mine: true } } };
    assert.deepEqual(toOutgoingMessage(JSON.stringify(other))?.params, { _meta: { mine: true } });
    assert.equal(toOutgoingMessage('{"jsonrpc":"2.0","id":3,"result":{}}'), undefined);
  });

  test('is a notification if its method is, and keeps its progress token', () => {
    const json = '{"method":"notifications/progress","params":{"_meta":{"progressToken":1}}}';
    assert.deepEqual(toOutgoingMessage(json), {
      method: 'notifications/progress',
      isNotification: true,
      params: { _meta: { progressToken: 1 } },
    });
  });

  test('might change something unless its method or its tool is read-only', () => {
    const may = (method: string, name?: string) =>
      canModifyServer({ method, isNotification: false, ...(name && { params: { name } }) }, ['look']);
    const reading = ['ping', 'tools/list', 'resources/templates/list', 'prompts/get', 'resources/read'];
    assert.deepEqual(
      reading.filter((method) => may(method)),
      [],
    );
    assert.deepEqual(
      ['tools/call', 'acme/erase', 'tools/list/x', 'resources/subscribe'].filter((method) => !may(method)),
      [],
    );
    assert.deepEqual(
      [may('tools/call', 'look'), may('tools/call', 'erase'), may('acme/x', 'look')],
      [false, true, true],
    );
  });
});
