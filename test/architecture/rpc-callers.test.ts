import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { allowedCallersOf, OPERATOR } from '../../platform/calls/peer.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { isProduction, projectFiles } from './project/project.ts';
import type { SourceFile } from './project/source-file.ts';

const IMPORT = /import \{([^}]*)\} from '[./]*proto\/gen\/lyceum\/(\w+)\/v1\/\w+_pb\.ts'/g;
const NAME = /\b(\w+Service)\b(?: as (\w+))?/g;
/** What records/ calls, and the lists of the gateway that it walks. */
const RECORDS =
  /^records\/|^gateway\/routes\/((appointments|continuing-education|courses|curricula|events|locations|rooms|user-groups|users)\/list|appointments\/(list-appointments|reference-data)|continuing-education\/responsible-users-view)\.ts$/;
const METHOD = /\b(\w+)\.method\.(\w+)/g;

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

test('what services may call of each other changes nothing but what an erasure takes away, and who is about to be archived', () => {
  const names = new Set(services.map(({ name }) => name));
  const ofServices = methods.filter((method) => [...allowedCallersOf(method).roles].some((role) => names.has(role)));
  expect(ofServices.length).toBeGreaterThan(5);
  const writes = ofServices.filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS);
  // Directory alone knows what names a person who is erased. ForgetPerson takes something away, whoever calls it.
  // BeginArchiving notes on behalf of the caller, for five minutes, and CancelArchiving ends that; the others take locks,
  // and change nothing.
  const expected = ['BeginArchiving', 'CancelArchiving', 'CheckErasure', 'CheckErasure', 'ForgetPerson'];
  expect(writes.map(({ name }) => name)).toEqual(expected);
});

test('administrators change settings, webhooks, calendar feeds, people and time records, and no other records of the API', () => {
  const writes = methods.filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS);
  const shared = writes.filter((method) => {
    const { access } = allowedCallersOf(method);
    return access.has(Access.ADMINISTRATOR) && access.has(Access.TENANT);
  });
  expect([...new Set(shared.map(({ parent }) => parent.name))].sort()).toEqual([
    // What directory asks before it archives.
    'AdministratorService',
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

/**
 * The RPCs of other services that each process calls, by the name of the process: `gateway`, `console`, or a service.
 */
function findCalledRpcs(files: readonly SourceFile[]): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const caller = /^(?:services\/(\w+)|(gateway|console))\//.exec(path);
    const name = caller?.[1] ?? caller?.[2];
    const names = name === undefined ? [] : [name];
    // The console makes archives with them.
    if (RECORDS.test(path)) names.push('console');
    for (const each of names)
      for (const rpc of rpcsOf(text)) if (!rpc.startsWith(`lyceum.${each}.`)) add(called, each, rpc);
  }
  return called;
}

/** `lyceum.directory.v1.UserService/getUser` for each `UserService.method.getUser`. */
function* rpcsOf(text: string): Generator<string> {
  const services = new Map<string, string>();
  for (const [, names = '', folder] of text.matchAll(IMPORT))
    for (const [, name = '', alias = name] of names.matchAll(NAME)) services.set(alias, `lyceum.${folder}.v1.${name}`);
  for (const [, service = '', method] of text.matchAll(METHOD)) {
    const full = services.get(service);
    if (full !== undefined) yield `${full}/${method}`;
  }
}

function add(sets: Map<string, Set<string>>, name: string, value: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(value));
}
