import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { allowedCallersOf, OPERATOR } from '../../platform/calls/peer.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { findCalledRpcs } from './rules/rpc-callers.ts';

const called = findCalledRpcs(projectFiles().filter(isProduction));
const methods = services.flatMap(({ implementations }) => implementations.flatMap(({ service }) => service.methods));

test.each(methods.map((method) => [`${method.parent.typeName}/${method.localName}`, method] as const))(
  '%s may be called by those who do',
  (name, method) => {
    const { roles, access } = allowedCallersOf(method);
    const callers = [...called].filter(([, rpcs]) => rpcs.has(name)).map(([caller]) => caller);
    const expected =
      callers.length === 0 && !access.has(Access.OPERATOR) && !access.has(Access.PLATFORM) ? [OPERATOR] : callers;
    expect([...roles].sort(), 'In the contract, list exactly the processes that call it (option callers).').toEqual(
      expected.sort(),
    );
  },
);

test('what services may call of each other changes nothing', () => {
  const names = new Set(services.map(({ name }) => name));
  const ofServices = methods.filter((method) => [...allowedCallersOf(method).roles].some((role) => names.has(role)));
  expect(ofServices.length).toBeGreaterThan(5);
  const writes = ofServices.filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS);
  expect(writes.map(({ name }) => name)).toEqual([]);
});

test('administrators change settings, webhooks, calendar feeds, people and time records, and no other records of the API', () => {
  const writes = methods.filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS);
  const shared = writes.filter((method) => {
    const { access } = allowedCallersOf(method);
    return access.has(Access.ADMINISTRATOR) && access.has(Access.TENANT);
  });
  expect([...new Set(shared.map(({ parent }) => parent.name))].sort()).toEqual([
    'CalendarFeedService',
    'DeliveryService',
    'EndpointService',
    'LogService',
    'UserService',
  ]);
});

test('a service that calls another declares it, because network policies depend on it', () => {
  for (const { name, calls = [] } of services) {
    const callees = [...(called.get(name) ?? [])].map((rpc) => rpc.split('.')[1]);
    expect([...new Set(callees)].sort()).toEqual([...calls].sort());
  }
});

test('the checker finds calls and their callers', () => {
  const text = `import { UserService as Users, type User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
    import { RoomService } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
    call(Users.method.getUser, {}); call(RoomService.method.getRoom, {}); call(Other.method.getRoom, {});`;
  const found = findCalledRpcs(
    ['gateway/a.ts', 'services/locations/a.ts', 'cli/a.ts'].map((path) => new SourceFile(path, text)),
  );
  const [user, room] = ['lyceum.directory.v1.UserService/getUser', 'lyceum.locations.v1.RoomService/getRoom'];
  expect(found).toEqual(
    new Map([
      ['gateway', new Set([user, room])],
      ['locations', new Set([user])],
    ]),
  );
});
