import type { DescMethodUnary } from '@bufbuild/protobuf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { type CreateUserRequest, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { type ConnectKind, connectKinds, connectTransport } from '../../test/support/calls/connect-transport.ts';
import { grpcTransport } from '../../test/support/calls/grpc-transport.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { startServers } from '../../test/support/calls/test-servers.ts';
import { newActor, newContext } from '../../test/support/probe/call-operation.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { CallContext } from '../core/call-context.ts';
import { deadlineAfter } from '../core/clock.ts';
import { type Refusal, type RefusalDetails, refuse } from '../core/errors/refusal.ts';
import { command } from '../handler/command.ts';
import { query } from '../handler/query.ts';
import { callForReply, type Transport } from './caller.ts';
import { muxTransport } from './mux-transport.ts';
import type { RemoteTransport } from './remote-transport.ts';
import { ServiceRouter } from './service-router.ts';

const { createUser, getUser, batchGetUsers } = UserService.method;
const fault = (pointer: string) => ({ pointer, code: 'invalid_reference', message: 'names no record' }) as const;
const valid = { user: { email: 'a@x.example' } };

/** What the service does on CreateUser. */
let work: (request: CreateUserRequest, context: { requestId: string }) => Promise<string>;
const probe = await startProbe();
const users = answering(UserService, {
  createUser: command(createUser, {
    run: async (_, request, context) => ({ response: { user: { name: await work(request, context) } } }),
  }),
  getUser: query(getUser, async (_, { id }) => ({ user: { id, code: id } })),
  batchGetUsers: query(batchGetUsers, async (_, { ids }) => ({
    users: ids.map((id) => ({ id, name: 'x'.repeat(10_000) })),
  })),
});
const service = probe.service({ implementations: [users, { service: MemberService, operations: [] }] });
const servers = await startServers({ services: [service], verifier: testVerifier });
const { port } = servers;
const grpc = grpcTransport(`127.0.0.1:${port}`);
const mux = muxTransport({ targets: [{ host: '127.0.0.1', port }] });
const byConnect = connectKinds.map(
  (kind) => [kind, connectTransport(kind, `127.0.0.1:${servers.portFor(kind)}`)] as const,
);
const transports: Readonly<Record<'direct' | 'grpc' | 'mux' | ConnectKind, Transport>> = {
  direct: service,
  grpc,
  mux,
  ...(Object.fromEntries(byConnect) as Record<ConnectKind, Transport>),
};
const close: () => void = () => {
  grpc.close();
  mux.close();
};
afterAll(async () => {
  close();
  await servers.stop(5_000);
  await probe.stop();
});
beforeEach(() => {
  work = async () => 'done';
});

