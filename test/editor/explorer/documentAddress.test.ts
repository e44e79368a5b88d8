import assert from 'node:assert/strict';
import { createDocumentUri, parseDocumentUri } from '../../../src/editor/serviceDocument/documentUri.ts';

const kind = { scheme: 'some', suffix: '.env' };
const baseUrl = 'https://api.example.com';

describe('the URI of a document', () => {
  it('contains its subject, and is parsed again', () => {
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

  it('has single-line names without direction marks, or an ID if no character of a name is left', () => {
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
