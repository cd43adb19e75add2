import { describe, expect, it } from 'vitest';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';

const lyceum = (...args: string[]): Promise<CliAnswer> => runCli(args, { environment: system.addresses });
const list = (...args: string[]) => lyceum('requests', 'list', '--institution', institution.id, ...args);

const system = await TestSystem.start();
const institution = await system.newInstitution();
await institution.client.get('/users');
await institution.client.get('/users/nobody');
await until('the requests', async () => (await list('--json')).stdout.split('\n').length > 2);

describe('lyceum requests list', () => {
  it('shows the requests of all integrations of the institution, newest first', async () => {
    const { stdout, code } = await list();
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^TIME +STATUS +MS +METHOD +PATH +CODE +INTEGRATION +REQUEST$/);
    expect(lines[1]).toMatch(/ 404 .* GET +\/api\/v4\/users\/nobody +resource_not_found /);
    expect(lines[2]).toMatch(/ 200 .* GET +\/api\/v4\/users +- /);
  });

  it('limits them to a status, and prints JSON', async () => {
    const { stdout } = await list('--status', '4xx', '--json', '--limit', '1');
    expect(JSON.parse(stdout)).toMatchObject({ status: 404, code: 'resource_not_found', errors: null });
    expect((await list('--status', '5xx', '--json')).stdout).toBe('');
  });

  it.each([
    [['--status', '4x'], '--status must be a status'],
    [['--integration', 'x'], '--integration must be an id or client id'],
    [['--limit', '0'], '--limit must be a positive integer'],
    [['--since', 'today'], '--since must be a time'],
  ])('rejects %j', async (args, message) => {
    const { code, stderr } = await list(...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });

  it('of another institution shows none of them', async () => {
    const other = await system.newInstitution();
    expect((await lyceum('requests', 'list', '--institution', other.id, '--json')).stdout).toBe('');
  });
});

it('lyceum requests tail prints requests as they come', async () => {
  const tail = lyceum('requests', 'tail', '--institution', institution.id, '--json', '--count', '1', '--status', '422');
  const asked = setInterval(() => void institution.client.get('/users/a%20b'), 300);
  const { stdout } = await tail.finally(() => clearInterval(asked));
  expect(JSON.parse(stdout)).toMatchObject({ status: 422, path: '/api/v4/users/a%20b' });
});

it('lyceum usage shows the sums', async () => {
  const period = ['--since', '2026-10-05T00:00:00Z', '--until', '2026-10-06T00:00:00Z'];
  const usage = async () => (await lyceum('usage', '--institution', institution.id, ...period, '--json')).json;
  await until('the counts', async () => (await usage()).length > 0);
  expect(await usage()).toMatchObject([{ start: '2026-10-05T08:00:00.000Z', byStatus: { '2xx': 1 }, lost: 0 }]);
  const { stdout } = await lyceum('usage', '--institution', institution.id, ...period, '--daily');
  expect(stdout).toMatch(/^FROM .* LOST\n2026-10-05T00:00:00.000Z /);
});