describe.each(['direct', 'grpc', 'mux', ...connectKinds] as const)('over the %s transport', (kind) => {
  const router = new ServiceRouter();
  beforeAll(() => router.add('directory', { transport: transports[kind], isReady: async () => true }));
  const open: (() => void)[] = [];
  afterEach(() => {
    for (const release of open.splice(0)) release();
  });

  const create = (request: object = valid, context: Partial<CallContext> = {}) =>
    callForReply(router, newContext(context), createUser, request);
  /** Work that continues until the test ends. */
  function endless() {
    const begun = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<string>();
    open.push(() => resolve('late'));
    work = () => {
      begun.resolve();
      return promise;
    };
    return begun.promise;
  }

  it('a request and its response arrive unchanged', async () => {
    let seen: CreateUserRequest | undefined;
    work = async (request, { requestId }) => {
      seen = request;
      return `${requestId} ä€😀`;
    };
    const user = { email: 'ä€😀@x.example', name: '\u0001\nx\u2028' };
    const { message, metadata } = await create({ user: { ...user, image: undefined } }, { requestId: 'r-1' });
    expect(message.user?.name).toBe('r-1 ä€😀');
    expect(metadata).toBeUndefined();
    expect(seen?.user).toMatchObject(user);
    expect([seen?.user?.image, seen?.user?.code]).toEqual([undefined, undefined]);
  });

  it('each of a hundred concurrent calls gets its own response', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => `${i}`);
    const found = await Promise.all(ids.map((id) => callForReply(router, newContext(), getUser, { id })));
    expect(found.map(({ message }) => message.user?.code)).toEqual(ids);
  });

  it('five megabytes fit in both directions', async () => {
    work = async ({ user }) => `${user?.image?.length}`;
    const refused = create({ user: { ...valid.user, image: 'x'.repeat(5_000_000) } });
    await expect(refused).rejects.toMatchObject({ violations: [{ pointer: '/user/image', code: 'too_big' }] });
    const ids = Array.from({ length: 600 }, (_, i) => `${i}`);
    const { message } = await callForReply(router, newContext(), batchGetUsers, { ids });
    expect(message.users.map(({ id }) => id)).toEqual(ids);
  });

  it('a refusal arrives completely', async () => {
    const violations = [
      { pointer: '/rooms/0/ä~1', code: 'invalid_reference', message: 'gibt es nicht – 😀' },
      { pointer: '', code: 'required', message: '' },
    ] as const;
    const extensions = { conflictingLog: { id: 'ä\u0000', pauses: [1.5, null] } };
    work = async () => refuse('REFERENCE_INVALID', { violations, extensions });
    await expect(create()).rejects.toMatchObject({
      name: 'Refusal',
      code: 'REFERENCE_INVALID',
      message: 'The request refers to a record that does not exist.',
      violations,
      extensions,
    });
  });

  it.each<[string, RefusalDetails]>([
    ['a thousand faults', { violations: Array.from({ length: 1_000 }, (_, i) => fault(`/records/${i}`)) }],
    ['long faults', { violations: Array.from({ length: 50 }, (_, i) => fault(`/${i}${'/ä'.repeat(5_000)}`)) }],
    ['large extensions', { extensions: { log: 'x'.repeat(1_000_000) } }],
    [
      'large extensions and many faults',
      {
        extensions: { log: 'x'.repeat(24_000) },
        violations: Array.from({ length: 1_000 }, () => fault('/€'.repeat(60))),
      },
    ],
  ])('a refusal with %s arrives, and breaks no other call', async (_, details) => {
    work = async () => refuse('REFERENCE_INVALID', details);
    const other = callForReply(router, newContext(), getUser, { id: 'x' });
    const refusal = await create().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'REFERENCE_INVALID' });
    const { violations } = refusal as Refusal;
    expect(violations).toEqual(details.violations?.slice(0, violations.length) ?? []);
    if (details.violations) expect(violations.length).toBeGreaterThan(0);
    expect((await other).message.user?.id).toBe('x');
  });

  it.each(['key', 'ä€😀', '%', '%E0%A4%A', 'a b\tc', '"\'\\'])(
    'the key %j travels, and a replay says so',
    async (text) => {
      const actor = newActor();
      const idempotency = { key: text, fingerprint: 'f' };
      const first = await create(valid, { actor, idempotency, requestId: 'first' });
      expect(first.metadata).toEqual({ replayed: false, requestId: 'first', timestamp: '2026-10-05T08:00:00.000Z' });
      const second = await create(valid, { actor, idempotency, requestId: 'second' });
      expect(first.bytesWritten).toBeGreaterThan(0);
      expect(second).toMatchObject({ message: first.message, metadata: { ...first.metadata, replayed: true } });
      expect(second.bytesWritten).toBeUndefined();
      const other = { ...idempotency, fingerprint: 'g' };
      await expect(create(valid, { actor, idempotency: other })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    },
  );

  it('a deadline ends the wait', async () => {
    const begun = endless();
    const call = expect(create(valid, { deadline: deadlineAfter(100) })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
    // On a busy machine, it may end before the work begins.
    await Promise.race([begun, call]);
    await call;
    for (const deadline of [deadlineAfter(-1), 0, -1])
      await expect(create(valid, { deadline })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('an aborted call gets no response, and its work stops', async () => {
    const begun = endless();
    const caller = new AbortController();
    const call = expect(create(valid, { signal: caller.signal })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    await begun;
    caller.abort();
    await call;
    let ran = false;
    work = async () => {
      ran = true;
      return '';
    };
    await expect(create(valid, { signal: caller.signal })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(ran).toBe(false);
  });

  it.each([MemberService.method.batchResolveMembers, CourseService.method.getCourse])(
    '$name that nobody answers is unimplemented',
    async (method: DescMethodUnary) => {
      await expect(callForReply(router, newContext(), method, {})).rejects.toMatchObject({
        code: 'OPERATION_UNIMPLEMENTED',
      });
    },
  );
});

it.each<[string, () => RemoteTransport]>([
  ['grpc', () => grpcTransport('127.0.0.1:1')],
  ['mux', () => muxTransport({ targets: [{ host: '127.0.0.1', port: 1 }] })],
])('over %s, a service without a route and one that is down are outages', async (_, connect) => {
  const router = new ServiceRouter();
  const call = () => callForReply(router, newContext({ deadline: deadlineAfter(5_000) }), createUser, valid);
  await expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  const nowhere = connect();
  router.add('directory', { transport: nowhere, isReady: async () => true });
  await expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  nowhere.close();
  await expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
});
