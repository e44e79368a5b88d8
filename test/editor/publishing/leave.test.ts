import { expect, test } from '../fixtures.ts';
import { goBack } from '../kit/createWizard.ts';
import {
  countPublications,
  findPublicationTarget,
  publicationFields,
  publish,
  publishRequest,
} from '../kit/publications.ts';

const project = 'weather-tools';
const typed = ['Weather', 'Says the weather.', 'example.com', ''];

test.describe('publishing', () => {
  test('from the Command Palette asks for the project first, and can be canceled there', async ({
    workbench,
  }) => {
    await workbench.run('Publish to MCP Registry...');
    await expect(workbench.item('billing-mcp')).toBeVisible();
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    await workbench.run('Publish to MCP Registry...');
    await workbench.choose(workbench.item('docs-search'));
    await expect(workbench.inputPlaceholder).toHaveText('Select the domain to publish under');
    await expect(workbench.inputTitle).toHaveText('Publish docs-search to MCP Registry (1/5)');
    await workbench.choose(workbench.item('mcp.example.com'));
    await expect(workbench.inputTitle).toContainText('Publish docs-search under');
  });

  test('returns from its first prompt to the domain, and keeps the input of each domain', async ({
    workbench,
    service,
  }) => {
    const { projectId, domain } = findPublicationTarget(service, project);
    const ended = publish({ projectId });
    await workbench.choose(workbench.item(domain));
    await workbench.enter('Weather');
    await expect(workbench.inputTitle).toContainText('(3/5)');
    await goBack(workbench);
    await expect(workbench.inputTitle).toContainText('(2/5)');
    await goBack(workbench);
    await expect(workbench.inputPlaceholder).toHaveText('Select the domain to publish under');
    const [other = ''] = workbench
      .item('')
      .allInnerTexts()
      // The description follows the domain.
      .map((text) => text.split(' ')[0] ?? '')
      .filter((text) => text !== domain);
    await workbench.choose(workbench.item(other));
    await expect(workbench.inputTitle).toContainText(`under ${other} (2/5)`);
    await goBack(workbench);
    await workbench.choose(workbench.item(domain));
    await expect(workbench.inputTitle).toContainText(`under ${domain} (2/5)`);
    expect(await workbench.input.inputValue()).toBe('Weather');
    await workbench.input.press('Escape');
    expect(await ended).toBe(undefined);
  });

  test('can be canceled at any prompt: nothing is sent, and there is no message', async ({
    workbench,
    service,
  }) => {
    const where = findPublicationTarget(service, project);
    const leave = async (ended: Thenable<unknown>): Promise<void> => {
      await workbench.input.press('Escape');
      expect(await ended).toBe(undefined);
      await expect(workbench.input).toBeHidden();
      await expect(workbench.notification('')).toHaveCount(0);
    };
    await test.step('at the domain', async () => {
      const ended = publish({ projectId: where.projectId });
      await expect(workbench.item(where.domain)).toBeVisible();
      await leave(ended);
    });
    for (const count of typed.keys()) {
      await test.step(`at prompt ${count + 1}`, async () => {
        const ended = publish(where);
        for (const [index, text] of typed.slice(0, count).entries()) {
          await expect(workbench.inputTitle).toContainText(`(${index + 1}/4)`);
          await workbench.enter(text);
        }
        await expect(workbench.inputTitle).toContainText(`(${count + 1}/4)`);
        await leave(ended);
      });
    }
    expect(countPublications(service)).toBe(0);
    await test.step('at the comparison', async () => {
      service.faults.add({ match: publishRequest, times: 1, hang: true });
      const ended = publish(where);
      for (const [index, text] of typed.entries()) {
        await expect(workbench.inputTitle).toContainText(`(${index + 1}/4)`);
        await workbench.enter(text);
      }
      await expect.poll(() => workbench.dialogs.quickInputs.map(({ busy }) => busy)).toEqual([true]);
      await leave(ended);
    });
    expect(service.world.published.size).toBe(0);
  });

  test('can be canceled while it waits: it only reads the result of a sent request, and can be retried', async ({
    workbench,
    service,
  }) => {
    const answers = { ...findPublicationTarget(service, project), ...publicationFields };
    const cancel = async (path: string, title: string): Promise<void> => {
      service.faults.add({ match: { path }, times: 1, hang: true });
      const ended = publish(answers);
      await workbench.notification(title).getByRole('button', { name: 'Cancel' }).click();
      expect(await ended).toBe(undefined);
    };
    await cancel(`/v1/projects/${answers.projectId}`, 'Loading the project...');
    await cancel('/v1/distribution/get', `server.json for ${answers.domain}`);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(countPublications(service)).toBe(0);
    await cancel(publishRequest.path, `Publishing under ${answers.domain}...`);
    const message = workbench.notification('Nothing new has been published');
    await expect(message).toContainText('You stopped waiting');
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect(workbench.notification('was published under')).toContainText('version 1.0.0');
    expect(service.world.published.size).toBe(1);
  });
});
