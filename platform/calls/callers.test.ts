import type { ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { connectKinds, connectTransport } from '../../test/support/calls/connect-transport.ts';
import { grpcTransport } from '../../test/support/calls/grpc-transport.ts';
import { rawCall } from '../../test/support/calls/raw-call.ts';
import { testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { startServers } from '../../test/support/calls/test-servers.ts';
import { newActor, newAdministratorActor, newContext } from '../../test/support/probe/call-operation.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { type Actor, ANONYMOUS } from '../core/actor.ts';
import type { CallContext } from '../core/call-context.ts';
import { deadlineAfter } from '../core/clock.ts';
import { command } from '../handler/command.ts';
import { callForReply, type Transport } from './caller.ts';
import { newIdentityKeyText, parseIdentityKeys } from './identity/identity-keys.ts';
import { muxTransport } from './mux-transport.ts';
import type { RemoteTransport } from './remote-transport.ts';
import { ServiceRouter } from './service-router.ts';

/** Which callers a process trusts if others can reach it. */
const { createUser } = UserService.method;
const valid = { user: { email: 'a@x.example' } };
const [own, other] = [newActor(), newActor()];
const administrator = newAdministratorActor(own.institutionId);
const otherKeys = parseIdentityKeys(newIdentityKeyText('test'));
const [head, , signature] = tokenOf(own).split('.');

/** The actors on whose behalf the service has worked. */
let seen: Actor[];
const probe = await startProbe();
const users = answering(UserService, {
  createUser: command(createUser, {
    run: async (_, __, { actor }) => {
      seen.push(actor);
      return { response: {} };
    },
  }),
});
const service = probe.service({ implementations: [users] });
const servers = await startServers({ services: [service], verifier: testVerifier });
afterAll(async () => {
  await servers.stop(1_000);
  await probe.stop();
});
beforeEach(() => {
  seen = [];
});

describe.each<[string, () => Transport & Partial<RemoteTransport>]>([
  ['ordinary', () => grpcTransport(`127.0.0.1:${servers.port}`)],
  ['multiplexed', () => muxTransport({ targets: [{ host: '127.0.0.1', port: servers.port }] })],
  ...connectKinds.map((kind): [string, () => Transport] => [
    kind,
    () => connectTransport(kind, `127.0.0.1:${servers.portFor(kind)}`),
  ]),
])('over %s calls a caller is rejected', (_, connect) => {
  const router = new ServiceRouter();
  let transport: Transport & Partial<RemoteTransport>;
  beforeAll(() => {
    transport = connect();
    router.add('directory', { transport, isReady: async () => true });
  });
  afterAll(() => transport.close?.());
  const callWith = (context: Partial<CallContext>) =>
    callForReply(router, newContext({ actor: own, ...context }), createUser, valid);

  it.each<[string, Partial<CallContext>]>([
    ['without an identity', { actor: ANONYMOUS }],
    ['with one that was made up', { token: 'made.up.identity' }],
    ['with one that was changed', { token: `${head}.${tokenOf(other).split('.')[1]}.${signature}` }],
    ['with one of another key', { token: tokenOf(own, { key: otherKeys[0] as never }) }],
    ['with one that has expired', { token: tokenOf(own, { claims: { exp: 1 } }) }],
    [
      'with an integration’s, for another institution',
      { actor: { kind: 'operator', institutionId: other.institutionId }, token: tokenOf(own) },
    ],
    [
      'with an administrator’s, for another institution',
      { actor: { kind: 'operator', institutionId: other.institutionId }, token: tokenOf(administrator) },
    ],
  ])('%s', async (_, context) => {
    await expect(callWith(context)).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
    expect(seen).toEqual([]);
  });

  it('that claims more than its identity contains', async () => {
    const more = { ...own, institutionId: other.institutionId, createdBy: other.integrationId };
    await callWith({ actor: more, token: tokenOf(own) });
    expect(seen).toEqual([own]);
  });

  it('that names an actor without that actor’s identity', async () => {
    const { runtime } = probe.service({}, { router });
    const invented = { actor: own, requestId: 'r', deadline: deadlineAfter(5_000) };
    await expect(runtime.call(invented)(createUser, valid)).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
    expect(seen).toEqual([]);
  });
});

it.each<[string, Record<string, string>]>([
  ['the metadata that was believed once', { 'lyceum-actor': 'operator', 'lyceum-institution-id': own.institutionId }],
  [
    'an integration’s identity and another institution',
    { 'lyceum-identity': tokenOf(own), 'lyceum-institution-id': other.institutionId },
  ],
])('a gRPC client with %s is refused', async (_, metadata) => {
  await expect(rawCall(`127.0.0.1:${servers.port}`, createUser, valid, metadata)).rejects.toMatchObject({ code: 16 });
});

it('a caller that is rejected gets the reason, but not in production', async () => {
  const detailsOf = async (explains: boolean) => {
    const another = await startServers({ services: [service], verifier: testVerifier, explains });
    const byGrpc = rawCall(`127.0.0.1:${another.port}`, createUser, valid, {}).catch(
      ({ details }: ServiceError) => details,
    );
    const url = `http://127.0.0.1:${another.connectPort}/lyceum.directory.v1.UserService/CreateUser`;
    const byConnect = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
      .then((answer) => answer.json() as Promise<{ message: string }>)
      .then(({ message }) => message);
    return Promise.all([byGrpc, byConnect]).finally(() => another.stop(1_000));
  };
  const expected = /^The caller could not be identified\. The metadata lyceum-identity must /;
  expect(await detailsOf(true)).toEqual([expect.stringMatching(expected), expect.stringMatching(expected)]);
  expect(await detailsOf(false)).toEqual(Array(2).fill('The caller could not be identified.'));
});
