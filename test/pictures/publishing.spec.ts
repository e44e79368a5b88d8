import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, calm: true } });

test('the MCP Registry: not published, the questions, the comparison, published', async ({
  workbench,
  page,
}, info) => {
  const project = workbench.row('weather-tools');
  await project.click();
  const row = workbench.row('MCP Registry');
  await expect(row).toContainText('not published');
  await take(page, info, 'registry-row');
  await workbench.runOn(project, 'Publish to MCP Registry…');
  await expect(workbench.item('mcp.example.com').first()).toBeVisible();
  await take(page, info, 'publish-domain');
  await workbench.input.press('Enter');
  await expect(workbench.inputMessage).toContainText('title');
  await workbench.enter('Weather');
  await expect(workbench.inputMessage).toContainText('What the server does');
  await workbench.input.fill('x'.repeat(101));
  await expect(workbench.inputMessage).toContainText('101 characters');
  await take(page, info, 'publish-description');
  await workbench.enter('Says the weather.');
  await expect(workbench.inputMessage).toContainText('The web site');
  await workbench.enter('example.com');
  await expect(workbench.inputMessage).toContainText('icon');
  await workbench.enter('https://example.com/icon.png');
  const publish = workbench.item(/^Publish .* under/);
  await expect(publish).toBeVisible();
  await take(page, info, 'publish-comparison');
  await workbench.choose(publish);
  await expect(row).toContainText('published as');
  await take(page, info, 'published');
});
