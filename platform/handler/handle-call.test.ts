import { create, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { RefusalSchema } from '../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { SyncedUserService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OperatorService } from '../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { callOperation, newActor, newAdministratorActor, newContext } from '../../test/support/probe/call-operation.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { type Actor, ANONYMOUS } from '../core/actor.ts';
import { deadlineAfter } from '../core/clock.ts';
import { refuse } from '../core/errors/refusal.ts';
import { command } from './command.ts';
import { handleCall } from './handle-call.ts';
import { query } from './query.ts';

const { createUser, updateUser, listUsers, batchGetUsers } = UserService.method;
const { listAppointments } = AppointmentService.method;
const valid = { user: { email: 'a@x.example' } };

let lines: { [name: string]: unknown }[];
let ran: number;
const probe = await startProbe();
const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const service = probe.service({}, { log });
afterAll(() => probe.stop());
beforeEach(() => {
  lines = [];
  ran = 0;
});

function doing(work: () => Promise<unknown> = async () => undefined) {
  return command(createUser, {
    run: async () => {
      ran++;
      await work();
      return { response: {} };
    },
  });
}

describe('authorisation', () => {
  const institutionId = newActor().institutionId;
  const actors: Actor[] = [
    newActor(),
    newAdministratorActor(institutionId),
    { kind: 'operator', institutionId },
    { kind: 'operator', institutionId: null },
    ANONYMOUS,
  ];
  const [tenant, operator, administrator, either, platform, proof] = [
    SyncedUserService.method.removeSyncedUser,
    ImportService.method.import,
    SessionService.method.endSessions,
    AdministratorService.method.addAdministrator,
    InstitutionService.method.importInstitution,
    OperatorService.method.authenticateOperator,
  ];
  const [OK, FORBIDDEN, UNAUTHENTICATED] = ['ok', 'CALLER_FORBIDDEN', 'CALLER_UNAUTHENTICATED'];

  const requests = new Map<DescMethodUnary, Record<string, unknown>>([
    [tenant, { id: 'x' }],
    [operator, { steps: [{ section: 'users', records: '[]' }] }],
    [administrator, {}],
    [either, { email: 'a@x.example' }],
    [platform, { ref: 'r', name: 'n' }],
    [proof, { credential: 'x' }],
  ]);

  it.each<[string, DescMethodUnary, (string | undefined)[]]>([
    ['a tenant’s operation', tenant, [OK, FORBIDDEN, OK, UNAUTHENTICATED, UNAUTHENTICATED]],
    ['an operator’s operation', operator, [FORBIDDEN, FORBIDDEN, OK, UNAUTHENTICATED, UNAUTHENTICATED]],
    ['an administrator’s operation', administrator, [FORBIDDEN, OK, FORBIDDEN, UNAUTHENTICATED, UNAUTHENTICATED]],
    ['an operation of both', either, [FORBIDDEN, OK, OK, UNAUTHENTICATED, UNAUTHENTICATED]],
    ['an operation of the platform', platform, [FORBIDDEN, FORBIDDEN, OK, OK, UNAUTHENTICATED]],
    ['an operation that checks a proof of its own', proof, [OK, OK, OK, OK, OK]],
  ])('%s', async (_, method, expected) => {
    const operation = command(method, { of: 'nobody', run: async () => ({ response: {} }) });
    const fields = requests.get(method) ?? {};
    const answers = actors.map(async (actor) => {
      await callOperation(service, operation, fields, { actor });
      return 'ok';
    });
    const settled = await Promise.allSettled(answers);
    expect(settled.map((it) => (it.status === 'fulfilled' ? it.value : it.reason.code))).toEqual(expected);
  });
});

describe('a deadline', () => {
  it('that has passed, or a caller that has gone, starts no work', async () => {
    for (const late of [{ deadline: deadlineAfter(-1) }, { deadline: 0 }, { signal: AbortSignal.abort() }])
      await expect(callOperation(service, doing(), valid, late)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(ran).toBe(0);
  });

  it.each(['answer', 'failure'])('that passes during the call ends the wait; a late %s is ignored', async (late) => {
    const work = Promise.withResolvers<void>();
    const call = callOperation(
      service,
      doing(() => work.promise),
      valid,
      { deadline: deadlineAfter(20) },
    );
    await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(ran).toBe(1);
    if (late === 'answer') work.resolve();
    else work.reject(new Error('late'));
    await callOperation(service, doing(), valid);
  });

  it('in the far future does not expire at once', async () => {
    await callOperation(service, doing(), valid, { deadline: Number.POSITIVE_INFINITY });
    await callOperation(service, doing(), valid, { deadline: deadlineAfter(2 ** 40) });
  });

  it('leaves no timer behind, neither after a reply nor after an immediate refusal', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    await callOperation(service, doing(), valid);
    const before = timers();
    for (let i = 0; i < 50; i++) {
      await callOperation(service, doing(), valid);
      await callOperation(service, doing(), {}).catch(() => undefined);
      await callOperation(service, doing(), valid, { actor: ANONYMOUS }).catch(() => undefined);
    }
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe('the contract’s rules', () => {
  it.each<[string, DescMethodUnary, Record<string, unknown>, [pointer: string, code: string][]]>([
    ['too short', createUser, { user: { ...valid.user, lastName: '' } }, [['/user/lastName', 'too_small']]],
    ['too long', createUser, { user: { ...valid.user, name: 'x'.repeat(256) } }, [['/user/name', 'too_big']]],
    [
      'several at once',
      createUser,
      { user: { email: 'a@', lastName: '' } },
      [
        ['/user/lastName', 'too_small'],
        ['/user/email', 'invalid_string'],
      ],
    ],
    ['a required field of a new resource', createUser, { user: {} }, [['/user/email', 'required']]],
    ['a required message', listUsers, {}, [['/page', 'required']]],
    ['a nested number', listUsers, { page: { size: 501 } }, [['/page/size', 'invalid_value']]],
    ['an element', listAppointments, { page: { size: 1 }, omit: ['notes', 'title'] }, [['/omit/1', 'invalid_string']]],
    [
      'repeated elements',
      listAppointments,
      { page: { size: 1 }, omit: ['notes', 'notes'] },
      [['/omit', 'invalid_value']],
    ],
    ['too many elements', batchGetUsers, { ids: Array.from({ length: 1001 }, () => 'x') }, [['/ids', 'too_big']]],
    [
      'a deep element',
      updateUser,
      { id: 'x', user: {}, updateMask: {}, precondition: { revisions: ['a', 'x'.repeat(16_385)] } },
      [['/precondition/revisions/1', 'too_big']],
    ],
  ])('%s', async (_, method, fields, expected) => {
    const operation =
      method.idempotency === undefined || method === createUser || method === updateUser
        ? command(method, { of: 'nobody', run: async () => ({ response: {} }) })
        : query(method, async () => ({}));
    const refusal = await callOperation(service, operation, fields).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'REQUEST_INVALID',
      violations: expected.map(([pointer, code]) => ({ pointer, code, message: expect.stringMatching(/\w/) })),
    });
  });

  it('report at most a hundred violations', async () => {
    const operation = query(batchGetUsers, async () => ({}));
    const refusal = callOperation(service, operation, { ids: Array.from({ length: 500 }, () => '') });
    await expect(refusal).rejects.toMatchObject({ violations: { length: 100 } });
  });

  it('are checked after authorisation and before the operation', async () => {
    await expect(callOperation(service, doing(), {})).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const nobody = { actor: ANONYMOUS };
    await expect(callOperation(service, doing(), {}, nobody)).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
    expect(ran).toBe(0);
  });
});

describe('a failure', () => {
  const context = () => newContext({ requestId: 'request-1' });
  const statusOf = async (work: () => Promise<unknown>, own = context()) => {
    const call = {
      operation: doing(work),
      runtime: service.runtime,
      request: create(createUser.input, valid) as Message,
    };
    const error: unknown = await handleCall({ ...call, context: own }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ConnectError)) throw new Error('not a status');
    return error;
  };

  it.each<[string, () => Promise<unknown>]>([
    ['an error', () => Promise.reject(new Error('the secret is hunter2'))],
    ['a string', () => Promise.reject('hunter2')],
    ['nothing', () => Promise.reject(undefined)],
    ['an error of the database', () => service.runtime.db.rows(positional('test_wrong', "SELECT 'hunter2'::int"), [])],
  ])('that is not a refusal, thrown as %s, shows nothing to the caller and everything in the log', async (_, work) => {
    const own = context();
    const status = await statusOf(work, own);
    expect(status.findDetails(RefusalSchema)).toMatchObject([
      { code: 'INTERNAL', message: 'Something went wrong on our side.', violations: [], factsJson: '{}' },
    ]);
    expect([status.rawMessage, status.code]).toEqual(['Something went wrong on our side.', 13]);
    expect([...status.metadata.keys()]).toEqual([]);
    expect(lines).toMatchObject([
      {
        level: 50,
        service: 'probe',
        requestId: 'request-1',
        institutionId: own.actor.institutionId,
        rpc: 'lyceum.directory.v1.UserService/CreateUser',
      },
    ]);
  });

  it('that is a refusal reaches the caller unchanged and is not logged as an error', async () => {
    const extensions = { conflictingLog: { id: 'ä', pauses: [1] } };
    const violations = [{ pointer: '/ä/0', code: 'invalid_reference', message: 'gibt es nicht – 😀' }] as const;
    const status = await statusOf(async () =>
      refuse('REVISION_STALE', { extensions, violations, cause: new Error('hunter2') }),
    );
    const [detail] = status.findDetails(RefusalSchema);
    expect(detail).toMatchObject({ code: 'REVISION_STALE', violations });
    expect(JSON.parse(detail?.factsJson ?? '')).toEqual(extensions);
    expect(lines).toMatchObject([{ level: 20, code: 'REVISION_STALE' }]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('of a dependency is logged as a warning with its cause', async () => {
    await statusOf(async () => refuse('DEPENDENCY_UNAVAILABLE', { cause: new Error('connection refused') }));
    expect(lines).toMatchObject([
      { level: 40, code: 'DEPENDENCY_UNAVAILABLE', err: { message: 'connection refused' } },
    ]);
  });

  it('because the deadline passed is logged as a warning, because the caller disconnected is not', async () => {
    const endless = () => new Promise(() => undefined);
    await statusOf(endless, newContext({ deadline: deadlineAfter(20) }));
    expect(lines).toMatchObject([{ level: 40, code: 'DEADLINE_EXCEEDED' }]);
    lines = [];
    const caller = new AbortController();
    const status = statusOf(endless, newContext({ signal: caller.signal }));
    caller.abort();
    await status;
    expect(lines).toMatchObject([{ level: 20, code: 'DEADLINE_EXCEEDED' }]);
  });
});
