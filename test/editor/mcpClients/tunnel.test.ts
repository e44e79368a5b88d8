import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { expect, test } from '../fixtures.ts';
import { acceptSignIn } from '../kit/signIn.ts';

test.describe('a tunnel in the chat of this editor', () => {
  test.use({ settings: { 'chat.disableAIFeatures': false } });

  test('is used while it is open', async ({ workbench, service }) => {
    const methods: unknown[] = [];
    const server = createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      const { id = 0, method } = JSON.parse(text || '{}');
      methods.push(method);
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'tides', version: '1' },
            }
          : { tools: [{ name: 'high_water', inputSchema: { type: 'object' } }] };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const listTools = () => vscode.lm.tools.filter(({ name }) => name.includes('high_water'));
    try {
      await workbench.run('Open Tunnel...', { port: String(port), path: '/mcp' });
      await workbench.dialog.getByRole('button', { name: 'Open Tunnel' }).click();
      await acceptSignIn(workbench, service);
      await expect(workbench.notification('The tunnel is open')).toBeVisible();

      await workbench.run('Use in Chat');
      await workbench.item('open tunnel').click();
      await expect(workbench.notification(`can use the tools of localhost-${port}`)).toBeVisible();
      expect(workbench.fakeEditor.context.get('hostedMcp.usesTunnelInChat')).toBe(true);
      await expect
        .poll(async () => {
          await vscode.commands.executeCommand(
            'workbench.mcp.startServer',
            `hosted-mcp.hosted-mcp/localhost-${port}`,
            { waitForLiveTools: true },
          );
          return listTools().length;
        })
        .toBe(1);
      expect(methods).toContain('tools/list');

      await workbench.run('Close Tunnel');
      await expect.poll(() => listTools().length).toBe(0);
      expect(workbench.fakeEditor.context.get('hostedMcp.usesTunnelInChat')).toBe(false);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
