import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { rawCall } from '../../../test/support/calls/raw-call.ts';
import { tokenOf } from '../../../test/support/calls/test-identities.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { Program } from '../../../test/support/process/program.ts';
import { TestScope } from '../../../test/support/test-scope.ts';

const COMMON = ['operator-token', 'identity-keys', 'cursor-keys', 'postgresql/password'];
/** The files in the data folder that only their owner can read. */
const SECRETS = {
  'dev/main.ts': COMMON,
  'dev/start-services.ts': [...COMMON, 'nats/passwords.json', 'nats/operator-url'],
};
const NOBODY = { uid: 65534, gid: 65534 };
const scope = new TestScope();
afterEach(() => scope.clear());

/** The programs a new user runs, and what other users of the machine can do to them. */
describe.each(['dev/main.ts', 'dev/start-services.ts'] as const)('%s', (script) => {
  let data: DataDirectory;
  let addresses: Record<string, string>;
  let grpcPort: number;
  beforeEach(async () => {
    data = await scope.dataDirectory();
    const ports = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
    const env = { DATA_DIR: data.path, ...ports, LOG_LEVEL: 'warn', NO_COLOR: '1' };
    const program = scope.run(Program.node(script, [], { env, detached: true }));
    ({ grpcPort } = await welcomeOf(program));
    const [, exports = ''] = await program.waitForOutput(/^Demo credentials:\n((?: {2}export .+\n)+)/m);
    addresses = Object.fromEntries([...exports.matchAll(/export (\w+)=(.+)/g)].map(([, name, value]) => [name, value]));
  });

  const cli = (args: readonly string[], environment: Record<string, string>) =>
    runCli(args, { environment: { ...addresses, LYCEUM_OPERATOR_TOKEN: '', ...environment } });

  it('lets only the user who started it operate it, by name', async () => {
    const own = { DATA_DIR: data.path };
    const listed = await cli(['institutions', 'list', '--json'], own);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    const [{ id }] = listed.json;
    const created = await cli(['integrations', 'create', '--institution', id, '--name', 'door', '--json'], own);
    expect(created.code).toBe(0);
    const audited = await cli(['audit', '--institution', id, '--operation', 'CreateIntegration', '--json'], own);
    expect(audited.stdout.match(/"actor":"operator"[^\n]*"actorName":"local"/g)).toHaveLength(2);
    for (const name of SECRETS[script])
      expect([name, (await stat(join(data.path, name))).mode & 0o777]).toEqual([name, 0o600]);

    // The command line of another user: without a token, with an invented one, and with the owner's folder.
    const evil = ['integrations', 'create', '--institution', id, '--name', 'evil', '--json'];
    const refused = (reason: RegExp) => ({ code: 2, stdout: '', stderr: expect.stringMatching(reason) });
    expect(await cli(evil, { DATA_DIR: join(data.path, 'none') })).toMatchObject(refused(/needs an operator's token/));
    expect(await cli(evil, { LYCEUM_OPERATOR_TOKEN: `lyceum-operator-${'a'.repeat(43)}` })).toMatchObject(
      refused(/LYCEUM_OPERATOR_TOKEN is unknown here, was revoked or has expired/),
    );
    if (process.getuid?.() === 0) {
      const env = { ...addresses, DATA_DIR: data.path };
      const nobody = scope.run(Program.node('cli/main.ts', evil, { env, ...NOBODY }));
      expect([(await nobody.exited).code, nobody.stdout]).toEqual([2, '']);
      expect(nobody.stderr).toMatch(/operator's token cannot be read: EACCES/);
    }

    // Metadata that anyone can write.
    const claimed: Record<string, string>[] = [
      {},
      { 'lyceum-actor': 'operator', 'lyceum-institution-id': id },
      { 'lyceum-actor': 'gateway' },
      { 'lyceum-identity': tokenOf({ kind: 'operator', institutionId: id }), 'lyceum-institution-id': id },
    ];
    for (const metadata of claimed)
      await expect(rawCall(`127.0.0.1:${grpcPort}`, UserService.method.listUsers, {}, metadata)).rejects.toMatchObject({
        code: 16,
        details: expect.stringMatching(/^The caller could not be identified\. The metadata lyceum-identity must be /),
      });
  });
});
