import { afterAll, expect, it } from 'vitest';
import { demoFile } from '../../test/support/cli/bundles.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
const environment: Record<string, string> = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
  // Nothing listens there, and nobody asks.
  NATS_URL: 'nats://127.0.0.1:1',
};
afterAll(() => system.stop());

it('is refused by every command that needs an open one', async () => {
  const { json } = await runCli(['import', demoFile, '--json'], { environment });
  const id: string = json.institutionId;
  const { clientId } = await system.newClient(id);
  expect(await runCli(['institutions', 'close', id], { environment })).toMatchObject({ code: 0 });
  for (const args of [
    ['administrators', 'list', '--institution', id],
    ['administrators', 'add', '--institution', id, '--user', 'ada@school.example'],
    ['events', 'tail', '--institution', id],
    ['import', demoFile],
    ['import', demoFile, '--dry-run'],
    ['demo', 'reset'],
    ['institutions', 'show', id],
    ['institutions', 'set', id, 'scheduling_enabled=true'],
    ['institutions', 'freeze', id],
    ['institutions', 'thaw', id],
    ['integrations', 'list', '--institution', id],
    ['integrations', 'create', '--name', 'HR', '--institution', id, '--json'],
    ['integrations', 'rotate', clientId, '--json'],
    ['requests', 'list', '--institution', id],
    ['usage', '--institution', id],
    ['webhooks', 'list', '--institution', id],
  ]) {
    const { code, stderr } = await runCli(args, { environment });
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining('is closed')]);
  }
  const listed = (await runCli(['institutions', 'list', '--json'], { environment })).json;
  expect(listed).toEqual([expect.objectContaining({ id, state: 'closed' })]);
});
