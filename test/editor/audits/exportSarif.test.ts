import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { setAuditResponse } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';

const about = (tool: string) => ({
  checkId: tool,
  status: 'fail',
  details: [{ label: 'Tool', value: tool }],
});

test.describe('with sources of tools', () => {
  test.use({
    sources: {
      'app/tools.ts': "\nserver.tool('unique_tool', {});\nserver.tool('double_tool', {});\n",
      'app/more.ts': "server.tool('double_tool', {});\n",
      'test/tools.test.ts': "client.callTool('unique_tool');\n",
    },
  });

  test('a SARIF export locates a check in the only definition of its tool', async ({
    workbench,
    service,
    folder,
  }) => {
    setAuditResponse(service, {
      status: 'completed',
      report: { results: ['unique_tool', 'double_tool', 'no_tool'].map(about) },
    });
    const file = join(folder, 'report.sarif');
    await workbench.run('Export Audit...', { auditId: 'aud', format: 'sarif', file });
    await expect(workbench.notification(/exported.*report\.sarif/)).toBeVisible();
    const log: Log = JSON.parse(readFileSync(file, 'utf8'));
    const locations = (log.runs[0]?.results ?? []).map(({ locations }) => locations?.[0]?.physicalLocation);
    const uris = locations.map((location) => location?.artifactLocation?.uri);
    expect(uris).toEqual(['app/tools.ts', 'mcp.example.com', 'mcp.example.com']);
    const { startLine, startColumn } = locations[0]?.region ?? {};
    expect([startLine, startColumn]).toEqual([2, 14]);
  });
});
