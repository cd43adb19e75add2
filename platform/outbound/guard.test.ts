import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anywhere, type Guard, internetOnly, nameServers } from '../../libraries/outbound-guard/index.ts';
import { TestNameServer } from '../../test/support/webhooks/test-name-server.ts';
import { TestReceiver } from '../../test/support/webhooks/test-receiver.ts';
import { Sender } from './sender.ts';

const ENDS: (() => Promise<unknown>)[] = [];
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await TestReceiver.start();
  ENDS.push(() => receiver.end());
});

afterEach(async () => {
  for (const end of ENDS.splice(0).reverse()) await end();
});

function post(guard: Guard, url: string) {
  const sender = new Sender({ guard });
  ENDS.push(() => sender.close());
  return () => sender.send({ url, headers: {}, body: '{}' });
}

async function namesOf(...answers: string[][]) {
  const server = await TestNameServer.start(...answers);
  ENDS.push(() => server.end());
  return { server, resolveName: nameServers([server.address]) };
}

/** What production allows, except for plain http: the receivers of these tests have no certificates. */
const production: Guard = { ...internetOnly, allowsHttp: true };

describe('does not connect to an address of this machine', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '017700000001',
    '0x7f.0.0.1',
    '0x7f000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
  ])('%s', async (host) => {
    const send = post(production, `http://${host}:${receiver.port}/`);
    expect(await send()).toEqual({ status: null, error: 'address_not_allowed', response: null, retryAfter: null });
    expect(receiver.connections).toBe(0);
  });

  test.each([
    { name: 'a name that resolves to it', addresses: ['127.0.0.1'] },
    { name: 'a name that resolves to it among others', addresses: ['203.0.113.7', '127.0.0.1'] },
    { name: 'a name that resolves to a cloud’s metadata service', addresses: ['169.254.169.254'] },
  ])('$name', async ({ addresses }) => {
    const { resolveName } = await namesOf(addresses);
    const send = post({ ...production, resolveName }, `http://hooks.example.org:${receiver.port}/`);
    expect(await send()).toMatchObject({ status: null, error: 'address_not_allowed' });
    expect(receiver.connections).toBe(0);
  });

  test.each(['localhost', 'localhost.', 'a.localhost'])('%s', async (name) => {
    const send = post(production, `http://${name}:${receiver.port}/`);
    expect((await send()).error).toMatch(/^(address_not_allowed|name_not_resolved)$/);
    expect(receiver.connections).toBe(0);
  });
});

describe('DNS rebinding', () => {
  /** Here, 127.0.0.1 stands for the internet, and 127.0.0.2 for the internal network. */
  const outside = (address: string) => address === '127.0.0.1';

  test('has no effect: the connection goes to the address that was checked', async () => {
    const inside = await TestReceiver.start({ host: '127.0.0.2', port: receiver.port });
    ENDS.push(() => inside.end());
    const { server, resolveName } = await namesOf(['127.0.0.1'], ['127.0.0.2']);
    const send = post({ ...production, resolveName, allowsAddress: outside }, `http://hooks.example:${receiver.port}/`);

    expect(await send()).toMatchObject({ status: 204, error: null });
    expect(server.queries).toEqual(['hooks.example']);
    expect(receiver.requests).toHaveLength(1);

    // Ends the idle connection, so that the name is resolved again.
    await receiver.end();
    receiver = await TestReceiver.start({ port: inside.port });
    expect(await send()).toMatchObject({ status: null, error: 'address_not_allowed' });
    expect(server.queries).toHaveLength(2);
    expect(inside.connections).toBe(0);
  });
});

describe('names', () => {
  test('without an address are reported as such', async () => {
    const { resolveName } = await namesOf([]);
    const send = post({ ...anywhere, resolveName }, 'http://hooks.example/');
    expect(await send()).toMatchObject({ status: null, error: 'name_not_resolved' });
  });

  test('of the machine resolve in development', async () => {
    const send = post(anywhere, `http://localhost:${receiver.port}/`);
    expect(await send()).toMatchObject({ status: 204, error: null });
  });
});

test('sends nothing over plain http in production', async () => {
  const send = post({ ...internetOnly, allowsAddress: () => true }, receiver.url);
  expect(await send()).toMatchObject({ status: null, error: 'https_required' });
  expect(receiver.connections).toBe(0);
});
