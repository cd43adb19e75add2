import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { anywhere } from '../../libraries/outbound-guard/index.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { Sender } from '../../platform/outbound/sender.ts';
import { signatureHeaders } from '../../platform/outbound/sign.ts';
import { newSigningSecret } from '../../platform/outbound/signing-secret.ts';
import { Program } from '../support/process/program.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';
import { fileOf, readGuides } from './guides/guide.ts';

const scope = new TestScope();
const sender = new Sender({ guard: anywhere });
afterAll(async () => {
  await sender.close();
  await scope.clear();
});

const shown = readGuides().find(({ slug }) => slug === 'webhooks')?.blocks ?? [];
const receiver = shown.find((block) => fileOf(block) === 'receiver.ts')?.text ?? '';
const python = shown.find(({ language, reason }) => language === 'py' && reason !== null)?.text ?? '';
const NODE = ['node_modules/.bin/node', '--input-type=module-typescript', '-e'] as const;
const hasPython = spawnSync('python3', ['--version']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start([command, ...args]: readonly [string, ...string[]], secret: string) {
  const port = await freePort();
  const env = { PORT: String(port), LYCEUM_WEBHOOK_SECRET: secret };
  const program = scope.run(Program.spawn(command, args, { env }));
  const send = (body: string, secrets: readonly string[], sentAt = Date.now(), changed = {}) => {
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders({ eventId: 'e1', sentAt, body }, secrets),
      ...changed,
    };
    return sender.send({ url: `http://127.0.0.1:${port}/hooks`, headers, body });
  };
  await until('the receiver', async () => (await send('{}', [secret])).error === null);
  return { program, send };
}

describe('the receivers in docs/guides/webhooks.md accept only signed requests', () => {
  const cases: [string, boolean, readonly [string, ...string[]]][] = [
    ['TypeScript', true, [...NODE, receiver]],
    [hasPython ? 'Python' : 'Python: NOT TESTED, this machine has no python3', hasPython, ['python3', '-c', python]],
  ];
  for (const [language, isThere, command] of cases)
    it.skipIf(!isThere)(language, async () => {
      const [secret, other] = [newSigningSecret(systemIds), newSigningSecret(systemIds)];
      const { program, send } = await start(command, secret);
      const body = JSON.stringify({ id: 'e1', type: 'user.created', name: 'Ä' });
      expect((await send(body, [secret])).status).toBe(204);
      expect((await send(body, [other, secret])).status).toBe(204);
      await program.waitForOutput(/user\.created/);
      expect((await send(body, [other])).status).toBe(400);
      expect((await send(body, [secret], Date.now() - HOUR_MS)).status).toBe(400);
      const hostile = ['9'.repeat(5_000), 'é', '-1', ''];
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
        for (const value of hostile) {
          const { status } = await send(body, [secret], Date.now(), { [name]: value });
          expect([name, value.slice(0, 9), status]).toEqual([name, value.slice(0, 9), 400]);
        }
      expect((await send(body, [secret])).status).toBe(204);
    });
  for (const [language, isThere, [command, ...args]] of cases)
    it.skipIf(!isThere).each(['', 'whsec_', 'whsec_****'])(
      `${language} does not start with the secret "%s"`,
      (secret) => {
        const { status } = spawnSync(command, args, {
          env: { ...process.env, PORT: '0', LYCEUM_WEBHOOK_SECRET: secret },
          timeout: 60_000,
        });
        expect(status).toBe(1);
      },
    );
});
