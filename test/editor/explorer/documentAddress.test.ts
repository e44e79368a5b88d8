import assert from 'node:assert/strict';
import { createDocumentUri, parseDocumentUri } from '../../../src/editor/serviceDocument/documentUri.ts';

const kind = { scheme: 'some', suffix: '.env' };
const baseUrl = 'https://api.example.com';

describe('the address of a document', () => {
  it('says what it is about, and reads the same again', () => {
    const address = {
      baseUrl,
      environmentId: 'env 1',
      environmentName: 'a/b',
      projectName: 'tools',
      isProduction: true,
    };
    const uri = createDocumentUri(kind, address);
    assert.equal(uri.path, '/hosted-mcp/tools/a∕b.env');
    assert.deepEqual(parseDocumentUri(kind, uri), { ...address, environmentName: 'a∕b' });
  });

  it('has names of one line and one direction, and an ID where nothing is left of a name', () => {
    const uri = createDocumentUri(kind, {
      baseUrl,
      environmentId: 'env_1',
      environmentName: 'prod\u202evne\n.exe',
      projectName: '\u2066\u0000',
    });
    assert.equal(uri.path, '/hosted-mcp/env_1/prod vne .exe.env');
    assert.equal(parseDocumentUri(kind, uri)?.environmentId, 'env_1');
  });
});
